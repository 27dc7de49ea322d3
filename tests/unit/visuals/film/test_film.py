"""Layers are where they are placed, to a fraction of a pixel, and blend by their alpha."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from renderer.compositor.planes import Planes, allocate, planes_to_rgb, rgb_to_planes
from renderer.core.camera import CameraMove, View
from renderer.painters.layered_picture import ByteImage, Layer, Motion, Placement, standing
from renderer.visuals.film.cels import prepare
from renderer.visuals.film.layered_film import filmed_layers
from renderer.visuals.grade import Grade

WIDTH, HEIGHT = 160, 200
SCALE = 1.25
RASTER = (int(WIDTH * SCALE), int(HEIGHT * SCALE))
PLAIN = Grade()


def disc(side: int, colour: tuple[int, int, int], alpha: int = 255) -> ByteImage:
    image = np.zeros((side, side, 4), np.uint8)
    image[..., :3] = colour
    centre = (side - 1) / 2
    rows, columns = np.mgrid[0:side, 0:side]
    soft = np.clip(side * 0.4 - np.hypot(rows - centre, columns - centre), 0, 1)
    image[..., 3] = np.rint(soft * alpha).astype(np.uint8)
    return image


def revealed(share: float) -> Motion:
    return lambda _seconds: Placement(x=100, y=120, reveal=share)


def grey(level: int) -> Planes:
    return rgb_to_planes(np.full((HEIGHT, WIDTH, 3), level, np.uint8))


def shown(layer: Layer, seconds: float = 0.0, *, ground: Planes, move: CameraMove | None = None) -> Planes:
    level = int(np.rint((int(ground.y[0, 0]) - 16) * 255 / 219))
    base = rgb_to_planes(np.full((RASTER[1], RASTER[0], 3), level, np.uint8))
    cels = (prepare(layer, PLAIN),)
    scene = filmed_layers(base, cels, move=move or CameraMove(), size=(WIDTH, HEIGHT), duration=1.0)
    frame = allocate(WIDTH, HEIGHT)
    scene.draw(frame, seconds)
    return frame


def middle_of(plane: npt.NDArray[np.uint8], ground: int) -> tuple[float, float]:
    weights = np.abs(plane.astype(np.float64) - ground)
    rows, columns = np.mgrid[0 : plane.shape[0], 0 : plane.shape[1]] + 0.5
    return float((weights * columns).sum() / weights.sum()), float((weights * rows).sum() / weights.sum())


@pytest.mark.parametrize(("x", "y"), [(100.0, 120.0), (100.31, 119.77), (61.9, 171.13)])
def test_a_layer_stands_where_it_is_placed(x: float, y: float) -> None:
    layer = Layer(image=disc(61, (250, 240, 230)), motion=standing(x, y))
    frame = shown(layer, ground=grey(20))
    ground = int(grey(20).y[0, 0])
    assert middle_of(frame.y, ground) == pytest.approx((x / SCALE, y / SCALE), abs=0.03)


def test_a_layer_moves_without_shaking() -> None:
    image = disc(61, (250, 240, 230))
    layer = Layer(image=image, motion=lambda s: Placement(x=60 + 31 * s, y=120 - 17 * s, angle=40 * s))
    places = [middle_of(shown(layer, n / 30, ground=grey(20)).y, int(grey(20).y[0, 0])) for n in range(30)]
    wanted = [((60 + 31 * n / 30) / SCALE, (120 - 17 * n / 30) / SCALE) for n in range(30)]
    jitter = np.diff(np.array(places) - np.array(wanted), axis=0)
    assert np.sqrt((jitter**2).mean()) < 0.02


def test_blending_is_what_alpha_says() -> None:
    image = np.zeros((80, 80, 4), np.uint8)
    image[...] = (200, 60, 30, 128)
    frame = shown(Layer(image=image, motion=standing(100, 120)), ground=grey(90))
    seen = planes_to_rgb(frame)[96, 80].astype(float)
    share = 128 / 255
    wanted = np.array([200, 60, 30]) * share + 90 * (1 - share)
    assert np.abs(seen - wanted).max() <= 3


def test_half_opacity_is_half_way() -> None:
    layer = Layer(image=disc(61, (255, 255, 255)), motion=lambda _s: Placement(x=100, y=120, opacity=0.5))
    level = int(shown(layer, ground=grey(0)).y[96, 80])
    assert level == pytest.approx(16 + 219 / 2, abs=2)


def test_an_invisible_layer_changes_nothing() -> None:
    ground = grey(77)
    for image in (disc(61, (255, 0, 0), alpha=0), disc(61, (255, 0, 0))):
        layer = Layer(image=image, motion=lambda _s: Placement(x=100, y=120, opacity=0.0))
        assert np.array_equal(shown(layer, ground=ground).y, ground.y)
    unseen = Layer(image=disc(61, (255, 0, 0), alpha=0), motion=standing(100, 120))
    assert np.array_equal(shown(unseen, ground=ground).u, ground.u)


def test_a_layer_outside_the_frame_is_left_out() -> None:
    layer = Layer(image=disc(61, (255, 0, 0)), motion=standing(-500, 120))
    assert np.array_equal(shown(layer, ground=grey(50)).y, grey(50).y)


def test_reveal_uncovers_from_low_to_high() -> None:
    image = np.full((40, 120, 4), 255, np.uint8)
    ramp = np.tile(np.linspace(0, 255, 120).astype(np.uint8), (40, 1))
    counts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        layer = Layer(image=image, reveal=ramp, motion=revealed(share))
        frame = shown(layer, ground=grey(0))
        counts.append(int((frame.y > 128).sum()))
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert counts[2] == pytest.approx(counts[-1] / 2, rel=0.08)
    whole = shown(Layer(image=image, motion=standing(100, 120)), ground=grey(0))
    assert counts[-1] == int((whole.y > 128).sum())


def test_a_window_shows_the_scrolled_part_only() -> None:
    strip = np.zeros((300, 40, 4), np.uint8)
    strip[..., 3] = 255
    strip[200:240, :, :3] = 255
    layer = Layer(image=strip, window=(40, 40), motion=lambda s: Placement(x=100, y=120, scroll_y=200 * s))
    before, after = shown(layer, 0.0, ground=grey(90)), shown(layer, 1.0, ground=grey(90))
    inside = (slice(86, 106), slice(70, 90))
    assert int(before.y[inside].max()) < 30
    assert int(after.y[inside].min()) > 220
    outside = np.ones(before.y.shape, bool)
    outside[78:116, 62:98] = False
    assert np.array_equal(after.y[outside], grey(90).y[outside])


def test_light_brightens_and_never_darkens() -> None:
    glow = disc(61, (120, 90, 40))
    layer = Layer(image=glow, motion=standing(100, 120), light=True)
    for level in (0, 90, 220):
        ground = grey(level)
        frame = shown(layer, ground=ground)
        assert int(frame.y[96, 80]) > int(ground.y[96, 80])
        assert (frame.y.astype(int) - ground.y.astype(int)).min() >= -1


def test_depth_follows_the_camera_in_proportion() -> None:
    move = CameraMove(start=View(zoom=1.2), end=View(x=0.56, zoom=1.2), easing="linear")
    places = []
    for depth in (0.0, 1.0):
        layer = Layer(image=disc(41, (255, 255, 255)), motion=standing(100, 125), depth=depth)
        first = middle_of(shown(layer, 0.0, ground=grey(0), move=move).y, 16)
        last = middle_of(shown(layer, 1.0, ground=grey(0), move=move).y, 16)
        places.append(first[0] - last[0])
    assert places[0] == pytest.approx(0, abs=0.02)
    assert places[1] == pytest.approx(0.06 * WIDTH * 1.2, abs=0.05)


def test_any_order_of_frames_gives_the_same_pixels() -> None:
    layer = Layer(
        image=disc(61, (9, 200, 120)), motion=lambda s: Placement(x=60 + 40 * s, y=120, angle=9 * s)
    )
    forward = [shown(layer, s, ground=grey(60)).y.copy() for s in (0.1, 0.5, 0.9)]
    backward = [shown(layer, s, ground=grey(60)).y.copy() for s in (0.9, 0.5, 0.1)][::-1]
    assert all(np.array_equal(a, b) for a, b in zip(forward, backward, strict=True))


def test_cropping_does_not_move_a_layer() -> None:
    small = disc(41, (250, 250, 250))
    roomy = cv2.copyMakeBorder(small, 13, 24, 31, 6, cv2.BORDER_CONSTANT)
    tight = Layer(image=small, motion=standing(100, 120), anchor=(0.0, 0.0))
    wide = replace(tight, image=np.asarray(roomy, np.uint8), motion=standing(100 - 31, 120 - 13))
    a, b = shown(tight, ground=grey(20)), shown(wide, ground=grey(20))
    assert np.abs(a.y.astype(int) - b.y.astype(int)).max() <= 1


def test_a_layer_that_turns_by_strokes_is_the_same_in_any_order() -> None:
    def stroke(seconds: float) -> Placement:
        return Placement(x=100, y=120, angle=30.0 * (seconds > 0.5))  # when it turns

    image = disc(61, (9, 200, 120))
    image[:30] = 255
    base = rgb_to_planes(np.full((RASTER[1], RASTER[0], 3), 60, np.uint8))
    sliding = Layer(image=image, motion=lambda s: Placement(x=60 + 50 * s, y=60))
    cels = (prepare(sliding, PLAIN), prepare(Layer(image=image, motion=stroke), PLAIN))
    scene = filmed_layers(base, cels, move=CameraMove(), size=(WIDTH, HEIGHT), duration=1.0)
    frames: dict[float, Planes] = {}
    for seconds in (0.2, 0.3, 0.6, 0.7, 0.3, 0.2, 0.7):
        frame = allocate(WIDTH, HEIGHT)
        scene.draw(frame, seconds)
        assert np.array_equal(frames.setdefault(seconds, frame).y, frame.y)
    assert not np.array_equal(frames[0.3].y[96:], frames[0.6].y[96:])
