"""The compiled kernels compared with numpy and with exact maths, with wide registers and without."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.kernels import drawing, resampling
from renderer.kernels.checks import Surface, surface
from renderer.kernels.places import ONE, Steps, steps
from renderer.kernels.sheets import PlacedSheets, SheetPiece, sheets
from renderer.kernels.sprites import PlacedPlanes, blend_sprites, sprite_planes
from tests.unit.kernels.modes import Picture, Plane, Shape, alike, alike_on_surface, noise, noisy_picture

shapes = st.tuples(st.integers(1, 90), st.integers(1, 90))
even_shapes = st.tuples(st.integers(1, 45), st.integers(1, 45)).map(lambda each: (2 * each[0], 2 * each[1]))
corners = st.tuples(st.floats(-20, 100), st.floats(-20, 100))
seeds = st.integers(0, 2**32 - 1)
scales = st.one_of(st.just(1.0), st.floats(0.01, 3.0), st.sampled_from([0.5, 0.9259, 1.08]))
opacities = st.one_of(st.just(256), st.integers(0, 256))


def linear(source: Plane, shape: Shape, corner: tuple[float, float], scale: float) -> npt.NDArray[np.float64]:
    across, down = (corner[way] + scale * np.arange(shape[1 - way]) for way in (0, 1))
    columns = np.array([np.interp(across, np.arange(source.shape[1]), row) for row in source])
    return np.array([np.interp(down, np.arange(source.shape[0]), column) for column in columns.T]).T


def blended(
    ground: Plane | npt.NDArray[np.float64],
    colour: Plane,
    cover: Plane,
    visible: float | npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    exact = np.minimum(ground * (1 - cover / 255 * visible) + colour * visible, 255)
    return np.where(cover > 0, exact, ground)


@settings(max_examples=150, deadline=None)
@given(shapes, shapes, corners, scales, seeds)
def test_resampling_is_linear_and_the_same_everywhere(
    there: Shape, shape: Shape, corner: tuple[float, float], scale: float, seed: int
) -> None:
    source = noise(seed, there)
    across, down = (steps(at, scale) for at in corner)
    drawn = alike(lambda target: resampling.resample(target, source, across, down), np.zeros(shape, np.uint8))
    # a place wrong by 1/256 of a sample changes the result by up to 255 / 256 of a level
    assert np.abs(drawn - linear(source, shape, corner, scale)).max() <= 255 / 256 + 0.55


@settings(max_examples=80, deadline=None)
@given(st.tuples(even_shapes, even_shapes), corners, scales, seeds)
def test_a_view_is_its_planes_resampled(
    sizes: tuple[Shape, Shape], corner: tuple[float, float], scale: float, seed: int
) -> None:
    source, ground = noisy_picture(seed, sizes[0]), noisy_picture(seed + 9, sizes[1])
    luma = steps(corner[0], scale), steps(corner[1], scale)
    chroma = steps(corner[0] / 2, scale), steps(corner[1] / 2, scale)
    drawn = alike_on_surface(lambda target: resampling.view(target, surface(*source), luma, chroma), ground)
    for plane, there, ways in zip(drawn, source, (luma, chroma, chroma), strict=True):
        expected = np.empty_like(plane)
        resampling.resample(expected, there, *ways)
        assert np.array_equal(plane, expected)


@settings(max_examples=120, deadline=None)
@given(
    st.tuples(even_shapes, even_shapes),
    st.lists(st.tuples(st.integers(-30, 50), st.integers(-30, 50), opacities), min_size=1, max_size=3),
    seeds,
)
def test_sprites_are_blended_where_they_lie_exact_to_half_a_level(
    sizes: tuple[Shape, Shape], places: list[tuple[int, int, int]], seed: int
) -> None:
    ground, half = noisy_picture(seed + 20, sizes[1]), (sizes[0][0] // 2, sizes[0][1] // 2)
    colours, keep = noisy_picture(seed, sizes[0]), (noise(seed + 4, sizes[0]), noise(seed + 5, half))
    planes = sprite_planes(colours, keep)
    placed = [PlacedPlanes(planes, 2 * x, 2 * y, opacity) for x, y, opacity in places]
    drawn = alike_on_surface(lambda target: blend_sprites(target, placed), ground)
    for number, (plane, under) in enumerate(zip(drawn, ground, strict=True)):
        exact, cover = under.astype(np.float64), keep[min(number, 1)] ^ np.uint8(255)
        for _, left, top, opacity in placed:
            x, y = (left, top) if number == 0 else (left // 2, top // 2)
            wide = np.pad(exact, 200)
            part = wide[200 + y : 200 + y + cover.shape[0], 200 + x : 200 + x + cover.shape[1]]
            part[:] = blended(part, colours[number], cover, opacity / 256)
            exact = wide[200:-200, 200:-200]
        assert np.abs(plane - exact).max() <= 0.5 * len(placed) + 1e-9


@settings(max_examples=80, deadline=None)
@given(even_shapes, seeds, st.sampled_from(["steep", "any"]))
def test_revealing_is_exact_to_half_a_level(shape: Shape, seed: int, kind: str) -> None:
    half = shape[0] // 2, shape[1] // 2
    ground, colours = noisy_picture(seed, shape), noisy_picture(seed + 3, shape)
    covers, maps = ((noise(seed + at, shape), noise(seed + at + 1, half)) for at in (6, 8))
    table = np.random.default_rng(seed).integers(0, 256, 256, np.uint8)
    if kind == "steep":
        table = np.where(np.arange(256) < 99, 255, 0).astype(np.uint8)
    placed = PlacedSheets(sheets(colours, covers, maps), (0, 0, shape[1], shape[0]), table=table.tobytes())
    drawn = alike_on_surface(lambda target: drawing.draw_sheets(target, [placed]), ground)
    for number, (plane, under, colour) in enumerate(zip(drawn, ground, colours, strict=True)):
        visible = (table.astype(int) + (table >> 7))[maps[min(number, 1)]] / 256
        assert np.abs(plane - blended(under, colour, covers[min(number, 1)], visible)).max() <= 0.5 + 1e-9


def resampled(planes: tuple[Plane, ...], placed: PlacedSheets, chroma: int, shape: Shape) -> list[Plane]:
    across, down = (Steps(start[chroma], placed.step) for start in (placed.x, placed.y))
    found = [np.empty(shape, np.uint8) for _ in planes]
    for target, plane in zip(found, planes, strict=True):
        resampling.resample(target, plane, across, down)
    return found


@settings(max_examples=120, deadline=None)
@given(
    st.tuples(even_shapes, even_shapes),
    corners,
    opacities,
    st.sampled_from(["between", "down only", "across only", "whole", "smaller"]),
    seeds,
)
def test_drawing_is_resampling_and_then_blending(
    sizes: tuple[Shape, Shape], corner: tuple[float, float], opacity: int, where: str, seed: int
) -> None:
    (there, shape), half = sizes, (sizes[0][0] // 2, sizes[0][1] // 2)
    x = 2.0 * round(corner[0] / 2) if where in {"down only", "whole"} else corner[0]
    y = 2.0 * round(corner[1] / 2) if where in {"across only", "whole"} else corner[1]
    colours, covers = noisy_picture(seed, there), (noise(seed + 3, there), noise(seed + 4, half))
    ground = noisy_picture(seed + 5, shape)
    window = (shape[1] // 4 // 2 * 2, shape[0] // 3 // 2 * 2, shape[1], shape[0])
    placed = PlacedSheets(
        sheets(colours, covers),
        window,
        x=(round(x * ONE), round(x / 2 * ONE)),
        y=(round(y * ONE), round(y / 2 * ONE)),
        step=round((0.9 if where == "smaller" else 1.0) * ONE),
        opacity=opacity,
    )
    drawn = alike_on_surface(lambda target: drawing.draw_sheets(target, [placed]), ground)
    for number, (plane, under) in enumerate(zip(drawn, ground, strict=True)):
        chroma = min(number, 1)
        left, top, right, bottom = (side >> chroma for side in window)
        colour, cover = resampled(
            (colours[number], covers[chroma]), placed, chroma, (bottom - top, right - left)
        )
        expected = under.copy()
        part = expected[top:bottom, left:right]
        exact = blended(part, colour, cover, opacity / 256)
        part[:] = plane[top:bottom, left:right]
        assert np.abs(part - exact).max() <= 0.5 + 1e-9
        assert np.array_equal(plane, expected)


def cut(
    shape: Shape, covers: tuple[Plane, Plane], maps: tuple[Plane, Plane], at: Shape
) -> tuple[SheetPiece, ...]:
    """Four rectangles that meet at a point, each with its true solidity and range of map values."""
    rows, columns = ((0, at[0]), (at[0], shape[0])), ((0, at[1]), (at[1], shape[1]))
    found = []
    for top, bottom in rows:
        for left, right in columns:
            half = np.s_[top // 2 : bottom // 2, left // 2 : right // 2]
            here = [covers[0][top:bottom, left:right], covers[1][half]]
            shown = [maps[0][top:bottom, left:right], maps[1][half]]
            if top < bottom and left < right:
                solid = min(int(each.min()) for each in here) == 255
                first, last = min(int(each.min()) for each in shown), max(int(each.max()) for each in shown)
                found.append(SheetPiece(left, top, right, bottom, solid, first, last))
    return tuple(found)


@settings(max_examples=100, deadline=None)
@given(
    even_shapes,
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
    st.tuples(st.integers(-20, 20), st.integers(-20, 20)),
    st.sampled_from(["plain", "faded", "revealed", "nearly revealed"]),
    seeds,
)
def test_pieces_are_drawn_as_the_whole_is(
    shape: Shape, at: Shape, slid: tuple[int, int], kind: str, seed: int
) -> None:
    half = shape[0] // 2, shape[1] // 2
    colours, ground = noisy_picture(seed, shape), noisy_picture(seed + 3, (64, 80))
    covers, maps = ((noise(seed + each, shape), noise(seed + each + 1, half)) for each in (6, 8))
    for plane in covers:
        plane[plane.shape[0] // 3 :] = 255
    edge = {"revealed": 90, "nearly revealed": 250}.get(kind, 0)
    table = np.where(np.arange(256) < edge, 255, 0).astype(np.uint8).tobytes() if edge else b""
    pieces = cut(shape, covers, maps, (min(2 * at[0], shape[0]), min(2 * at[1], shape[1])))
    whole = sheets(colours, covers, maps)
    left, top = 2 * slid[0], 2 * slid[1]
    window = (max(0, left), max(0, top), min(80, left + shape[1]), min(64, top + shape[0]))
    if window[0] >= window[2] or window[1] >= window[3]:
        return
    placed = PlacedSheets(
        whole,
        window,
        x=((window[0] - left) * ONE, (window[0] - left) // 2 * ONE),
        y=((window[1] - top) * ONE, (window[1] - top) // 2 * ONE),
        opacity=99 if kind == "faded" else 256,
        table=table,
        origin=(left, top),
    )
    pieced = placed._replace(sheets=sheets(colours, covers, maps, pieces=pieces))

    def drawn(what: PlacedSheets) -> Picture:
        return alike_on_surface(lambda target: drawing.draw_sheets(target, [what]), ground)

    assert all(np.array_equal(*pair) for pair in zip(drawn(pieced), drawn(placed), strict=True))


def test_what_stands_on_whole_samples_is_copied() -> None:
    source, target = noise(3, (60, 80)), np.empty((40, 50), np.uint8)
    resampling.resample(target, source, steps(11.0, 1.0), steps(7.0, 1.0))
    assert np.array_equal(target, source[7:47, 11:61])


def test_the_first_lies_lowest() -> None:
    shape, window = (10, 20), (0, 0, 20, 10)
    full = np.full(shape, 255, np.uint8), np.full((5, 10), 255, np.uint8)

    def plain(level: int) -> PlacedSheets:
        luma, chroma = (np.full_like(plane, level) for plane in full)
        return PlacedSheets(sheets((luma, chroma, chroma), full), window)

    def draw(target: Surface) -> None:
        drawing.draw_sheets(target, [plain(40), plain(90)])

    drawn = alike_on_surface(draw, noisy_picture(3, shape))
    assert all((plane == 90).all() for plane in drawn)
