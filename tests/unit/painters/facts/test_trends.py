"""Pictures of a trend go the way the text says: needles, lines, candles, tiles, tapes."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.core.picture_spec import PainterSpec
from renderer.painters.base import PaintRequest
from renderer.painters.dark_finance import candles, heat_map, ticker_board
from renderer.painters.drawing.canvas import Mask
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, FACTS, filmed, luma_at, pack_of, scene_of, spec_of

SIZE = (270, 480)
PALETTE = load_pack(pack_of("gauge")).palettes[0]
Trend = Literal["up", "down"]


def told(name: str, trend: Trend, *, seed: int = 5) -> PainterSpec:
    return structs.replace(spec_of(name, seed=seed, artwork=()), facts=replace(FACTS, trend=trend))


def request(seed: int = 1, *, size: tuple[int, int] = (540, 960)) -> PaintRequest:
    return PaintRequest(width=size[0], height=size[1], duration=DURATION, seed=seed, palette=PALETTE)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("trend", "side"), [("up", 1), ("down", -1)])
def test_needles_end_on_the_side_of_the_trend(seed: int, trend: Trend, side: int) -> None:
    """The low end of a dial is on the left, the high end on the right; needles come from the other end."""
    *small, large = scene_of(told("gauge", trend, seed=seed), SIZE).layers
    for needle in (*small, large):
        first, last = (needle.motion(at) for at in (0.0, DURATION))
        assert side * (last.angle - first.angle) > 10
    end = math.radians(large.motion(DURATION).angle)
    assert side * math.cos(end) > 0.8


@pytest.mark.parametrize(("trend", "colour"), [("up", PALETTE.primary), ("down", PALETTE.accent)])
def test_the_needle_points_at_the_zone_in_the_colour_of_the_trend(
    trend: Trend, colour: tuple[int, int, int]
) -> None:
    scene = scene_of(told("gauge", trend), (540, 960))
    place = scene.layers[-1].motion(DURATION)
    base = np.asarray(scene.base, np.float64)
    angle, reach = math.radians(place.angle), scene.layers[-1].image.shape[1] / 2
    ring = [
        base[round(place.y + part * reach * math.sin(angle)), round(place.x + part * reach * math.cos(angle))]
        for part in np.linspace(0.8, 1.1, 25)
    ]
    nearest = {
        name: min(float(np.abs(pixel - np.array(tone)).sum()) for pixel in ring)
        for name, tone in (("primary", PALETTE.primary), ("accent", PALETTE.accent), ("glow", PALETTE.glow))
    }
    own = "primary" if colour == PALETTE.primary else "accent"
    assert min(nearest, key=lambda name: nearest[name]) == own


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["candles", "glow_line"])
@pytest.mark.parametrize(("trend", "sign"), [("up", 1), ("down", -1)])
def test_the_chart_ends_on_the_side_of_the_trend(name: str, seed: int, trend: Trend, sign: int) -> None:
    """In decoded frames, what is drawn last is higher, or lower, than what was drawn before."""
    picture = filmed(told(name, trend, seed=seed), SIZE)
    first, last = (luma_at(picture, at, SIZE).astype(np.int_) for at in (0.0, DURATION))
    drawn = np.clip(last - first - 12, 0, None)
    columns = np.flatnonzero(drawn.sum(axis=0) > 30)
    assert np.ptp(columns) > 0.3 * SIZE[0]

    def height(part: slice) -> float:
        rows = drawn[:, columns[part]].sum(axis=1)
        return float(-(rows @ np.arange(SIZE[1])) / rows.sum())

    assert sign * (height(slice(-16, -4)) - height(slice(0, 40))) > 0.03 * SIZE[1]


def body(mask: Mask, x: float, half: float) -> tuple[float, float] | None:
    """Top and bottom row of a candle's body, measured beside its wick."""
    rows = np.flatnonzero(mask[:, round(x + 0.6 * half)] > 128)
    return (float(rows[0]), float(rows[-1])) if rows.size else None


@pytest.mark.parametrize("seed", range(5))
def test_every_candle_opens_where_the_one_before_it_closed(seed: int) -> None:
    """A rising candle closes at its top, a falling one at its bottom."""
    asked = request(seed, size=(1080, 1920))
    area = candles._field(asked)
    rising, falling, _ = candles._candles(asked, asked.rng(), area, down=bool(seed % 2))
    pitch, kinds = area.width / candles._CANDLES, 0
    close = None
    for index in range(candles._CANDLES):
        x = area.left + (index + 0.5) * pitch
        up, down = (body(mask, x, pitch * 0.33) for mask in (rising, falling))
        assert (up is None) is not (down is None)
        opens, closes = (up[1], up[0]) if up else down or (0.0, 0.0)
        if close is not None:
            assert opens == pytest.approx(close, abs=8)
        close = closes
        kinds |= 1 if up else 2
    assert kinds == 3


@pytest.mark.parametrize("seed", range(3))
def test_the_market_map_leans_to_the_colour_of_its_trend(seed: int) -> None:
    lean = np.array(PALETTE.primary, np.float64) - np.array(PALETTE.accent)
    up, down = (
        float((np.asarray(scene_of(told("heat_map", trend, seed=seed)).base, np.float64) @ lean).mean())
        for trend in ("up", "down")
    )
    assert up - down > 0.02 * float(np.square(lean).sum())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("artwork", [(), ("octopus",)])
def test_tiles_of_the_market_map_share_it_out_without_a_gap(seed: int, artwork: tuple[str, ...]) -> None:
    asked = replace(request(seed), artwork=artwork)
    hero = (150.0, 180.0, 390.0, 420.0)
    tiles = heat_map._layout(asked, asked.rng(), hero)
    covered = np.zeros((asked.height, asked.width), np.int_)
    for left, top, right, bottom in tiles:
        covered[round(top) : round(bottom), round(left) : round(right)] += 1
    assert covered.max() == 1
    bare = (covered == 0).mean()
    own = (390 - 150) * (420 - 180) / covered.size if artwork else 0.0
    assert bare == pytest.approx(own, abs=0.01)


@pytest.mark.parametrize(("falling", "sign"), [(True, -1), (False, 1)])
def test_arrows_and_histories_of_a_tape_point_the_way_of_their_price(*, falling: bool, sign: int) -> None:
    arrow = ticker_board._arrow(60, falling=falling) > 128
    rows = np.flatnonzero(arrow.any(axis=1))
    upper, lower = (int(arrow[row].sum()) for row in (rows[1], rows[-2]))
    assert sign * (lower - upper) > 8
    bars = ticker_board._bars(request().rng(), 60, falling=falling) > 128
    heights = bars.sum(axis=0)[bars.any(axis=0)]
    assert sign * (heights[-3:].mean() - heights[:3].mean()) > 4


@pytest.mark.parametrize("seed", range(3))
def test_most_prices_on_the_board_move_with_the_trend(seed: int) -> None:
    up, down = (_coloured(told("ticker_board", trend, seed=seed)) for trend in ("up", "down"))
    assert up[0] > 1.3 * up[1]
    assert down[1] > 1.3 * down[0]


def _coloured(spec: PainterSpec) -> tuple[int, int]:
    """Numbers of pixels of all tapes in the colours of rising and of falling prices."""
    counts = [0, 0]
    for layer in scene_of(spec, SIZE).layers:
        solid = layer.image[layer.image[..., 3] > 100][:, :3]
        for index, colour in enumerate((PALETTE.primary, PALETTE.accent)):
            counts[index] += int((solid == np.array(colour, np.uint8)).all(axis=1).sum())
    return counts[0], counts[1]
