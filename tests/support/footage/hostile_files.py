"""Hostile video files by seed: damaged, with false sizes, or referring to other resources."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import numpy as np

from tests.support.counted import counted_video

Maker = Callable[[np.random.Generator, bytes], bytes]
PARENTS: Final = frozenset({b"moov", b"trak", b"mdia", b"minf", b"dinf", b"stbl", b"edts", b"udta"})
BOASTING: Final = frozenset(
    {b"stsz", b"stts", b"stco", b"stsc", b"ctts", b"tkhd", b"mvhd", b"mdhd", b"elst", b"stsd", b"stss"}
)
HEADER: Final = 8
_MILLISECOND: Final = Fraction(1, 1000)


def box(kind: bytes, body: bytes) -> bytes:
    """Encode an MP4 box."""
    return struct.pack(">I4s", len(body) + HEADER, kind) + body


def boxes(video: bytes, start: int = 0, stop: int = -1) -> Iterator[tuple[int, int, bytes]]:
    """(offset, size, kind) of all boxes, parents before their children."""
    stop = len(video) if stop < 0 else stop
    while start + HEADER <= stop:
        size, kind = struct.unpack_from(">I4s", video, start)
        if size < HEADER or start + size > stop:
            return
        yield start, size, kind
        if kind in PARENTS:
            yield from boxes(video, start + HEADER, start + size)
        start += size


def good_files(folder: Path) -> list[bytes]:
    """Small valid videos: MP4 with sound, MOV, WebM, Matroska with an attachment."""
    mp4 = counted_video(folder / "a.mp4", 30, tracks=(440, 880), options={"bf": "2"})
    mov = counted_video(folder / "a.mov", 20)
    webm = counted_video(
        folder / "a.webm", 20, codec="libvpx", options={"deadline": "realtime"}, tick=_MILLISECOND
    )
    return [mp4.read_bytes(), mov.read_bytes(), webm.read_bytes(), with_attachment(folder)]


def with_attachment(folder: Path) -> bytes:
    """A Matroska file with an attachment element appended."""
    picture = counted_video(folder / "b.mkv", 20, tick=_MILLISECOND)
    path = folder / "c.mkv"
    with av.open(picture) as source, av.open(path, "w") as out:
        stream = out.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                out.mux(packet)
    attached = b"\x19\x41\xa4\x69" + b"\x90" + b"\x61\xa7\x8d" + b"\x46\x6e\x89evil.html"
    return path.read_bytes() + attached


def truncated(rng: np.random.Generator, video: bytes) -> bytes:
    """The beginning of a video."""
    return video[: int(rng.integers(1, len(video)))]


def flipped(rng: np.random.Generator, video: bytes) -> bytes:
    """A video with some bits flipped."""
    data = np.frombuffer(video, np.uint8).copy()
    places = rng.integers(0, len(data), int(rng.integers(1, 300)))
    data[places] ^= (1 << rng.integers(0, 8, len(places))).astype(np.uint8)
    return data.tobytes()


def flipped_index(rng: np.random.Generator, video: bytes) -> bytes:
    """A video with bits flipped from the index on, so that its metadata is nonsense."""
    at = video.find(b"moov")
    at = max(at, 0)
    data = bytearray(video)
    for place in rng.integers(at, len(data), int(rng.integers(1, 40))):
        data[int(place)] ^= 1 << int(rng.integers(0, 8))
    return bytes(data)


def giant_boxes(rng: np.random.Generator, video: bytes) -> bytes:
    """A video in which some boxes have false sizes."""
    found = list(boxes(video))
    if not found:
        return flipped(rng, video)
    data = bytearray(video)
    for _ in range(int(rng.integers(1, 4))):
        offset, size, _ = found[int(rng.integers(len(found)))]
        said = rng.choice([0, 1, 7, 8, size - 1, size + 1, 0x7FFFFFFF, 0xFFFFFFFF])
        struct.pack_into(">I", data, offset, int(said))
        if said == 1 and offset + 16 <= len(data):
            struct.pack_into(">Q", data, offset + HEADER, int(rng.integers(1, 1 << 62)))
    return bytes(data)


def boastful(rng: np.random.Generator, video: bytes) -> bytes:
    """A video with enormous sizes, counts and times in its index: bombs of resolution, frames, duration."""
    data = bytearray(video)
    kinds = {
        b"stsz",
        b"stts",
        b"stco",
        b"stsc",
        b"ctts",
        b"tkhd",
        b"mvhd",
        b"mdhd",
        b"elst",
        b"stsd",
        b"stss",
    }
    found = [one for one in boxes(video) if one[2] in kinds]
    if not found:
        return flipped(rng, video)
    for offset, size, kind in found:
        if rng.random() < 0.4 or kind == b"stsd":
            place = offset + HEADER + 4 * int(rng.integers(0, max(1, (size - HEADER) // 4)))
            value = int(rng.choice([0x7FFFFFFF, 0xFFFFFFFF, 0x10000, 0x3FFF3FFF, 1_000_000_000]))
            if place + 4 <= offset + size:
                struct.pack_into(">I", data, place, value)
    return bytes(data)


def many_streams(rng: np.random.Generator, video: bytes) -> bytes:
    """A video with the same track up to 900 times."""
    found = {kind: (offset, size) for offset, size, kind in boxes(video)}
    if b"moov" not in found or b"trak" not in found:
        return flipped(rng, video)
    start, size = found[b"moov"]
    track_at, track_size = found[b"trak"]
    track = video[track_at : track_at + track_size]
    body = video[start + HEADER : start + size] + track * int(rng.integers(40, 900))
    return video[:start] + box(b"moov", body) + video[start + size :]


def noise(rng: np.random.Generator, video: bytes) -> bytes:
    """The first bytes of a video, followed by random bytes."""
    return video[: int(rng.integers(4, 64))] + rng.bytes(int(rng.integers(1, 50_000)))


def pointing(address: str, canary: Path) -> Maker:
    """A maker of playlists, scripts and pages disguised as videos, and of videos with data references."""

    def make(rng: np.random.Generator, video: bytes) -> bytes:
        target = str(rng.choice([address, f"file://{canary}", str(canary), f"concat:{canary}|{canary}"]))
        lines = f"#EXTINF:1,\n{target}\n"
        texts = [
            f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n{lines}#EXT-X-ENDLIST\n",
            f"ffconcat version 1.0\nfile '{target}'\n",
            f'<MPD type="static"><Period><BaseURL>{target}</BaseURL></Period></MPD>',
            f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{target}"/></svg>',
            f'<!doctype html><video src="{target}"></video><script src="{target}"></script>',
            f"[playlist]\nFile1={target}\nNumberOfEntries=1\n",
            "v=0\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n",
            f"1\n00:00:00,000 --> 00:00:09,000\n<img src='{target}'>\n",
        ]
        text = texts[int(rng.integers(len(texts)))].encode()
        form = int(rng.integers(4))
        if form == 0:
            return text
        if form == 1:
            return box(b"ftyp", b"isom\0\0\2\0isomiso2") + text
        if form == 2:
            return b"\x1aE\xdf\xa3" + text
        return referring(video, target.encode() + b"\0")

    return make


def referring(video: bytes, target: bytes) -> bytes:
    """The video without its media data, with its data references pointing to `target`."""
    return b"".join(
        box(kind, bytes(size - HEADER) if kind == b"mdat" else _referring(video, offset, size, target))
        for offset, size, kind in _level(video, 0, len(video))
    )


def _level(video: bytes, start: int, stop: int) -> Iterator[tuple[int, int, bytes]]:
    while start + HEADER <= stop:
        size, kind = struct.unpack_from(">I4s", video, start)
        if size < HEADER or start + size > stop:
            return
        yield start, size, kind
        start += size


def _referring(video: bytes, offset: int, size: int, target: bytes) -> bytes:
    kind, body = video[offset + 4 : offset + 8], video[offset + HEADER : offset + size]
    if kind == b"dref":
        return body[:8] + box(b"url ", bytes(4) + target)
    if kind not in PARENTS:
        return body
    inner = _level(video, offset + HEADER, offset + size)
    return b"".join(box(name, _referring(video, at, length, target)) for at, length, name in inner)


def makers(address: str, canary: Path) -> dict[str, Maker]:
    """Every maker of hostile files, by name."""
    return {
        "truncated": truncated,
        "flipped": flipped,
        "flipped index": flipped_index,
        "giant boxes": giant_boxes,
        "boastful": boastful,
        "many streams": many_streams,
        "noise": noise,
        "pointing": pointing(address, canary),
    }
