"""Bars and columns of a comparison are as long as their amounts, in pixels, from one line, in order."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, PainterSpec
from tests.support.painted import DURATION, FACTS, filmed, luma_at, scene_of, spec_of

UPRIGHT, WIDE = (270, 480), (480, 270)
PAINTERS = ("ink_bars", "bar_race", "columns")
RISING = ("columns",)


def compared(
    name: str,
    *values: float,
    labels: Sequence[str] = "AB",
    texts: tuple[str, ...] = (),
    language: Language = Language.EN,
) -> PainterSpec:
    """The same labels and texts whatever the amounts, so that two pictures differ only in their bars."""
    series = tuple(
        Measure(label=label, value=Decimal(str(value)), text=texts[index] if texts else "7")
        for index, (label, value) in enumerate(zip(labels, values, strict=True))
    )
    spec = spec_of(name, artwork=())
    return structs.replace(spec, facts=replace(FACTS, series=series), language=language)


def end(spec: PainterSpec, size: tuple[int, int]) -> npt.NDArray[np.int_]:
    return luma_at(filmed(spec, size), DURATION, size).astype(np.int_)


def tip(name: str, value: float, size: tuple[int, int]) -> float:
    """Where the second bar ends: the edge of what a bar of half the amount lacks."""
    differs = np.abs(end(compared(name, 100, value), size) - end(compared(name, 100, value / 2), size)) > 12
    along = differs.sum(axis=1 if name in RISING else 0)
    found = np.flatnonzero(along >= 4)
    assert found.size, "both amounts give the same picture"
    return float(size[1] - found[0]) if name in RISING else float(found[-1] + 1)


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("name", ["ink_bars", "bar_race"])
def test_lengths_are_in_the_ratio_of_the_amounts(name: str, size: tuple[int, int]) -> None:
    """Tips of a quarter, a half and the whole lie on a straight line that gives length 0 for amount 0."""
    quarter, half, whole = (tip(name, value, size) for value in (25, 50, 100))
    assert half - quarter == pytest.approx((whole - half) / 2, abs=2.5)
    foot = whole - 2 * (whole - half)
    assert quarter - foot == pytest.approx((whole - foot) / 4, abs=2.5)
    assert whole - foot > 0.3 * size[0]
    assert 0 < foot < whole < size[0]


def test_columns_rise_in_the_ratio_of_their_amounts() -> None:
    """Each column carries a number, so a column is measured in its own layer, as tall as it is shown."""
    heights = {}
    for value in (25, 50, 75, 100):
        column = scene_of(compared("columns", 100, value), UPRIGHT).layers[3]
        assert column.motion(DURATION).scale == pytest.approx(1.0)
        heights[value] = column.image.shape[0]
    assert heights[50] / heights[100] == pytest.approx(0.5, abs=0.03)
    assert heights[25] / heights[100] == pytest.approx(0.25, abs=0.03)
    assert heights[75] / heights[100] == pytest.approx(0.75, abs=0.03)
    picture = end(compared("columns", 100, 100), UPRIGHT)
    lower = end(compared("columns", 100, 50), UPRIGHT)
    changed = np.abs(picture - lower) > 12
    rows = np.flatnonzero(changed[:, UPRIGHT[0] // 2 :].sum(axis=1) > 20)
    # A full column and the number above it come down by half a column: every change is within that height.
    assert rows[-1] - rows[0] == pytest.approx(heights[100] / 2, abs=0.16 * heights[100] + 6)


@pytest.mark.parametrize("name", PAINTERS)
def test_the_largest_comes_first_whatever_the_text_says_first(name: str) -> None:
    one = end(compared(name, 100, 20, labels="AB"), UPRIGHT)
    other = end(compared(name, 20, 100, labels="BA"), UPRIGHT)
    assert np.array_equal(one, other)
    swapped = end(compared(name, 20, 100, labels="AB"), UPRIGHT)
    assert not np.array_equal(one, swapped)


@pytest.mark.parametrize("name", PAINTERS)
def test_amounts_of_nothing_are_a_picture_too(name: str) -> None:
    """For "nil all", both bars have the same length, and nothing fails."""
    scene = scene_of(compared(name, 0, 0, texts=("0", "0")), (180, 320))
    widths = [layer.window[0] for layer in scene.layers if layer.window != (0, 0)]
    assert len(set(widths)) <= 1


@pytest.mark.parametrize("name", PAINTERS)
def test_an_amount_is_never_shown_longer_than_a_larger_one(name: str) -> None:
    """Five things in one picture: the ink of their bars only decreases from the first to the last."""
    values = (90, 70, 45, 20, 5)
    scene = scene_of(compared(name, *values, labels="ABCDE"), UPRIGHT)
    if name == "columns":
        shown = [scene.layers[3 * index].image.shape[0] for index in range(5)]
    elif name == "bar_race":
        shown = [layer.window[0] for layer in scene.layers if layer.window != (0, 0)]
    else:
        shown = [int((layer.image[..., 3] > 40).any(axis=0).sum()) for layer in scene.layers]
    assert len(shown) == 5
    assert shown == sorted(shown, reverse=True)
    ratios = np.array(shown) / shown[0]
    assert ratios == pytest.approx(np.array(values) / values[0], abs=0.04)


@pytest.mark.parametrize("name", PAINTERS)
def test_all_bars_start_from_the_same_line_and_grow(name: str) -> None:
    """Bars are short at the first moment, at full length at the end, and never longer in between."""
    picture = filmed(compared(name, 100, 60), UPRIGHT)
    frames = [luma_at(picture, at, UPRIGHT).astype(np.int_) for at in (0.0, 0.8, 1.6, DURATION)]
    to_go = [int((np.abs(frame - frames[-1]) > 12).sum()) for frame in frames]
    assert to_go[0] > 500
    assert all(later <= 1.05 * before for before, later in pairwise(to_go))
    assert to_go[2] < 0.4 * to_go[0]


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("name", PAINTERS)
@pytest.mark.parametrize(
    ("label", "text", "language"),
    [
        ("Democratic Republic of the Congo", "2,344,858 km²", Language.EN),
        ("Bundesrepublik Deutschland", "357.588 Quadratkilometer", Language.DE),
        ("المملكة العربية السعودية", "٢٬١٤٩٬٦٩٠ كم²", Language.AR),
        ("संयुक्त राज्य अमेरिका", "98 लाख वर्ग किमी", Language.HI),
        ("オーストラリア連邦", "769万平方キロメートル", Language.JA),
    ],
)
def test_long_names_and_numbers_do_not_meet_and_stay_in_the_frame(
    name: str, label: str, text: str, language: Language, size: tuple[int, int]
) -> None:
    """Ink of names and numbers, found by comparison with other texts, keeps off the frame's edge."""
    long = end(compared(name, 100, 60, labels=(label, label), texts=(text, text), language=language), size)
    short = end(compared(name, 100, 60, labels="AB", texts=("1", "2"), language=language), size)
    ink = np.abs(long - short) > 25
    assert ink.sum() > 100
    assert not ink[:, :3].any()
    assert not ink[:, -3:].any()
    assert not ink[:3].any()
    assert not ink[-3:].any()


@pytest.mark.parametrize("side", [1 / 3, 2 / 3])
def test_a_photograph_beside_a_wide_plate_touches_no_rule_of_it(side: float) -> None:
    """Both also keep inside the frame."""
    scene = scene_of(spec_of("ink_bars", artwork=("octopus",), focus=(side, 0.5)), (960, 540))
    photo = scene.layers[-1]
    solid = np.flatnonzero((photo.image[..., 3] > 250).any(axis=0))
    edge = photo.motion(DURATION).x - photo.image.shape[1] / 2
    left, right = edge + solid[0], edge + solid[-1]
    height, width = scene.base.shape[:2]
    column = scene.base[height // 3 : height // 2].astype(np.float64).mean(axis=(0, 2))
    rules = np.flatnonzero(column[1:-1] < np.minimum(column[:-2], column[2:]) - 12) + 1
    own = rules[rules > width / 2] if side < 0.5 else rules[rules < width / 2]
    margin = 0.012 * width
    assert margin < left < right < width - margin
    assert margin < own[0] < own[-1] < width - margin
    assert right + margin < own[0] if side < 0.5 else own[-1] + margin < left
