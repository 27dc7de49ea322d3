"""The painters of the dramatic explainer pack; their weights are in assets/style_packs."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import Need, Painter
from renderer.painters.dramatic_explainer import (
    clockwork,
    diorama,
    evidence_board,
    fault_line,
    giants,
    headline,
    neon_city,
    radar,
    shattered_glass,
    smoke,
    spotlight,
    storm_sky,
    tally,
    war_map,
)

PAINTERS: Final = (
    Painter(name="storm_sky", paint=storm_sky.paint, moving=True),
    Painter(name="spotlight", paint=spotlight.paint, needs=frozenset({Need.ARTWORK}), deep=True),
    Painter(name="clockwork", paint=clockwork.paint, moving=True),
    Painter(name="evidence_board", paint=evidence_board.paint, moving=True, subjects=3),
    Painter(name="neon_city", paint=neon_city.paint, deep=True),
    Painter(
        name="shattered_glass", paint=shattered_glass.paint, needs=frozenset({Need.ARTWORK}), moving=True
    ),
    Painter(name="smoke", paint=smoke.paint, moving=True),
    Painter(name="radar", paint=radar.paint, moving=True),
    Painter(name="headline", paint=headline.paint, lettered=True),
    Painter(name="tally", paint=tally.paint, needs=frozenset({Need.NUMBER}), moving=True),
    Painter(name="war_map", paint=war_map.paint, needs=frozenset({Need.PLACE}), moving=True),
    Painter(name="diorama", paint=diorama.paint, needs=frozenset({Need.ARTWORK}), subjects=3, deep=True),
    Painter(name="giants", paint=giants.paint, needs=frozenset({Need.SIZES}), moving=True, subjects=4),
    Painter(name="fault_line", paint=fault_line.paint, needs=frozenset({Need.CHANGE}), moving=True),
)
