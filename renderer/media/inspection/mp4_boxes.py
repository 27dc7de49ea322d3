"""The box structure of an MP4 file (ISO/IEC 14496-12), read without decoding anything."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

_PARENTS: Final = frozenset({b"moov", b"trak", b"mdia", b"edts"})
_LARGE: Final = 1
_TO_THE_END: Final = 0
_HEADER: Final = 8


class Layout(Struct, frozen=True, kw_only=True):
    """Top-level boxes in file order, and how many tracks carry an edit list (`elst`)."""

    order: tuple[str, ...]
    edit_lists: int

    @property
    def fast_start(self) -> bool:
        """Whether a player can start before it has the whole file: `moov` precedes `mdat`."""
        known = "moov" in self.order and "mdat" in self.order
        return known and self.order.index("moov") < self.order.index("mdat")


def read_layout(path: Path) -> Layout:
    """Layout of the file at `path`. A file that is not an MP4 gives a meaningless layout, never an error."""
    with path.open("rb") as file:
        end = file.seek(0, 2)
        boxes = list(_walk(file, 0, end))
    order = tuple(kind.decode("latin-1") for kind, depth in boxes if depth == 0)
    return Layout(order=order, edit_lists=sum(kind == b"elst" for kind, _ in boxes))


def _walk(file: BinaryIO, start: int, end: int, depth: int = 0) -> Iterator[tuple[bytes, int]]:
    position = start
    while position + _HEADER <= end:
        file.seek(position)
        size, kind = struct.unpack(">I4s", file.read(_HEADER))
        body = position + _HEADER
        if size == _LARGE:
            large = file.read(8)
            size, body = int.from_bytes(large, "big"), body + len(large)
        elif size == _TO_THE_END:
            size = end - position
        if size < _HEADER:
            return
        yield kind, depth
        if kind in _PARENTS:
            yield from _walk(file, body, min(end, position + size), depth + 1)
        position += size
