"""Detects the audio codec of an answer by its first bytes, and defines the port for decoders."""

from __future__ import annotations

from typing import Final, Protocol

from renderer.backends.speech.base import Samples

_OGG_HEAD: Final = 64
_LAYER_III: Final = (0xE6, 0xE2)
_ADTS: Final = (0xF6, 0xF0)
_SYNC: Final = 0xFF


class SoundDecoder(Protocol):
    """Decodes the audio that speech endpoints send other than WAV."""

    def __call__(self, body: bytes, *, kind: str, longest_seconds: float) -> tuple[Samples, int]:
        """Mono samples in [-1, 1], at most about `longest_seconds` of them, and their rate in hertz.

        `kind` is a result of `coded_kind`.

        Raises:
            ValueError: the bytes are no such audio; the message says why.
        """
        ...


def no_decoder(body: bytes, *, kind: str, longest_seconds: float) -> tuple[Samples, int]:
    """The decoder where only WAV is supported.

    Raises:
        ValueError: always.
    """
    del body, longest_seconds
    reason = f"it is {kind}, which nothing here decodes"
    raise ValueError(reason)


def coded_kind(body: bytes) -> str:
    """One of "mp3", "aac", "flac" or "opus" (in Ogg); "" for anything else, such as WAV."""
    if body.startswith(b"fLaC"):
        return "flac"
    if body.startswith(b"OggS"):
        return "opus" if b"OpusHead" in body[:_OGG_HEAD] else ""
    if body.startswith(b"ID3"):
        return "mp3"
    if len(body) > 1 and body[0] == _SYNC:
        return next((kind for kind, (mask, bits) in _FRAMES.items() if body[1] & mask == bits), "")
    return ""


_FRAMES: Final = {"mp3": _LAYER_III, "aac": _ADTS}
"""Mask and value of the second byte of a frame header: ISO/IEC 11172-3 (layer III), 13818-7 (ADTS)."""
