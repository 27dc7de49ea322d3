"""The crop's path on composed shots: the subject stays inside, still ones stay still, cuts are kept."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import cv2
import numpy as np
import pytest

from renderer.analysis.camera_path import smooth_path
from renderer.analysis.reframing import framed_shots
from renderer.analysis.watching import Detectors, watch
from renderer.backends.vision.base import NothingSeen
from renderer.backends.vision.fake import ColourDetector
from renderer.compositor.planes import rgb_to_planes
from renderer.contract.remix.analysis import SourceShot
from tests.support.footage.composed_video import Picture, texture

WIDTH, HEIGHT, FPS = 640, 360, 30
CROP = HEIGHT * 9 / 16 / WIDTH
"""Width of the 9:16 crop as a fraction of the picture's."""
COLOUR = (250, 10, 240)


def along(path: np.ndarray, rng: np.random.Generator, *, side: int = 56) -> list[Picture]:
    """A square of a distinct colour at given places (x in pixels) over a texture."""
    ground = texture(rng, WIDTH, HEIGHT)
    frames = []
    for x in path:
        frame = ground.copy()
        left, top = int(x) - side // 2, HEIGHT // 2 - side // 2
        cv2.rectangle(frame, (left, top), (left + side, top + side), COLOUR, -1)
        frames.append(frame)
    return frames


def framed(shots: list[list[Picture]], *, faces: bool) -> tuple[SourceShot, ...]:
    frames = [frame for shot in shots for frame in shot]
    detector = ColourDetector(colour=COLOUR) if faces else NothingSeen()
    watched = watch(
        (rgb_to_planes(frame) for frame in frames),
        count=len(frames),
        fps=FPS,
        detectors=Detectors(faces=detector, texts=NothingSeen()),
    )
    edges = np.cumsum([0, *map(len, shots)])
    ranges = [range(first, stop) for first, stop in pairwise(edges.tolist())]
    return framed_shots(watched, ranges, duration=Fraction(len(frames), FPS))


def wished(shot: SourceShot, frames: int) -> np.ndarray:
    """The path's place on each frame of the shot."""
    moments = np.arange(frames) * 1000 / FPS
    known = [point.at_ms for point in shot.path], [point.x for point in shot.path]
    return np.asarray(np.interp(moments, *known))


def shown(shot: SourceShot, frames: int) -> np.ndarray:
    """The middle of the crop, kept inside the picture as in an export."""
    return np.asarray(np.clip(wished(shot, frames), CROP / 2, 1 - CROP / 2))


def paths(rng: np.random.Generator, count: int = 240) -> dict[str, np.ndarray]:
    t = np.linspace(0, 1, count)
    walk = np.cumsum(rng.normal(0, 1.0, count))
    return {
        "still": np.full(count, 430.0),
        "across": 60 + 520 * t,
        "there and back": 320 + 230 * np.sin(2 * np.pi * t),
        "stop and go": np.interp(t, [0, 0.3, 0.45, 0.7, 0.85, 1], [120, 120, 480, 480, 250, 250]),
        "wandering": np.clip(320 + 2.5 * (walk - walk.mean()), 60, 580),
    }


@pytest.mark.parametrize("kind", ["face", "motion"])
def test_the_subject_stays_inside_the_crop(kind: str) -> None:
    """Each path is a shot; a subject that never moves cannot be told from its ground by motion."""
    rng = np.random.default_rng(3)
    inside, frames = 0, 0
    known = {name: path for name, path in paths(rng).items() if kind == "face" or name != "still"}
    for path in known.values():
        (shot,) = framed([along(path, rng)], faces=kind == "face")
        assert shot.subject == kind
        off = np.abs(shown(shot, len(path)) - path / WIDTH)
        inside += int((off <= CROP / 2 - 28 / WIDTH).sum())
        frames += len(path)
    assert inside / frames >= 0.98


def rushing(rng: np.random.Generator, *, scroll: int, count: int = 240) -> tuple[list[Picture], np.ndarray]:
    """Game-like footage: a rushing ground, points counting up in a corner, a ball that jumps about."""
    wide = texture(rng, 3 * WIDTH, HEIGHT)
    xs = WIDTH / 2 + rng.uniform(80, 230) * np.sin(np.arange(count) / 50)
    frames = []
    for number, x in enumerate(xs):
        frame = np.ascontiguousarray(np.roll(wide, -scroll * number, axis=1)[:, :WIDTH])
        y = round(0.7 * HEIGHT - 100 * abs(np.sin(number / 11)))
        cv2.circle(frame, (round(x), y), 23, (250, 210, 40), -1)
        points, face = f"SCORE {17 * number:06d}", cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(frame, points, (23, 37), face, 0.8, (240, 240, 240), 1)
        frames.append(frame)
    return frames, xs


@pytest.mark.parametrize(("seed", "scroll"), [(5, 6), (7, 9), (101, -7), (106, -8)])
def test_a_ball_stays_inside_though_the_ground_rushes_by(seed: int, scroll: int) -> None:
    frames, xs = rushing(np.random.default_rng(seed), scroll=scroll)
    (shot,) = framed([frames], faces=False)
    assert shot.subject == "motion"
    off = np.abs(shown(shot, len(xs)) - xs / WIDTH)
    assert (off <= CROP / 2 - 23 / WIDTH).mean() >= 0.98


def test_a_subject_that_stands_still_is_filmed_still() -> None:
    """Half a pixel of noise in the detector must leave none in the path."""
    rng = np.random.default_rng(4)
    noisy = 430 + rng.normal(0, 1.0, 300)
    (shot,) = framed([along(noisy, rng)], faces=True)
    path = shown(shot, 300) * 1920
    assert np.sqrt(np.mean(np.square(path - path.mean()))) <= 0.5
    assert abs(path.mean() - 430 / WIDTH * 1920) < 12


def test_the_crop_starts_and_stops_gently() -> None:
    """No frame changes the crop's speed by more than 0.2 per cent of the picture's width."""
    rng = np.random.default_rng(5)
    for name, path in paths(rng).items():
        (shot,) = framed([along(path, rng)], faces=True)
        assert np.abs(np.diff(wished(shot, len(path)), 2)).max() < 0.002, name


def test_the_crop_jumps_at_a_cut_and_never_pans_across() -> None:
    rng = np.random.default_rng(6)
    first, second = np.full(90, 120.0), np.full(90, 520.0)
    shots = framed([along(first, rng), along(second, rng)], faces=True)
    assert [(shot.start_ms, shot.end_ms) for shot in shots] == [(0, 3000), (3000, 6000)]
    for shot, x in zip(shots, (120, 520), strict=True):
        assert all(shot.start_ms <= point.at_ms < shot.end_ms for point in shot.path)
        assert abs(shot.path[0].x * WIDTH - x) < 4
        assert len({point.x for point in shot.path}) == 1


def test_a_plain_picture_has_no_subject_and_rests_in_the_middle() -> None:
    plain = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    (shot,) = framed([[plain] * 60], faces=True)
    assert (shot.subject, shot.confidence) == ("none", 0.0)
    assert {(point.x, point.y) for point in shot.path} == {(0.5, 0.5)}


def test_a_still_picture_is_framed_where_one_looks_first() -> None:
    plain = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    cv2.circle(plain, (520, 180), 30, (255, 255, 255), -1)
    (shot,) = framed([[plain] * 60], faces=False)
    assert shot.subject == "saliency"
    assert shot.path[0].x > 0.65
    assert len({(point.x, point.y) for point in shot.path}) == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_path_stays_in_its_corridor_and_is_never_longer_than_the_subjects(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = np.clip(0.5 + np.cumsum(rng.normal(0, 0.01, int(rng.integers(2, 400)))), 0, 1)
    path = smooth_path(places, slack=0.04, rate=10)
    assert len(path) == len(places)
    assert np.abs(np.diff(path)).sum() <= np.abs(np.diff(places)).sum() + 1e-9
    # smoothing takes a path out of the corridor by no more than the range within its kernel
    assert np.abs(path - places).max() < 0.04 + 0.08
