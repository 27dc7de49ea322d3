"""Numbers that are counted out and numbers that roll: what is beside them stays readable."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.painters.clean_educational import pictogram
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.props import rolling_counter
from tests.support.painted import FACTS, scene_of, spec_of


@pytest.mark.parametrize("size", [(180, 320), (540, 960), (640, 360)])
@pytest.mark.parametrize("count", [3, 12, 21, 40])
def test_things_that_are_counted_never_stand_on_their_number(
    monkeypatch: pytest.MonkeyPatch, count: int, size: tuple[int, int]
) -> None:
    tops: list[tuple[float, float]] = []
    grid = pictogram._grid

    def noted(request: Any, total: int, *, below: float) -> Any:
        spots, side = grid(request, total, below=below)
        tops.append((below, spots[0][1] - side / 2))
        assert spots[-1][1] + side / 2 < request.height
        return spots, side

    monkeypatch.setattr(pictogram, "_grid", noted)
    scene_of(msgspec.structs.replace(spec_of("pictogram"), facts=replace(FACTS, count=count)), size)
    [(below, top)] = tops
    assert below > 0.05 * size[1]
    assert top >= below - 1e-6


@pytest.mark.parametrize(
    ("text", "unit", "language"),
    [
        ("66 مليون", "مليون", Language.AR),
        ("60 करोड़", "करोड़", Language.HI),
        ("66 million", "million", Language.EN),
    ],
)
def test_the_unit_of_a_rolling_number_is_shaped_as_a_word(text: str, unit: str, language: Language) -> None:
    layers = rolling_counter.counter(
        text,
        at=(400.0, 100.0),
        size=80,
        widest=760,
        face=LetteringFace.POSTER,
        colour=(255, 255, 255),
        language=language,
        start=0.0,
        end=1.0,
    )
    drums = [layer for layer in layers if layer.window != (0, 0)]
    [word] = [layer for layer in layers if layer.window == (0, 0)]
    whole = lettering(unit, size=80, face=LetteringFace.POSTER, language=language)
    ink = np.flatnonzero(np.asarray(word.image)[..., 3].max(axis=0) > 8)
    assert ink[-1] - ink[0] == pytest.approx(whole.shape[1], abs=0.06 * whole.shape[1])
    beside = [drum.motion(0.0).x for drum in drums]
    reads_leftward = language is Language.AR
    assert all((word.motion(0.0).x < x) is reads_leftward for x in beside)
