"""The figure of an almanac is on its leaf, and no rule or line of type runs through it."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.core.picture_spec import Figure
from tests.support.painted import FACTS, scene_of, spec_of

WIDE, TALL = (960, 540), (360, 640)
PAPER = 150
"""The least mean of red, green and blue on the leaf; desk, rules and type are darker."""
EM = 0.24
"""Half the height of a digit, relative to that of its drum's window."""


@pytest.mark.parametrize("artwork", [("octopus",), ()], ids=["beside", "alone"])
@pytest.mark.parametrize("text", ["66", "10.000", "250 Millionen", "1,234,567,890"])
@pytest.mark.parametrize(
    ("size", "focus"), [(WIDE, (0.36, 0.5)), (WIDE, (0.64, 0.5)), (TALL, (0.5, 0.3))], ids=str
)
def test_a_figure_has_nothing_but_paper_behind_it(
    text: str, size: tuple[int, int], focus: tuple[float, float], artwork: tuple[str, ...]
) -> None:
    facts = replace(FACTS, number=Figure(value=Decimal(1), text=text, unit=""))
    spec = structs.replace(spec_of("almanac", artwork=artwork, focus=focus), facts=facts)
    scene = scene_of(spec, size)
    placed = [(layer, layer.motion(3.0)) for layer in scene.layers[len(artwork) :]]
    left = min(place.x - layer.image.shape[1] / 2 for layer, place in placed)
    right = max(place.x + layer.image.shape[1] / 2 for layer, place in placed)
    tall = max(layer.window[1] for layer, _ in placed) * EM
    middle = placed[0][1].y
    behind = scene.base[round(middle - tall) : round(middle + tall), round(left) : round(right)]
    assert placed
    assert 0 <= left < right <= size[0]
    assert np.asarray(behind, np.float64).mean(axis=2).min() > PAPER
