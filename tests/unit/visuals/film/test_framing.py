"""Users' pictures: the window on what matters, slow pans along long ones, small or odd ones whole."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from renderer.compositor.planes import Planes, allocate, planes_to_rgb, rgb_to_planes
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.framing import FramingKind, StillFraming, best_window, framed, interest
from renderer.visuals.film.panned import SPEED, panned
from renderer.visuals.film.whole import MOST_ENLARGED, shown_whole

FRAME = (270, 480)
WIDE_FRAME = (480, 270)
BOX = (0.14, 0.42, 0.86, 0.58)


def busy(width: int, height: int, *, grain: int = 24, seed: int = 3) -> ByteImage:
    """Detail everywhere: coarse coloured noise."""
    rng = np.random.Generator(np.random.PCG64(seed))
    small = rng.integers(60, 200, (height // grain + 2, width // grain + 2, 3), np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def calm(width: int, height: int) -> ByteImage:
    """Grey with a little grain."""
    rng = np.random.Generator(np.random.PCG64(4))
    return (100 + rng.integers(0, 6, (height, width, 1)) + np.zeros((1, 1, 3), int)).astype(np.uint8)


def framing_of(picture: ByteImage, size: tuple[int, int] = FRAME) -> StillFraming:
    return framed(rgb_to_planes(picture), size)


@pytest.mark.parametrize("x", [0.15, 0.5, 0.85])
def test_a_face_is_kept_wherever_it_is(x: float) -> None:
    picture = calm(1000, 600)
    cv2.ellipse(picture, (round(1000 * x), 280), (70, 100), 0, 0, 360, (235, 180, 150), -1)
    framing = framing_of(picture)
    assert framing.kind is FramingKind.CROP
    half = 600 * FRAME[0] / FRAME[1] / 1000 / 2
    centre = min(max(framing.centre[0], half), 1 - half)
    assert abs(centre - x) < half - 0.05


def test_of_two_things_one_is_chosen_and_not_the_gap_between_them() -> None:
    picture = calm(1000, 600)
    for spot in (120, 880):
        cv2.circle(picture, (spot, 300), 90, (30, 60, 220), -1)
    window = 600 * FRAME[0] / FRAME[1] / 1000
    (x, _), held = best_window(interest(rgb_to_planes(picture)), window, 1.0)
    assert min(abs(x - 0.12), abs(x - 0.88)) < window / 2
    assert held > 0.3


@pytest.mark.parametrize(
    ("size", "frame", "kind"),
    [
        ((1280, 720), FRAME, FramingKind.PAN),
        ((720, 1280), WIDE_FRAME, FramingKind.PAN),
        ((2800, 500), WIDE_FRAME, FramingKind.PAN),
        ((2800, 300), FRAME, FramingKind.WHOLE),
        ((120, 80), FRAME, FramingKind.WHOLE),
        ((1080, 1920), FRAME, FramingKind.CROP),
        ((1000, 1900), FRAME, FramingKind.CROP),
    ],
)
def test_what_does_not_fit_is_panned_along_or_shown_whole(
    size: tuple[int, int], frame: tuple[int, int], kind: FramingKind
) -> None:
    framing = framing_of(busy(*size), frame)
    assert framing.kind is kind
    assert bool(framing.reason) is (kind is FramingKind.WHOLE)


def test_a_logo_on_plain_ground_is_not_cut() -> None:
    logo = np.full((600, 600, 3), 24, np.uint8)
    cv2.circle(logo, (300, 300), 250, (250, 200, 20), 40)
    framing = framing_of(logo)
    assert framing.kind is FramingKind.WHOLE
    assert framing.plain
    shown = shown_whole(logo, FRAME, captions=BOX, plain=True)
    yellow = (shown[..., 0] > 150) & (shown[..., 2] < 90)
    rows, columns = np.flatnonzero(yellow.any(axis=1)), np.flatnonzero(yellow.any(axis=0))
    assert columns[0] > 5
    assert columns[-1] < FRAME[0] - 5
    assert rows[-1] < BOX[1] * FRAME[1]
    assert np.abs(shown[-40:].astype(int) - 24).max() <= 2


@pytest.mark.parametrize("captions", [(0.0, 0.0, 0.0, 0.0), BOX, (0.1, 0.1, 0.9, 0.3)])
@pytest.mark.parametrize("size", [(60, 40), (900, 100), (100, 900)])
def test_a_picture_shown_whole_is_whole_and_clear_of_captions(
    size: tuple[int, int], captions: tuple[float, float, float, float]
) -> None:
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    shown = shown_whole(picture, FRAME, captions=captions, plain=False)
    white = np.asarray((shown > 245).all(axis=2), np.bool_)
    rows, columns = np.flatnonzero(white.any(axis=1)), np.flatnonzero(white.any(axis=0))
    wide, tall = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    assert abs(wide / tall - size[0] / size[1]) < 0.12 * size[0] / size[1] + 0.02
    assert wide <= MOST_ENLARGED * size[0] + 1
    inside = white[round(captions[1] * FRAME[1]) : round(captions[3] * FRAME[1])]
    assert not inside.any()


def test_a_pan_is_slow_smooth_and_stays_inside() -> None:
    strip = rgb_to_planes(busy(900, FRAME[1]))
    picture = panned(strip, (0.9, 0.5), size=FRAME, duration=3.0, backward=False)
    assert 0 <= picture.start[0] < picture.end[0] <= 900 - FRAME[0]
    assert picture.end[0] - picture.start[0] <= SPEED * FRAME[0] * 3.0 + 1e-6
    frames = []
    for step in range(4):
        target = allocate(*FRAME)
        picture.draw(target, step * 1.0)
        frames.append(planes_to_rgb(target))
    whole = planes_to_rgb(Planes(strip.y, strip.u, strip.v))
    left = round(picture.start[0])
    assert np.abs(frames[0].astype(int) - whole[:, left : left + FRAME[0]].astype(int)).mean() < 4
    assert all(np.abs(a.astype(int) - b.astype(int)).mean() > 1 for a, b in itertools.pairwise(frames))
