"""A file is what its first bytes say, whatever its name, its later bytes or a similar format suggest."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from renderer.media.sources.file_type import HEAD, READABLE, UNKNOWN, sniff

STILLS = ["PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "AVIF"]


def picture(name: str) -> bytes:
    into = io.BytesIO()
    Image.new("RGB", (16, 16), (9, 90, 190)).save(into, format=name)
    return into.getvalue()


def box(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I4s", 8 + len(content), kind) + content


@pytest.mark.parametrize("name", STILLS)
def test_every_picture_is_told_by_its_head_alone(name: str) -> None:
    head = picture(name)[:HEAD]
    found = sniff(head)
    assert (found.name, found.reader) == (name, "still")
    with Image.open(io.BytesIO(picture(name))) as opened:
        assert opened.format == found.name


@pytest.mark.parametrize("order", ["<", ">"], ids=["little-endian", "big-endian"])
def test_tiff_of_either_byte_order(order: str) -> None:
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}H", 42) + bytes(8)
    assert sniff(head).name == "TIFF"


@pytest.mark.parametrize(
    ("suffix", "name"), [("mp4", "mov"), ("mov", "mov"), ("mkv", "matroska"), ("webm", "matroska")]
)
def test_every_video_is_told_and_its_demuxer_opens_it(tmp_path: Path, suffix: str, name: str) -> None:
    path = tmp_path / f"clip.{suffix}"
    codec = {"webm": "libvpx"}.get(suffix, "mpeg4")
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = 32, 32, "yuv420p"
        frame = av.VideoFrame.from_ndarray(np.full((48, 32), 100, np.uint8), format="yuv420p")
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)
    found = sniff(path.read_bytes()[:HEAD])
    assert (found.name, found.reader) == (name, "video")
    with av.open(str(path), format=found.name) as container:
        assert container.streams.video[0].width == 32


@pytest.mark.parametrize("brand", [b"isom", b"mp42", b"qt  ", b"M4V ", b"avc1", b"dash", b"3gp5"])
def test_brands_of_films_are_films(brand: bytes) -> None:
    assert sniff(box(b"ftyp", brand + bytes(12))).reader == "video"


@pytest.mark.parametrize("atom", [b"moov", b"mdat", b"wide", b"free", b"skip"])
def test_old_quicktime_files_begin_with_any_atom(atom: bytes) -> None:
    assert sniff(box(atom, bytes(24))).name == "mov"


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"hevc", b"mif1"])
def test_pictures_of_telephones_are_known_but_have_no_reader(brand: bytes) -> None:
    found = sniff(box(b"ftyp", brand + bytes(12)))
    assert (found.name, found.reader) == ("HEIC", "")


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\x89",
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
        b"RIFF\x24\x00\x00\x00AVI LIST",
        b"%PDF-1.7",
        b"<svg xmlns='http://www.w3.org/2000/svg'>",
        b"#EXTM3U\n",
        b"ffconcat version 1.0\n",
        b"PK\x03\x04",
        b"\x7fELF",
        b"OggS",
        b"8BPS",
        b"\x00\x00\x00\x0cJXL ",
        b"ID3\x04",
        b"GIF88a",
        b"\xff\xd9\xff",
        b"ftypisom",
    ],
)
def test_everything_else_is_unknown(head: bytes) -> None:
    assert sniff(head) is UNKNOWN
    assert UNKNOWN.reader == ""


@given(tail=st.binary(max_size=64))
@settings(max_examples=40, deadline=None)
def test_what_follows_the_head_changes_nothing(tail: bytes) -> None:
    for name in STILLS:
        head = picture(name)[:HEAD]
        assert sniff(head + tail) == sniff(head)


@given(head=st.binary(max_size=HEAD))
@settings(max_examples=50, deadline=None)
def test_any_bytes_have_an_answer(head: bytes) -> None:
    assert sniff(head).reader in {"still", "video", ""}


def test_the_sentence_for_users_names_every_format_that_is_read() -> None:
    named = READABLE.upper()
    assert all(name in named for name in (*STILLS, "MP4", "MOV", "WEBM", "MKV"))
    assert "HEIC" not in named
