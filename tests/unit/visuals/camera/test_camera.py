"""The camera moves smoothly, stays inside the picture and keeps chroma on luma."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.compositor.planes import Planes, allocate
from renderer.core.camera import CameraMove, View
from renderer.visuals.camera.affine import chained, inverted, placed
from renderer.visuals.camera.views import (
    EASINGS,
    Lens,
    MovingStill,
    behind,
    film,
    filmed_still,
    frame_to_raster,
    inside,
    pinned,
    view_at,
)

WIDTH, HEIGHT = 270, 480
RASTER_WIDTH, RASTER_HEIGHT = 324, 576
FRAMES = 60


def dot(width: int, height: int, x: float, y: float, radius: float) -> npt.NDArray[np.uint8]:
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float64) + 0.5
    levels = 30 + 190 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius**2))
    return np.asarray(levels, np.uint8)


def centroid(plane: npt.NDArray[np.uint8]) -> tuple[float, float]:
    weights = plane.astype(np.float64) - 30
    weights[weights < 8] = 0
    rows, columns = np.mgrid[0 : plane.shape[0], 0 : plane.shape[1]] + 0.5
    return float((weights * columns).sum() / weights.sum()), float((weights * rows).sum() / weights.sum())


@pytest.mark.parametrize("easing", sorted(EASINGS))
def test_a_slow_move_does_not_shake(easing: str) -> None:
    spot = (180.3, 262.7)
    still = Planes(
        dot(RASTER_WIDTH, RASTER_HEIGHT, *spot, radius=5),
        np.full((RASTER_HEIGHT // 2, RASTER_WIDTH // 2), 128, np.uint8),
        np.full((RASTER_HEIGHT // 2, RASTER_WIDTH // 2), 128, np.uint8),
    )
    move = CameraMove(start=View(zoom=1.02), end=View(x=0.52, y=0.47, zoom=1.15), easing=easing)
    picture = MovingStill(planes=still, move=move, duration=2.0)
    lens = Lens(raster_width=RASTER_WIDTH, raster_height=RASTER_HEIGHT, width=WIDTH, height=HEIGHT)
    frame = allocate(WIDTH, HEIGHT)
    seen, wanted = [], []
    for number in range(FRAMES):
        seconds = 2.0 * number / FRAMES
        picture.draw(frame, seconds)
        seen.append(centroid(frame.y))
        back = inverted(frame_to_raster(view_at(move, seconds / 2.0), lens))
        wanted.append(placed(back, *spot))
    jitter = np.diff(np.array(seen) - np.array(wanted), axis=0)
    assert np.sqrt((jitter**2).mean()) < 0.02


def test_chroma_stays_on_luma() -> None:
    ramp = np.tile(np.linspace(40, 200, RASTER_WIDTH), (RASTER_HEIGHT, 1))
    small = ramp.reshape(RASTER_HEIGHT // 2, 2, RASTER_WIDTH // 2, 2).mean(axis=(1, 3))
    still = Planes(
        np.rint(ramp).astype(np.uint8), np.rint(small).astype(np.uint8), np.rint(small).astype(np.uint8)
    )
    frame = allocate(WIDTH, HEIGHT)
    film(still, View(x=0.55, y=0.5, zoom=1.17), frame)
    pooled = frame.y.reshape(HEIGHT // 2, 2, WIDTH // 2, 2).mean(axis=(1, 3))
    error = (pooled - frame.u.astype(np.float64))[:, 4:-4]
    assert abs(float(error.mean())) < 0.12  # a shift of half a luma sample would be 0.25 levels


def test_the_whole_picture_is_seen_at_zoom_one() -> None:
    lens = Lens(raster_width=RASTER_WIDTH, raster_height=RASTER_HEIGHT, width=WIDTH, height=HEIGHT)
    matrix = frame_to_raster(View(), lens)
    assert placed(matrix, 0, 0) == pytest.approx((0, 0))
    assert placed(matrix, WIDTH, HEIGHT) == pytest.approx((RASTER_WIDTH, RASTER_HEIGHT))


@given(
    x=st.floats(-1, 2),
    y=st.floats(-1, 2),
    zoom=st.floats(1, 4),
    t=st.floats(-1, 2),
    easing=st.sampled_from(sorted(EASINGS)),
)
def test_no_view_leaves_the_picture(x: float, y: float, zoom: float, t: float, easing: str) -> None:
    view = view_at(CameraMove(start=View(x=x, y=y, zoom=zoom), end=View(zoom=1.3), easing=easing), t)
    half = 0.5 / view.zoom + 1e-12
    assert view.zoom >= 1
    assert half - 1e-9 <= view.x <= 1 - half + 1e-9
    assert half - 1e-9 <= view.y <= 1 - half + 1e-9
    assert inside(view) == view


@given(a=st.floats(0, 1), b=st.floats(0, 1), easing=st.sampled_from(sorted(EASINGS)))
def test_easings_run_from_nought_to_one_and_never_back(a: float, b: float, easing: str) -> None:
    curve = EASINGS[easing]
    assert curve(0.0) == pytest.approx(0.0)
    assert curve(1.0) == pytest.approx(1.0)
    assert curve(min(a, b)) <= curve(max(a, b)) + 1e-12


@settings(max_examples=30)
@given(x=st.floats(0.3, 0.7), zoom=st.floats(1, 2))
def test_a_map_and_its_inverse_cancel(x: float, zoom: float) -> None:
    lens = Lens(raster_width=RASTER_WIDTH, raster_height=RASTER_HEIGHT, width=WIDTH, height=HEIGHT)
    matrix = frame_to_raster(View(x=x, zoom=zoom), lens)
    both = chained(inverted(matrix), matrix)
    assert both == pytest.approx((1, 0, 0, 0, 1, 0), abs=1e-9)


def test_nearer_layers_move_more() -> None:
    view = View(x=0.6, y=0.5, zoom=1.2)
    assert behind(view, 0.0) == View(x=0.5, y=0.5, zoom=1.0)
    assert behind(view, 1.0) == view
    assert behind(view, 1.5).x > view.x


def test_a_standing_camera_gives_the_frame_that_a_moving_one_would() -> None:
    rng = np.random.Generator(np.random.PCG64(3))
    still = Planes(
        rng.integers(16, 235, (RASTER_HEIGHT, RASTER_WIDTH), np.uint8),
        rng.integers(16, 240, (RASTER_HEIGHT // 2, RASTER_WIDTH // 2), np.uint8),
        rng.integers(16, 240, (RASTER_HEIGHT // 2, RASTER_WIDTH // 2), np.uint8),
    )
    move = CameraMove(start=View(zoom=1.1), end=View(zoom=1.1))
    fixed, wanted = allocate(WIDTH, HEIGHT), allocate(WIDTH, HEIGHT)
    filmed_still(still, move, width=WIDTH, height=HEIGHT, duration=1.0).draw(fixed, 0.4)
    film(still, View(zoom=1.1), wanted)
    assert np.array_equal(fixed.y, wanted.y)
    assert np.array_equal(fixed.v, wanted.v)


@pytest.mark.parametrize(
    "move",
    [
        CameraMove(start=View(zoom=1.02), end=View(x=0.51, y=0.48, zoom=1.15)),
        CameraMove(start=View(x=0.51, y=0.48, zoom=1.15), end=View(zoom=1.02)),
    ],
)
def test_a_pinned_zoom_shows_what_a_warp_would(move: CameraMove) -> None:
    spot = (180.3, 262.7)
    grey = np.full((RASTER_HEIGHT // 2, RASTER_WIDTH // 2), 128, np.uint8)
    still = Planes(dot(RASTER_WIDTH, RASTER_HEIGHT, *spot, radius=9), grey, grey)
    lens = Lens(raster_width=RASTER_WIDTH, raster_height=RASTER_HEIGHT, width=WIDTH, height=HEIGHT)
    settled, pin = pinned(move, lens)
    assert pin[0] != (0, 0)
    assert abs(settled.end.x - move.end.x) * RASTER_WIDTH < 2
    fast, slow = allocate(WIDTH, HEIGHT), allocate(WIDTH, HEIGHT)
    for progress in (0.0, 0.37, 1.0):
        film(still, view_at(settled, progress), fast, pin=pin)
        film(still, view_at(settled, progress), slow)
        assert np.abs(fast.y.astype(int) - slow.y.astype(int)).max() <= 2
