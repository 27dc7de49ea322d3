"""The type of a file by its first bytes, not its name. It decides the only decoder that may open the file."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

HEAD: Final = 32
"""Bytes needed by `sniff`."""


class Format(Struct, frozen=True, kw_only=True):
    """A picture or video format; `reader` is "still" (Pillow), "video" (libav), or "" for a refused one.

    `name` is the decoder's own name for it: Pillow's format or libav's demuxer.
    """

    name: str
    reader: str


UNKNOWN: Final = Format(name="unknown", reader="")
_MOVIE: Final = Format(name="mov", reader="video")
_TIFF: Final = Format(name="TIFF", reader="still")

_SIGNATURES: Final[tuple[tuple[bytes, Format], ...]] = (
    (b"\x89PNG\r\n\x1a\n", Format(name="PNG", reader="still")),
    (b"\xff\xd8\xff", Format(name="JPEG", reader="still")),
    (b"GIF87a", Format(name="GIF", reader="still")),
    (b"GIF89a", Format(name="GIF", reader="still")),
    (b"BM", Format(name="BMP", reader="still")),
    (b"II*\x00", _TIFF),
    (b"MM\x00*", _TIFF),
    (b"\x1aE\xdf\xa3", Format(name="matroska", reader="video")),
)
_BRANDS: Final[dict[bytes, Format]] = {
    b"avif": Format(name="AVIF", reader="still"),
    b"avis": Format(name="AVIF", reader="still"),
    b"heic": Format(name="HEIC", reader=""),
    b"heix": Format(name="HEIC", reader=""),
    b"hevc": Format(name="HEIC", reader=""),
    b"mif1": Format(name="HEIC", reader=""),
}
_QUICKTIME_ATOMS: Final = frozenset({b"moov", b"mdat", b"wide", b"free", b"skip"})

READABLE: Final = "PNG, JPEG, WebP, AVIF, GIF, BMP, TIFF, MP4, MOV, WebM or MKV"


def sniff(head: bytes) -> Format:
    """The format of a file that starts with `head` (at least `HEAD` bytes, or all of the file)."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return Format(name="WEBP", reader="still")
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], _MOVIE)
    if head[4:8] in _QUICKTIME_ATOMS:
        return _MOVIE
    return next((found for signature, found in _SIGNATURES if head.startswith(signature)), UNKNOWN)
