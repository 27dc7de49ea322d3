"""A long figure stays inside the frame, and inside the card or display it is on."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.core.picture_spec import Figure
from tests.support.painted import FACTS, scene_of, spec_of

WIDE = (960, 540)
COUNTERS = ["almanac", "money_counter", "number_card", "tally"]
ON_A_SHEET = COUNTERS[:-1]
LEAST_MARGIN = 0.035


@pytest.mark.parametrize("artwork", [("octopus",), ()], ids=["beside", "alone"])
@pytest.mark.parametrize("side", [1 / 3, 2 / 3])
@pytest.mark.parametrize("text", ["9,192,631,770", "250 Millionen"])
@pytest.mark.parametrize("name", COUNTERS)
def test_a_long_figure_keeps_in_a_wide_frame_and_on_its_sheet(
    name: str, text: str, side: float, artwork: tuple[str, ...]
) -> None:
    facts = replace(FACTS, number=Figure(value=Decimal(1), text=text))
    spec = structs.replace(spec_of(name, artwork=artwork, focus=(side, 0.5)), facts=facts)
    scene = scene_of(spec, WIDE)
    drums = [(layer, layer.motion(3.0)) for layer in scene.layers if layer.window != (0, 0)]
    left = min(place.x - layer.window[0] / 2 for layer, place in drums)
    right = max(place.x + layer.window[0] / 2 for layer, place in drums)
    margin = LEAST_MARGIN * scene.base.shape[1]
    assert margin < left < right < scene.base.shape[1] - margin
    if name in ON_A_SHEET:
        # a strip as wide as the figure, without rules, so no edge of card, leaf or display crosses it
        row = round(drums[0][1].y)
        behind = (
            scene.base[row - 2 : row + 2, round(left) : round(right)].astype(np.float64).mean(axis=(0, 2))
        )
        assert np.abs(behind[4:] - behind[:-4]).max() < 40
