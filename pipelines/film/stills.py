"""Stills by which a film's director compares pictures, kept: after an edit only new pictures are painted."""

from __future__ import annotations

import zlib
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from pipelines.asset_digests import asset_digest
from renderer.core.picture_spec import PainterSpec
from renderer.rendering.segment_content import VERSION as DRAWN
from renderer.runtime.kept_parts import KeptParts, part_key
from renderer.visuals.direction.similarity import PaintStill
from renderer.visuals.style_pack import StylePackFile

VERSION: Final = 1
"""Raise it when the same picture gives another still although its frames are the same."""
_Luma: TypeAlias = npt.NDArray[np.uint8]
_FAST: Final = 1
_ROWS_BYTES: Final = 2
_DRAWINGS: Final = ("artwork/artwork.zip", "geography/outlines.npz", "geography/features.npz")
"""Files with what painters draw, which their specification only names."""


def kept_stills(paint: PaintStill, parts: KeptParts) -> PaintStill:
    """Like `paint`, reusing stills that earlier runs have kept in this workspace."""
    return _KeptStills(paint, parts, drawings=tuple(map(asset_digest, _DRAWINGS)))


class _KeptStills(Struct, frozen=True):
    """A `PaintStill`; `drawings` are digests of what painters draw."""

    paint: PaintStill
    parts: KeptParts
    drawings: tuple[str, ...]

    def __call__(self, spec: PainterSpec, pack: StylePackFile, seconds: float) -> _Luma:
        """The still as it was kept, or painted and kept."""
        key = self._key(spec, pack, seconds)
        known = _unpacked(self.parts.facts(key))
        if known is not None:
            return known
        made = self.paint(spec, pack, seconds)
        rows = len(made).to_bytes(_ROWS_BYTES, "little")
        self.parts.keep_facts(key, zlib.compress(rows + made.tobytes(), _FAST))
        return made

    def _key(self, spec: PainterSpec, pack: StylePackFile, seconds: float) -> str:
        """The key of a still; a chapter has only some of its pack's palettes, the rest is the pack's file."""
        decided_by = {
            "spec": spec,
            "seconds": seconds,
            "pack": asset_digest(f"style_packs/{pack.pack}.toml"),
            "palettes": pack.palettes,
            "drawings": self.drawings,
            "drawn": DRAWN,
        }
        return part_key("still", version=VERSION, decided_by=decided_by)


def _unpacked(kept: bytes) -> _Luma | None:
    """The still, or None if nothing or something else was kept."""
    try:
        plain = zlib.decompress(kept)
        rows = int.from_bytes(plain[:_ROWS_BYTES], "little")
        return np.frombuffer(plain, np.uint8, offset=_ROWS_BYTES).reshape(rows, -1)
    except (zlib.error, ValueError):
        return None
