"""Then and now, small and large: each name and number is with its own thing, whole, in both formats."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, PainterSpec, Spread
from renderer.painters.base import Need
from renderer.painters.registry import PAINTERS
from tests.support.painted import DURATION, FACTS, filmed, luma_at, spec_of

UPRIGHT, WIDE = (270, 480), (480, 270)
SIZES = [UPRIGHT, WIDE]
CHANGES = sorted(name for name, painter in PAINTERS.items() if Need.CHANGE in painter.needs)
SCALES = sorted(name for name, painter in PAINTERS.items() if Need.SIZES in painter.needs)

Ink = npt.NDArray[np.bool_]


@lru_cache(maxsize=4)
def end(spec: PainterSpec, size: tuple[int, int]) -> npt.NDArray[np.int_]:
    return luma_at(filmed(spec, size), DURATION, size).astype(np.int_)


def changing(
    name: str, labels: tuple[str, str], texts: tuple[str, str] = ("5", "5"), language: Language = Language.EN
) -> PainterSpec:
    states = tuple(
        Measure(label=label, value=Decimal(5), text=text) for label, text in zip(labels, texts, strict=True)
    )
    plain = spec_of(name, artwork=("house",))
    return structs.replace(plain, facts=replace(FACTS, change=states), language=language)


def scaled(
    name: str,
    labels: tuple[str, str],
    texts: tuple[str, str] = ("5 m", "5 m"),
    spread: Spread = "height",
    language: Language = Language.EN,
) -> PainterSpec:
    sizes = tuple(
        Measure(label=label, value=Decimal(value), text=text)
        for label, value, text in zip(labels, (500, 1000), texts, strict=True)
    )
    plain = spec_of(name, artwork=())
    return structs.replace(plain, facts=replace(FACTS, sizes=sizes, spread=spread), language=language)


def written(one: PainterSpec, other: PainterSpec, size: tuple[int, int]) -> Ink:
    """Ink that one picture has and the other has not."""
    ink = np.abs(end(one, size) - end(other, size)) > 25
    assert ink.sum() > 15
    return np.asarray(ink)


def inside(ink: Ink) -> bool:
    """Whether no ink reaches the frame's edge."""
    return not (ink[:2].any() or ink[-2:].any() or ink[:, :2].any() or ink[:, -2:].any())


@pytest.mark.parametrize("size", SIZES, ids=["upright", "wide"])
@pytest.mark.parametrize("language", [Language.EN, Language.AR])
@pytest.mark.parametrize("name", CHANGES)
def test_the_earlier_state_is_named_where_reading_begins(
    name: str, language: Language, size: tuple[int, int]
) -> None:
    """Another name or number of one state changes the picture only on that state's side."""
    plain = changing(name, ("1900", "1990"), language=language)
    half = size[0] // 2
    for number, (label, text) in enumerate((("1800", "8"), ("1880", "8"))):
        labels, texts = ["1900", "1990"], ["5", "5"]
        labels[number], texts[number] = label, text
        changed = (
            changing(name, (labels[0], labels[1]), language=language),
            changing(name, ("1900", "1990"), (texts[0], texts[1]), language=language),
        )
        for other in changed:
            ink = written(plain, other, size)
            on_the_left = (number == 0) is (language is not Language.AR)
            here, there = (ink[:, :half], ink[:, half:]) if on_the_left else (ink[:, half:], ink[:, :half])
            assert here.sum() > 10 * there.sum()


@pytest.mark.parametrize("size", SIZES, ids=["upright", "wide"])
@pytest.mark.parametrize("name", CHANGES)
def test_long_names_of_states_are_whole_and_do_not_cross_the_middle(name: str, size: tuple[int, int]) -> None:
    long, many = "Before the great earthquake", "12,345,678 people"
    ink = written(changing(name, (long, long), (many, many)), changing(name, ("-", "-"), ("-", "-")), size)
    assert inside(ink)
    assert not ink[:, round(0.48 * size[0]) : round(0.52 * size[0])].any()
    assert ink[:, : size[0] // 2].any()
    assert ink[:, size[0] // 2 :].any()


@pytest.mark.parametrize("spread", ["height", "length", "area"])
@pytest.mark.parametrize("name", SCALES)
def test_names_and_numbers_stand_with_their_own_thing(name: str, spread: Spread) -> None:
    """The smaller comes first: its name and number are nearer to where reading begins, or above."""
    plain = scaled(name, ("Abc", "Abc"), spread=spread)
    middles = []
    for labels, texts in (
        (("Xyz", "Abc"), ("5 m", "5 m")),
        (("Abc", "Xyz"), ("5 m", "5 m")),
        (("Abc", "Abc"), ("8 m", "5 m")),
        (("Abc", "Abc"), ("5 m", "8 m")),
    ):
        rows, columns = np.nonzero(written(plain, scaled(name, labels, texts, spread), UPRIGHT))
        middles.append((float(columns.mean()), float(rows.mean())))
    along = 1 if spread == "length" else 0
    assert middles[0][along] < middles[1][along] - 15
    assert middles[2][along] < middles[3][along] - 15


@pytest.mark.parametrize("size", SIZES, ids=["upright", "wide"])
@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize(
    ("label", "text", "language"),
    [
        ("Mount Kilimanjaro, Tanzania", "5,895 metres", Language.EN),
        ("Донаудампфшиффартс", "5 895 метров", Language.RU),
        ("जुड़वाँ मीनारें", "५,८९५ मीटर", Language.HI),
        ("برج خليفة في دبي", "٨٢٨ متراً", Language.AR),
    ],
)
def test_long_names_of_things_are_whole(
    name: str, label: str, text: str, language: Language, size: tuple[int, int]
) -> None:
    long = scaled(name, (label, label), (text, text), language=language)
    short = scaled(name, ("-", "-"), ("-", "-"), language=language)
    assert inside(written(long, short, size))
