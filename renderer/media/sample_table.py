"""The sample table of an MP4's first video track (ISO/IEC 14496-12): times and offsets; no media is read."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.errors import ClipwrightError

_CONTAINERS: Final = (b"edts", b"mdia", b"minf", b"stbl")
_HEADER: Final = 8
_LARGE: Final = 1
_MOST_BYTES: Final = 1 << 28
"""Largest `moov` box that is read: a hundred hours of film take less."""
_MOST_SAMPLES: Final = 1 << 25
"""Most samples that are read: 150 hours of film at 60 frames per second."""

Integers = npt.NDArray[np.int64]


class SampleTable(Struct, frozen=True, kw_only=True, eq=False):
    """Samples in decoding order: presentation times (`moments`) in ticks, byte offsets and sizes, key frames.

    A second has `rate` ticks; `keys` are sample numbers.
    """

    rate: int
    moments: Integers
    offsets: Integers
    sizes: Integers
    keys: Integers

    def moment(self, number: int) -> Fraction:
        """Presentation time of the sample with this number, in seconds."""
        return Fraction(int(self.moments[number]), self.rate)


def read_sample_table(path: Path) -> SampleTable:
    """The table of the file at `path`.

    Raises:
        ClipwrightError: `media_unreadable` when there is none, or it refers to bytes beyond the file's end.
    """
    try:
        table = _table(_video_boxes(_movie(path)))
    except (ValueError, KeyError, IndexError, struct.error) as error:
        raise ClipwrightError("media_unreadable", path=path, reason="no table of its pictures") from error
    if len(table.sizes) and int((table.offsets + table.sizes).max()) > path.stat().st_size:
        raise ClipwrightError("media_unreadable", path=path, reason="it is cut off")
    return table


def _movie(path: Path) -> bytes:
    """The body of the `moov` box."""
    with path.open("rb") as file:
        position, end = 0, file.seek(0, 2)
        while position + _HEADER <= end:
            file.seek(position)
            size, kind = struct.unpack(">I4s", file.read(_HEADER))
            head = _HEADER
            if size == _LARGE:
                size, head = int.from_bytes(file.read(8), "big"), 2 * _HEADER
            if kind == b"moov" and head <= size <= _MOST_BYTES:
                return file.read(size - head)
            if size < head:
                break
            position += size
    message = "no moov"
    raise ValueError(message)


def _boxes(body: bytes) -> list[tuple[bytes, bytes]]:
    found, position = [], 0
    while position + _HEADER <= len(body):
        size, kind = struct.unpack_from(">I4s", body, position)
        if size < _HEADER:
            break
        found.append((kind, body[position + _HEADER : position + size]))
        position += size
    return found


def _video_boxes(movie: bytes) -> Mapping[bytes, bytes]:
    """The boxes of the first video track."""
    top = _boxes(movie)
    for kind, body in top:
        boxes = dict(_boxes(body)) if kind == b"trak" else {}
        for inner in _CONTAINERS:
            boxes |= dict(_boxes(boxes.get(inner, b"")))
        if boxes.get(b"hdlr", b"")[8:12] == b"vide":
            return dict(top) | boxes
    message = "no track of pictures"
    raise ValueError(message)


def _table(boxes: Mapping[bytes, bytes]) -> SampleTable:
    sizes = _sizes(boxes[b"stsz"])
    steps = _runs(boxes[b"stts"], samples=len(sizes))
    later = _runs(boxes[b"ctts"], samples=len(sizes)) if b"ctts" in boxes else np.zeros_like(sizes)
    rate = _rate(boxes[b"mdhd"])
    keys = _numbers(boxes[b"stss"], 8) - 1 if b"stss" in boxes else np.arange(len(sizes))
    return SampleTable(
        rate=rate,
        moments=np.cumsum(steps) - steps + later + _edited(boxes, rate=rate),
        offsets=_offsets(boxes, sizes),
        sizes=sizes,
        keys=keys[(keys >= 0) & (keys < len(sizes))],
    )


def _rate(header: bytes) -> int:
    """Ticks per second, from the body of an `mdhd` or `mvhd` box."""
    rate = int.from_bytes(header[20:24] if header[0] == 1 else header[12:16], "big")
    if not rate:
        message = "seconds have no ticks"
        raise ValueError(message)
    return rate


def _edited(boxes: Mapping[bytes, bytes], *, rate: int) -> int:
    """Ticks by which the edit list delays all samples; our own files have no edit list."""
    body = boxes.get(b"elst", bytes(8))
    entry, later = ">Qqi" if body[0] == 1 else ">Iii", 0
    for duration, start, _ in struct.iter_unpack(entry, body[8:]):
        if start >= 0:
            return later - int(start)
        later += int(duration) * rate // _rate(boxes[b"mvhd"])
    return later


def _numbers(body: bytes, start: int, kind: str = ">u4") -> Integers:
    return np.frombuffer(body, kind, offset=start).astype(np.int64)


def _sizes(body: bytes) -> Integers:
    alike, count = struct.unpack_from(">II", body, 4)
    if count > _MOST_SAMPLES:
        message = "more samples than a film has"
        raise ValueError(message)
    return np.full(count, alike, np.int64) if alike else _numbers(body, 12)[:count]


def _runs(body: bytes, *, samples: int) -> Integers:
    """Values of `stts` or `ctts` for each sample; they are read as signed, as players do."""
    counts, values = _numbers(body, 8, ">i4").reshape(-1, 2).T
    if (counts < 0).any() or int(counts.sum()) != samples:
        message = "times and samples do not agree"
        raise ValueError(message)
    return np.repeat(values, counts)


def _offsets(boxes: Mapping[bytes, bytes], sizes: Integers) -> Integers:
    """Byte offset of each sample; the samples of a chunk are contiguous."""
    chunks = _numbers(boxes[b"co64"], 8, ">i8") if b"co64" in boxes else _numbers(boxes[b"stco"], 8)
    first, each, _ = _numbers(boxes[b"stsc"], 8).reshape(-1, 3).T
    counts = np.repeat(each, np.diff(first, append=len(chunks) + 1))
    if len(counts) != len(chunks) or int(counts.sum()) != len(sizes):
        message = "chunks and samples do not agree"
        raise ValueError(message)
    before = np.cumsum(sizes) - sizes
    starts = np.cumsum(counts) - counts
    filled = counts > 0
    into = np.zeros_like(chunks)
    into[filled] = before[starts[filled]]
    return np.asarray(np.repeat(chunks - into, counts) + before, np.int64)
