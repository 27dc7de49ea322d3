"""Comparisons by size are true to scale in the frame; changes keep then and now on their sides."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, PainterSpec, Spread
from renderer.painters.base import Need, PaintRequest
from renderer.painters.props.scale_layout import arranged, band
from renderer.painters.registry import PAINTERS
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, FACTS, Luma, filmed, luma_at, pack_of, scene_of, spec_of

SIZE = (360, 640)
SCALES = sorted(name for name, painter in PAINTERS.items() if Need.SIZES in painter.needs)
CHANGES = sorted(name for name, painter in PAINTERS.items() if Need.CHANGE in painter.needs)
BOX = (0.1, 0.43, 0.9, 0.57)


def measure(label: str, value: int, artwork: str = "") -> Measure:
    return Measure(label=label, value=Decimal(value), text=f"{value} m", artwork=artwork)


def spec(
    name: str,
    *,
    sizes: tuple[Measure, ...] = FACTS.sizes,
    spread: Spread = "height",
    language: Language = Language.EN,
) -> PainterSpec:
    facts = replace(FACTS, sizes=sizes, spread=spread)
    plain = spec_of(name, artwork=(), focus=(0.5, 0.27), captions=BOX)
    return structs.replace(plain, facts=facts, language=language)


def request(language: Language = Language.EN) -> PaintRequest:
    palette = load_pack(pack_of("giants")).palettes[0]
    return PaintRequest(
        width=1080,
        height=1920,
        duration=3.0,
        seed=1,
        palette=palette,
        focus=(0.5, 0.27),
        captions=BOX,
        language=language,
    )


def grown(name: str, spread: Spread = "height") -> tuple[Luma, Luma]:
    """The first and the last frame."""
    sizes = (measure("Hill", 500), measure("Peak", 1000))
    picture = filmed(spec(name, sizes=sizes, spread=spread), SIZE)
    return luma_at(picture, 0.0, SIZE).copy(), luma_at(picture, DURATION, SIZE).copy()


def test_every_pack_has_a_comparison_and_a_change() -> None:
    assert len({pack_of(name) for name in SCALES}) == len({pack_of(name) for name in CHANGES}) == 4


@pytest.mark.parametrize("name", SCALES)
def test_the_larger_grows_from_the_size_of_the_smaller_to_its_own(name: str) -> None:
    """Twice as tall: the added part is as tall as what was there before."""
    first, last = grown(name)
    changed = np.abs(last.astype(int) - first) > 6
    half = SIZE[0] // 2
    assert changed[: SIZE[1] // 2, half:].sum() > 20 * max(changed[: SIZE[1] // 2, :half].sum(), 1)
    rows = np.flatnonzero(changed[:, half:].sum(axis=1) > 8)
    area = band(replace(request(), width=SIZE[0], height=SIZE[1]))
    stands = arranged(
        replace(request(), width=SIZE[0], height=SIZE[1]),
        (measure("Hill", 500), measure("Peak", 1000)),
        "height",
        [(0.0, 0.0)] * 2,
    )
    assert area.top - 2 <= rows[0] == pytest.approx(stands[1].top, abs=4)
    assert rows[-1] <= stands[0].foot + 1
    assert stands[1].height == pytest.approx(2 * stands[0].height)


@pytest.mark.parametrize(
    ("values", "spread"), [((6, 150), "area"), ((330, 57, 828), "height"), ((7, 6), "length")]
)
@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("size", [(1080, 1920), (1920, 1080)])
def test_everything_is_to_scale_and_inside_its_band(
    values: tuple[int, ...], spread: Spread, *, drawn: bool, size: tuple[int, int]
) -> None:
    shapes = [(1.4, 0.6), (0.8, 0.7), (2.0, 0.5)][: len(values)] if drawn else [(0.0, 0.0)] * len(values)
    asked = replace(request(), width=size[0], height=size[1])
    measures = tuple(measure(str(value), value) for value in values)
    stands, area = arranged(asked, measures, spread, shapes), band(asked)
    shown = []
    for stand, (_, cover) in zip(stands, shapes, strict=True):
        assert area.left - 1 <= stand.left <= stand.left + stand.width <= area.right + 1
        assert area.top - 1 <= stand.top <= stand.foot <= area.bottom + 1
        covered = stand.width * stand.height * (cover or np.pi / 4)
        shown.append({"area": covered, "height": stand.height, "length": stand.width}[spread])
    wanted = np.array(values) / values[0]
    assert np.array(shown) / shown[0] == pytest.approx(wanted, rel=0.02)


@pytest.mark.parametrize("spread", ["height", "length"])
def test_arabic_begins_on_the_right(spread: Spread) -> None:
    measures = (measure("a", 500), measure("b", 1000))
    shapes = [(0.0, 0.0)] * 2
    here, there = (
        arranged(request(language), measures, spread, shapes) for language in (Language.EN, Language.AR)
    )
    for one, other in zip(here, there, strict=True):
        middle = one.left + one.width / 2
        assert other.left + other.width / 2 == pytest.approx(1080 - middle, abs=1)


@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("spread", ["height", "length", "area"])
@pytest.mark.parametrize("language", [Language.AR, Language.HI, Language.JA])
def test_every_spread_has_names_numbers_and_things(name: str, spread: Spread, language: Language) -> None:
    label = {Language.AR: "إيفرست", Language.HI: "एवरेस्ट", Language.JA: "富士山"}[language]
    sizes = (measure(label, 500), measure(label + label, 1000))
    named = luma_at(filmed(spec(name, sizes=sizes, spread=spread, language=language), SIZE), DURATION, SIZE)
    bare = (measure("-", 500), measure("-", 1000))
    plain = luma_at(filmed(spec(name, sizes=bare, spread=spread, language=language), SIZE), DURATION, SIZE)
    assert (np.abs(named.astype(int) - plain) > 25).sum() > 120


@pytest.mark.parametrize("name", SCALES)
def test_drawings_stand_for_things_that_have_one(name: str) -> None:
    drawn = (measure("a", 500, "elephant"), measure("b", 1000, "rhinoceros"))
    plain = (measure("a", 500), measure("b", 1000))
    one, other = (
        luma_at(filmed(spec(name, sizes=sizes, spread="area"), SIZE), DURATION, SIZE).astype(int)
        for sizes in (drawn, plain)
    )
    assert (np.abs(one - other) > 20).mean() > 0.01


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("language", [Language.EN, Language.AR])
def test_the_later_state_sweeps_in_on_its_side(name: str, language: Language) -> None:
    picture = filmed(structs.replace(spec(name, language=language), artwork=("house",)), SIZE)
    first, last = (luma_at(picture, at, SIZE).astype(int).copy() for at in (0.0, DURATION))
    changed = np.abs(last - first) > 5
    left, right = changed[:, : int(SIZE[0] * 0.42)].mean(), changed[:, int(SIZE[0] * 0.58) :].mean()
    later, earlier = (left, right) if language is Language.AR else (right, left)
    assert later > 0.2
    assert earlier < 0.02


@pytest.mark.parametrize("name", CHANGES)
def test_the_states_are_named_on_both_sides(name: str) -> None:
    plain = structs.replace(spec(name), artwork=("house",))
    nameless = tuple(Measure(label="-", value=Decimal(0), text="") for _ in range(2))
    with_names = luma_at(filmed(plain, SIZE), DURATION, SIZE).astype(int)
    without = structs.replace(plain, facts=replace(plain.facts, change=nameless))
    names = np.abs(with_names - luma_at(filmed(without, SIZE), DURATION, SIZE)) > 30
    half = SIZE[0] // 2
    assert names[:, :half].sum() > 60
    assert names[:, half:].sum() > 60


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_rests_once_it_is_told(name: str) -> None:
    picture = filmed(spec(name), SIZE)
    rested, end = (luma_at(picture, at, SIZE).copy() for at in (2.2, DURATION))
    assert np.array_equal(rested, end)
    assert len(scene_of(spec(name), SIZE).layers) <= 12
