"""Stills by which a film's director compares pictures, kept: after an edit only new pictures are painted."""

from __future__ import annotations

import zlib
from functools import partial
from typing import Final

import numpy as np

from pipelines.asset_digests import asset_digest
from renderer.core.picture_spec import PainterSpec
from renderer.painters.layered_picture import ByteImage
from renderer.rendering.segment_content import VERSION as DRAWN
from renderer.runtime.kept_parts import KeptParts, part_key
from renderer.visuals.direction.similarity import PaintStill
from renderer.visuals.film.still import STILL_HEIGHT, STILL_WIDTH, painted_still
from renderer.visuals.style_pack import StylePackFile

VERSION: Final = 1
"""Raise it where the same picture is another still, though its frames are what they were."""
_FAST: Final = 1
_DRAWINGS: Final = ("artwork/artwork.zip", "geography/outlines.npz", "geography/features.npz")
"""What painters draw that their specification only names."""


def kept_stills(parts: KeptParts) -> PaintStill:
    """As `painted_still`, from what earlier runs have kept in this workspace where that is possible."""
    return partial(_still, parts)


def _still(parts: KeptParts, spec: PainterSpec, pack: StylePackFile, seconds: float) -> ByteImage:
    key = _key(spec, pack, seconds)
    known = _unpacked(parts.facts(key))
    if known is not None:
        return known
    made = painted_still(spec, pack, seconds)
    parts.keep_facts(key, zlib.compress(made.tobytes(), _FAST))
    return made


def _key(spec: PainterSpec, pack: StylePackFile, seconds: float) -> str:
    """A film's chapter has some of its pack's palettes; the rest of the pack is in its file."""
    decided_by = {
        "spec": spec,
        "seconds": seconds,
        "pack": asset_digest(f"style_packs/{pack.pack}.toml"),
        "palettes": pack.palettes,
        "drawings": [asset_digest(name) for name in _DRAWINGS],
        "drawn": DRAWN,
    }
    return part_key("still", version=VERSION, decided_by=decided_by)


def _unpacked(kept: bytes) -> ByteImage | None:
    """The still, or None where nothing or something else was kept."""
    try:
        values = np.frombuffer(zlib.decompress(kept), np.uint8)
    except zlib.error:
        return None
    return values.reshape(STILL_HEIGHT, STILL_WIDTH) if values.size == STILL_HEIGHT * STILL_WIDTH else None
