"""What moves in the dramatic painters, judged by its pixels."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
import pytest

from renderer.visuals.film.layered_film import FilmedLayers
from tests.support.painted import DURATION, filmed, luma_at, scene_of, spec_of

SIZE = (360, 640)
MIDDLE = (180, 192)
"""The region of the frame around "0.5,0.3"."""


@pytest.fixture(scope="module")
def scope() -> list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """One turn of the radar's sweep, in a frame for each of 96 steps."""
    picture = filmed(spec_of("radar", artwork=()), SIZE)
    return [luma_at(picture, step * 3.2 / 96, SIZE).astype(np.float32) for step in range(96)]


@pytest.mark.parametrize("bearing", range(0, 360, 15))
def test_the_sweep_lights_every_bearing_once_a_turn_and_fades_evenly(
    scope: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]], bearing: int
) -> None:
    """This includes the joints of two sectors of afterglow."""
    x = MIDDLE[0] + 80 * math.cos(math.radians(bearing + 5))
    y = MIDDLE[1] + 80 * math.sin(math.radians(bearing + 5))
    around = np.s_[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
    light = np.array([frame[around].mean() for frame in scope])
    passing = int(light.argmax())
    assert abs((passing * 3.75 - 70 - bearing - 5 + 180) % 360 - 180) < 8
    after = np.roll(light, -passing)
    assert after[0] - after[60] > 10
    assert (np.diff(after[3:90]) < 1.5).all()


def test_every_stroke_takes_the_bezel_one_tooth_on_to_the_same_place() -> None:
    picture = filmed(spec_of("clockwork"), SIZE)
    before, turning, after = (luma_at(picture, at, SIZE).copy() for at in (0.45, 0.57, 0.95))
    right = np.s_[MIDDLE[1] - 12 : MIDDLE[1] + 12, MIDDLE[0] + 90 : MIDDLE[0] + 135]
    assert np.array_equal(before[right], after[right])
    assert np.abs(before[right].astype(int) - turning[right]).max() > 20


@pytest.mark.parametrize("name", ["radar", "storm_sky", "clockwork", "smoke", "neon_city", "shattered_glass"])
def test_something_moves_all_the_time(name: str) -> None:
    picture = filmed(spec_of(name), SIZE)
    seconds = np.arange(0.0, DURATION, 0.5)
    frames = [luma_at(picture, float(at), SIZE).astype(np.float32) for at in seconds]
    assert min(np.abs(b - a).max() for a, b in pairwise(frames)) > 12


def test_the_beam_sways_over_the_stage() -> None:
    picture = filmed(spec_of("spotlight"), SIZE)
    left, right = (luma_at(picture, at, SIZE).astype(np.float32) for at in (0.0, 1.7))
    assert np.abs(right - left)[: SIZE[1] // 3].max() > 12


@pytest.mark.parametrize(
    ("name", "share"),
    [("radar", 0.25), ("storm_sky", 0.1), ("spotlight", 0.1), ("smoke", 0.1), ("headline", 0.0)],
)
def test_what_turns_or_grows_is_small(name: str, share: float) -> None:
    """A layer of constant size and angle costs a fifth of one that changes."""
    scene = scene_of(spec_of(name), SIZE)
    turned = 0.0
    for layer in scene.layers:
        places = [layer.motion(at) for at in np.linspace(0, DURATION, 40).tolist()]
        if len({(place.scale, place.stretch, place.angle) for place in places}) > 1:
            turned += layer.image.shape[0] * layer.image.shape[1] * places[0].scale ** 2
    assert turned <= share * SIZE[0] * SIZE[1]


@pytest.mark.parametrize("word", ["octopuses", "ゾウ", "الفيل"])
@pytest.mark.parametrize("focus", [(0.5, 0.27), (0.5, 0.38), (0.5, 0.58)])
def test_the_headline_is_never_covered_by_its_subject(word: str, focus: tuple[float, float]) -> None:
    """The letters' pixels are the same with a subject and with an empty one."""
    scene = scene_of(spec_of("headline", artwork=("octopus",), words=(word,), focus=focus), SIZE)
    letters, art = scene.layers
    boxes = []
    for layer in (letters, art):
        place, (tall, wide) = layer.motion(DURATION), layer.image.shape[:2]
        shown = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        top, left = round(place.y - tall / 2), round(place.x - wide / 2)
        solid = (layer.image[..., 3] > 200).astype(np.uint8)
        rows, columns = slice(max(top, 0), max(top + tall, 0)), slice(max(left, 0), max(left + wide, 0))
        part = shown[rows, columns]
        part[:] = solid[rows.start - top :, columns.start - left :][: part.shape[0], : part.shape[1]]
        turn = cv2.getRotationMatrix2D((place.x, place.y), -place.angle, 1.0)
        boxes.append(np.asarray(cv2.warpAffine(shown, turn, SIZE), np.uint8))
    assert (boxes[0] & boxes[1]).sum() <= 0.01 * boxes[0].sum()


@pytest.mark.parametrize("size", [SIZE, SIZE[::-1]], ids=["upright", "wide"])
@pytest.mark.parametrize("focus", [(0.2, 0.4), (0.8, 0.4)])
def test_a_headline_without_a_subject_is_not_cut_by_the_frame(
    focus: tuple[float, float], size: tuple[int, int]
) -> None:
    """No bright pixel of its letters is at the frame's sides."""
    picture = filmed(spec_of("headline", artwork=(), words=("Constantinople",), focus=focus), size)
    bright = luma_at(picture, 2.5, size) > 180
    margin = round(0.02 * size[0])
    assert bright.any()
    assert not bright[:, :margin].any()
    assert not bright[:, -margin:].any()


def test_the_light_on_the_stage_is_an_oval_and_no_block() -> None:
    """Below the subject's foot the boards are lit in a band that narrows, and are dark soon after."""
    spec = spec_of("spotlight", artwork=("octopus",), focus=(0.5, 0.38))
    frame = luma_at(filmed(spec, SIZE), 1.0, SIZE).astype(np.float32)
    floor = round(SIZE[1] * (0.38 + 0.4 / 2))
    lit = frame[floor + 4 : floor + 24, 150:210].mean()
    under = frame[floor + 60 : floor + 110, 150:210].mean()
    assert under < 0.4 * lit


def test_digits_that_have_landed_cost_nothing_while_all_else_floats_on() -> None:
    picture = filmed(spec_of("tally"), SIZE)
    assert isinstance(picture, FilmedLayers)
    digits = 2 * len("$4.2M")
    luma_at(picture, 0.9 * DURATION, SIZE)
    assert len(picture.cache.placements) == digits
    assert len(picture.cels) > digits + 1


@pytest.mark.parametrize("across", [0.36, 0.64])
@pytest.mark.parametrize("words", [("世界人権宣言",), ("responsibilities",), ("ox",)])
def test_a_headline_on_a_third_is_whole_in_a_wide_frame(words: tuple[str, ...], across: float) -> None:
    scene = scene_of(spec_of("headline", artwork=(), words=words, focus=(across, 0.46)), (640, 360))
    (word,) = scene.layers
    columns = np.nonzero(word.image[..., 3].max(axis=0) > 60)[0]
    left = word.motion(60.0).x - word.image.shape[1] / 2
    width = scene.base.shape[1]
    assert left + columns.min() >= 0.03 * width
    assert left + columns.max() <= 0.97 * width
