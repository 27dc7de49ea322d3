"""The painters of the clean educational pack; their weights are in assets/style_packs."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import Need, Painter
from renderer.painters.clean_educational import (
    blueprint,
    calendar_leaf,
    chalkboard,
    columns,
    halftone_poster,
    magnifier,
    number_card,
    orbit,
    paper_cards,
    paper_ruler,
    pictogram,
    soft_blobs,
    steps,
    strata,
    tree_cards,
    wall_map,
    wipe_card,
)

PAINTERS: Final = (
    Painter(name="blueprint", paint=blueprint.paint, moving=True),
    Painter(name="chalkboard", paint=chalkboard.paint, moving=True),
    Painter(name="halftone_poster", paint=halftone_poster.paint),
    Painter(name="orbit", paint=orbit.paint, moving=True, subjects=3),
    Painter(name="paper_cards", paint=paper_cards.paint, subjects=3),
    Painter(name="steps", paint=steps.paint),
    Painter(name="magnifier", paint=magnifier.paint, moving=True, subjects=3),
    Painter(name="soft_blobs", paint=soft_blobs.paint),
    Painter(name="strata", paint=strata.paint, deep=True, subjects=3),
    Painter(name="columns", paint=columns.paint, needs=frozenset({Need.COMPARISON}), moving=True),
    Painter(name="number_card", paint=number_card.paint, needs=frozenset({Need.NUMBER}), moving=True),
    Painter(name="wall_map", paint=wall_map.paint, needs=frozenset({Need.PLACE}), moving=True),
    Painter(name="calendar_leaf", paint=calendar_leaf.paint, needs=frozenset({Need.DATE}), moving=True),
    Painter(name="pictogram", paint=pictogram.paint, needs=frozenset({Need.COUNT}), moving=True),
    Painter(
        name="paper_ruler", paint=paper_ruler.paint, needs=frozenset({Need.SIZES}), moving=True, subjects=4
    ),
    Painter(name="wipe_card", paint=wipe_card.paint, needs=frozenset({Need.CHANGE}), moving=True),
    Painter(name="tree_cards", paint=tree_cards.paint, needs=frozenset({Need.KIN}), moving=True),
)
