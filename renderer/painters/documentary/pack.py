"""The painters of the documentary pack; their weights are in assets/style_packs."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import Need, Painter
from renderer.painters.documentary import (
    almanac,
    archival_collage,
    atlas_plate,
    comparative_plate,
    constellation,
    dust_light,
    family_tree,
    globe,
    ink_bars,
    ink_in_water,
    lantern_slide,
    medallion,
    paper_landscape,
    parchment_map,
    then_and_now,
    timeline,
    topographic,
)

PAINTERS: Final = (
    Painter(name="parchment_map", paint=parchment_map.paint, moving=True),
    Painter(name="archival_collage", paint=archival_collage.paint),
    Painter(name="topographic", paint=topographic.paint, moving=True),
    Painter(name="ink_in_water", paint=ink_in_water.paint, moving=True),
    Painter(name="paper_landscape", paint=paper_landscape.paint, deep=True),
    Painter(name="constellation", paint=constellation.paint, needs=frozenset({Need.ARTWORK}), moving=True),
    Painter(name="dust_light", paint=dust_light.paint, needs=frozenset({Need.ARTWORK}), deep=True),
    Painter(name="medallion", paint=medallion.paint, needs=frozenset({Need.ARTWORK})),
    Painter(name="lantern_slide", paint=lantern_slide.paint),
    Painter(name="timeline", paint=timeline.paint, needs=frozenset({Need.YEARS}), moving=True),
    Painter(name="almanac", paint=almanac.paint, needs=frozenset({Need.NUMBER}), moving=True),
    Painter(name="ink_bars", paint=ink_bars.paint, needs=frozenset({Need.COMPARISON}), moving=True),
    Painter(name="atlas_plate", paint=atlas_plate.paint, needs=frozenset({Need.PLACE}), moving=True),
    Painter(
        name="comparative_plate",
        paint=comparative_plate.paint,
        needs=frozenset({Need.SIZES}),
        moving=True,
        subjects=4,
    ),
    Painter(name="globe", paint=globe.paint, needs=frozenset({Need.PLACE}), moving=True),
    Painter(name="then_and_now", paint=then_and_now.paint, needs=frozenset({Need.CHANGE}), moving=True),
    Painter(name="family_tree", paint=family_tree.paint, needs=frozenset({Need.KIN}), moving=True),
)
