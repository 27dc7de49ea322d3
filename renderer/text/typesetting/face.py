"""A bundled face: its file, memory-mapped on first use, and its HarfBuzz objects."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb
from msgspec import Struct


class Face(Struct, frozen=True, eq=False):
    """A bundled face, memory-mapped on first use; one object per id.

    `file` is the name used in errors; `scripts` are the ISO 15924 codes the face is bundled for.
    """

    id: str
    path: Path
    file: str
    scripts: tuple[str, ...]

    @property
    def hb_face(self) -> hb.Face:
        """The face as a HarfBuzz object.

        Raises:
            FileNotFoundError: if its file is missing.
        """
        return _loaded(self).face

    @property
    def coverage(self) -> hb.Set:
        """The face's code points; raises as `hb_face` does."""
        return _loaded(self).coverage

    def font(self, size: float) -> hb.Font:
        """The face at `size` px per em; positions are in 1/64 px."""
        return _font(self, round(size * 64))


class _LoadedFace(NamedTuple):
    face: hb.Face
    coverage: hb.Set


@cache
def _loaded(face: Face) -> _LoadedFace:
    if not face.path.is_file():
        raise FileNotFoundError(face.file)
    loaded = hb.Face(hb.Blob.from_file_path(str(face.path)))
    return _LoadedFace(loaded, loaded.unicodes)


@lru_cache(maxsize=512)
def _font(face: Face, scale: int) -> hb.Font:
    font = hb.Font(face.hb_face)
    font.scale = (scale, scale)
    return font
