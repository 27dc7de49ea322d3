"""Normalised media on disk: raw planar frames, read one at a time without decoding.

Layout: the stored frames as Y, U and V planes, a JSON footer, its length in 4 little-endian bytes, 8 bytes
of magic. A frame that stays on screen for several output frames is stored once (see `PlanarFooter.order`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from renderer.compositor.planes import Planes
from renderer.errors import ClipwrightError

MAGIC: Final = b"CWPLANE1"
_TAIL: Final = len(MAGIC) + 4


class PlanarFooter(Struct, frozen=True, kw_only=True):
    """`order[i]` in `[0, stored)` is the frame shown as output frame `i`; sizes are even."""

    width: int
    height: int
    fps: int
    stored: int
    order: tuple[int, ...]

    @property
    def frame_bytes(self) -> int:
        """Size of a stored frame in bytes."""
        return self.width * self.height * 3 // 2


class PlanarWriter:
    """Writes a planar file frame by frame; all frames have the size of the first."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._size = (0, 0)
        self.stored = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, planes: Planes) -> None:
        """Append a frame."""
        self._size = (planes.width, planes.height)
        self._file.writelines(np.ascontiguousarray(plane).data for plane in (planes.y, planes.u, planes.v))
        self.stored += 1

    def finish(self, *, order: Sequence[int], fps: int) -> PlanarFooter:
        """Write the footer; no frame may be added afterwards."""
        width, height = self._size
        footer = PlanarFooter(width=width, height=height, fps=fps, stored=self.stored, order=tuple(order))
        text = json.dumps(asdict(footer), separators=(",", ":")).encode()
        self._file.write(text + len(text).to_bytes(4, "little") + MAGIC)
        return footer


class PlanarFrames:
    """Random access to the output frames of a planar file; a read loads only that frame into memory."""

    def __init__(self, path: Path, footer: PlanarFooter) -> None:
        self._path = path
        self.footer = footer

    def __len__(self) -> int:
        return len(self.footer.order)

    def __getitem__(self, index: int) -> Planes:
        """Output frame `index`.

        Raises:
            IndexError: there is no such frame.
        """
        footer = self.footer
        offset = footer.order[index] * footer.frame_bytes
        raw = np.fromfile(self._path, np.uint8, footer.frame_bytes, offset=offset)
        luma, half = footer.width * footer.height, (footer.height // 2, footer.width // 2)
        u_end = luma + luma // 4
        return Planes(
            raw[:luma].reshape(footer.height, footer.width),
            raw[luma:u_end].reshape(half),
            raw[u_end:].reshape(half),
        )


def is_planar(path: Path) -> bool:
    """Whether a file ends with the magic of planar files."""
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, 2) - len(MAGIC)))
        return file.read() == MAGIC


def open_frames(path: Path) -> PlanarFrames:
    """The frames of a planar file, as written by `normalise`.

    Raises:
        ClipwrightError: `artifact_corrupt` when the file is damaged or not a planar file.
    """
    try:
        with path.open("rb") as file:
            end = file.seek(0, 2)
            file.seek(max(0, end - _TAIL))
            tail = file.read()
            length = int.from_bytes(tail[:4], "little")
            file.seek(max(0, end - _TAIL - length))
            facts = json.loads(file.read(length)) if tail[4:] == MAGIC else {}
        footer = PlanarFooter(**{**facts, "order": tuple(facts["order"])})
        fits = end == footer.stored * footer.frame_bytes + length + _TAIL
        is_whole = fits and min(footer.order) >= 0 and max(footer.order) < footer.stored
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ClipwrightError("artifact_corrupt", digest=path.name) from error
    if not is_whole:
        raise ClipwrightError("artifact_corrupt", digest=path.name)
    return PlanarFrames(path, footer)
