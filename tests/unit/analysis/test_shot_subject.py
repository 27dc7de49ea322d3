"""The subject of a shot: a face that stays, else what moves, else what draws the eye, else the middle."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from renderer.analysis.key_moment import key_frame
from renderer.analysis.subject import BESIDE, ShotSubject, subject_of
from renderer.analysis.watched import MOTION_SHAPE, Watched
from tests.support.footage.noted import blobs, noted, plain

ROWS, COLUMNS = MOTION_SHAPE
FRAMES = 60

Row = tuple[float, ...]


def face(frame: int, x: float, y: float = 0.4, *, side: float = 0.2, score: float = 0.9) -> Row:
    """A row of a face whose centre is at (x, y)."""
    return (frame, x - side / 2, y - side / 2, side, side, score)


def spot(x: float, y: float, *, strength: float = 80.0) -> npt.NDArray[np.float64]:
    rows, columns = np.mgrid[:ROWS, :COLUMNS]
    far = (columns + 0.5 - x * COLUMNS) ** 2 + (rows + 0.5 - y * ROWS) ** 2
    return np.asarray(strength * np.exp(-far / 3.0), np.float64)


def watched(
    *,
    faces: list[Row] | None = None,
    motion: list[npt.NDArray[np.float64]] | None = None,
    interest: list[tuple[float, float]] | None = None,
) -> Watched:
    return noted([blobs(1)] * FRAMES, faces=faces or [], motion=motion or [], interest=interest or [])


def always(x: float, **more: float) -> list[Row]:
    return [face(frame, x, **more) for frame in range(0, FRAMES, 5)]


def test_a_face_that_stays_is_the_subject() -> None:
    found = subject_of(watched(faces=always(0.3), motion=[spot(0.8, 0.5)] * 20), range(FRAMES))
    assert found.kind == "face"
    assert found.confidence == pytest.approx(0.9, abs=0.01)
    assert found.places == pytest.approx(np.tile([0.3, 0.4], (12, 1)), abs=1e-6)


def test_a_face_that_is_seen_now_and_then_is_not() -> None:
    found = subject_of(
        watched(faces=[face(0, 0.3), face(30, 0.3)], motion=[spot(0.8, 0.5)] * 20), range(FRAMES)
    )
    assert found.kind == "motion"
    assert found.places[:, 0] == pytest.approx(np.full(len(found.places), 0.8), abs=0.03)


def test_a_face_of_another_shot_does_not_count() -> None:
    late = [row for row in always(0.3) if row[0] >= 30]
    both = watched(faces=late, motion=[spot(0.8, 0.5)] * 20)
    assert subject_of(both, range(30)).kind == "motion"
    assert subject_of(both, range(30, 60)).kind == "face"


def test_of_two_faces_the_larger_is_meant() -> None:
    small, large = always(0.15, side=0.1), always(0.8, side=0.3)
    found = subject_of(watched(faces=sorted(small + large)), range(FRAMES))
    assert found.places[:, 0] == pytest.approx(np.full(12, 0.8), abs=1e-6)


@pytest.mark.parametrize(("apart", "together"), [(0.9 * BESIDE, True), (1.5 * BESIDE, False)])
def test_two_who_are_near_each_other_share_the_picture(apart: float, *, together: bool) -> None:
    one, other = always(0.4, side=0.12), always(0.4 + apart, side=0.115)
    found = subject_of(watched(faces=sorted(one + other)), range(FRAMES))
    wanted = 0.4 + (apart / 2 if together else 0.0)
    assert found.places[:, 0] == pytest.approx(np.full(12, wanted), abs=0.005)


def test_a_single_wrong_place_is_taken_out() -> None:
    rows = always(0.3)
    rows[5] = face(25, 0.38)
    found = subject_of(watched(faces=rows), range(FRAMES))
    assert found.places[:, 0] == pytest.approx(np.full(12, 0.3), abs=1e-6)


def test_the_way_between_samples_is_straight_and_still_at_its_ends() -> None:
    subject = ShotSubject("face", 1.0, np.array([10.0, 20.0]), np.array([[0.2, 0.5], [0.4, 0.1]]))
    found = subject.at(np.array([0.0, 10.0, 15.0, 20.0, 99.0]))
    assert found == pytest.approx(np.array([[0.2, 0.5], [0.2, 0.5], [0.3, 0.3], [0.4, 0.1], [0.4, 0.1]]))


def test_what_moves_is_followed_and_its_places_lie_between_its_samples() -> None:
    path = np.linspace(0.2, 0.7, 20)
    found = subject_of(watched(motion=[spot(float(x), 0.6) for x in path]), range(FRAMES))
    assert found.kind == "motion"
    assert np.diff(found.frames) == pytest.approx(np.full(len(found.frames) - 1, 3.0))
    assert found.frames[0] == pytest.approx(1.5)  # between frame 0 and frame 3
    middle = found.at(np.array([30.0]))[0]
    assert middle[0] == pytest.approx(0.46, abs=0.04)
    assert middle[1] == pytest.approx(0.6, abs=0.04)


def test_the_first_sample_after_a_cut_says_nothing() -> None:
    """The whole picture changes at the cut, so the first sample says nothing of the shot's own motion."""
    maps = [spot(0.2, 0.5)] * 10 + [np.full(MOTION_SHAPE, 120.0)] + [spot(0.8, 0.5)] * 9
    found = subject_of(watched(motion=maps), range(30, 60))
    assert found.kind == "motion"
    assert found.frames[0] > 30
    assert found.places[:, 0] == pytest.approx(np.full(len(found.places), 0.8), abs=0.03)


def test_motion_in_one_place_is_surer_than_motion_everywhere() -> None:
    rng = np.random.default_rng(1)
    one = subject_of(watched(motion=[spot(0.4, 0.5)] * 20), range(FRAMES))
    everywhere = [spot(0.4, 0.5, strength=40) + rng.uniform(0, 30, MOTION_SHAPE) for _ in range(20)]
    other = subject_of(watched(motion=everywhere), range(FRAMES))
    assert 0.7 < one.confidence <= 0.8
    assert other.confidence < one.confidence - 0.2


@pytest.mark.parametrize("moving", [0, 1])
def test_without_motion_what_is_looked_at_first_is_the_subject(moving: int) -> None:
    maps = [np.zeros(MOTION_SHAPE)] * (20 - moving) + [spot(0.9, 0.9)] * moving
    found = subject_of(watched(motion=maps, interest=[(0.7, 0.3), (0.66, 0.34)]), range(FRAMES))
    assert found.kind == "saliency"
    assert found.places[0] == pytest.approx([0.68, 0.32])


@pytest.mark.parametrize("interest", [[], [(0.5, 0.5), (0.5, 0.5)]])
def test_where_there_is_nothing_the_middle_stands_for_it(interest: list[tuple[float, float]]) -> None:
    found = subject_of(watched(interest=interest), range(FRAMES))
    assert (found.kind, found.confidence) == ("none", 0.0)
    assert found.at(np.array([0.0, 59.0])) == pytest.approx(np.full((2, 2), 0.5))


def test_a_shot_between_two_samples_has_a_subject_too() -> None:
    for first, stop in ((1, 2), (31, 33), (58, 60)):
        found = subject_of(
            watched(motion=[spot(0.3, 0.5)] * 20, interest=[(0.4, 0.4)] * 2), range(first, stop)
        )
        assert np.isfinite(found.at(np.arange(first, stop, dtype=float))).all()


def test_the_key_frame_has_contrast_and_is_away_from_cuts() -> None:
    marks = [plain(100)] * 20 + [blobs(2, low=20, high=240)] * 20 + [blobs(3, low=90, high=120)] * 60
    shots = (range(20), range(20, 40), range(40, 100))
    found = key_frame(noted(marks), shots)
    assert 29 <= found <= 31
    assert all(abs(found - shot.start) >= 9 for shot in shots)


def test_the_key_frame_shows_a_face_where_there_is_one() -> None:
    marks = [blobs(2)] * 100
    with_face = noted(marks, faces=[face(frame, 0.5, side=0.3) for frame in (50, 55, 60)])
    assert key_frame(noted(marks), (range(100),)) not in (50, 55, 60)
    assert key_frame(with_face, (range(100),)) in range(50, 65)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_the_shortest_video_has_a_key_frame(count: int) -> None:
    assert 0 <= key_frame(noted([blobs(1)] * count), (range(count),)) < count
