"""Cuts, fades and dissolves, told apart on hand-written marks of frames."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.analysis.cuts import hard_cuts
from renderer.analysis.dissolves import dissolves
from renderer.analysis.fades import Fade, fades
from renderer.analysis.watched import Watched
from tests.support.footage.noted import FPS, Mark, blobs, noted, plain


def stay(seed: int, count: int) -> list[Mark]:
    return [blobs(seed)] * count


def mixture(one: Mark, other: Mark, count: int) -> list[Mark]:
    """Frames of a dissolve, without either end."""
    return [one + (other - one) * step / (count + 1) for step in range(1, count + 1)]


def found_dissolves(watched: Watched) -> list[int]:
    heard: list[float] = []
    middles = dissolves(watched, seen=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    return middles


@pytest.mark.parametrize("at", [1, 2, 30, 58, 59])
def test_a_cut_is_on_the_first_frame_of_the_new_picture(at: int) -> None:
    assert hard_cuts(noted(stay(1, at) + stay(2, 60 - at))) == [at]


@pytest.mark.parametrize("fps", [12, 25, 30, 60])
def test_cuts_are_found_at_every_frame_rate(fps: int) -> None:
    marks = stay(1, 40) + stay(2, 40) + stay(3, 40)
    assert hard_cuts(noted(marks, fps=fps)) == [40, 80]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_frames_have_no_cut(count: int) -> None:
    assert hard_cuts(noted([blobs(1)] * count or np.zeros((0, 32, 32)))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("frames", [1, 2, 5, 8])
def test_what_soon_gives_way_to_the_picture_before_is_no_shot(frames: int) -> None:
    """An insert of up to a quarter of a second, a white flash or a lost frame is no shot."""
    for between in (blobs(9), plain(235), plain(16)):
        assert hard_cuts(noted(stay(1, 40) + [between] * frames + stay(1, 40))) == []


def test_what_lasts_longer_is_a_shot_though_the_picture_returns() -> None:
    assert hard_cuts(noted(stay(1, 40) + stay(9, 15) + stay(1, 40))) == [40, 55]


def test_light_that_is_switched_on_is_no_cut() -> None:
    dark, bright = blobs(1, low=30, high=90), blobs(1, low=120, high=220)
    assert hard_cuts(noted([dark] * 40 + [bright] * 40)) == []


def test_a_picture_in_unrest_has_no_cut_in_each_of_its_frames() -> None:
    """Every frame is a different picture, so none stands out from its surroundings."""
    assert hard_cuts(noted([blobs(seed) for seed in range(60)])) == []


def test_a_flash_that_hides_a_cut_is_one_cut() -> None:
    assert len(hard_cuts(noted([*stay(1, 40), plain(235), plain(235), *stay(2, 40)]))) == 1


@pytest.mark.parametrize("level", [16.0, 235.0], ids=["black", "white"])
def test_a_fade_through_a_plain_picture_has_its_border_in_the_plain_part(level: float) -> None:
    out = mixture(blobs(1), plain(level), 12)
    rise = mixture(plain(level), blobs(2), 12)
    marks = stay(1, 40) + out + [plain(level)] * 6 + rise + stay(2, 40)
    [fade] = fades(noted(marks))
    assert 52 <= fade.border <= 58
    assert 37 <= fade.first <= 44
    assert 64 <= fade.last <= 74
    assert fade.first < fade.border <= fade.last


@pytest.mark.parametrize(
    ("marks", "border"),
    [
        (stay(1, 40) + mixture(blobs(1), plain(16), 12) + [plain(16)] * 6 + stay(2, 40), 58),
        (stay(1, 40) + [plain(16)] * 6 + mixture(plain(16), blobs(2), 12) + stay(2, 40), 40),
    ],
    ids=["fades out and cuts in", "cuts out and fades in"],
)
def test_a_fade_on_one_side_alone_begins_the_shot_at_its_sharp_edge(marks: list[Mark], border: int) -> None:
    [fade] = fades(noted(marks))
    assert fade.border == pytest.approx(border, abs=1)


def test_a_plain_picture_between_two_cuts_is_no_fade() -> None:
    assert fades(noted(stay(1, 40) + [plain(16)] * 20 + stay(2, 40))) == []


def test_plain_frames_at_either_end_of_a_video_are_no_fade() -> None:
    rise, out = mixture(plain(16), blobs(1), 12), mixture(blobs(1), plain(16), 12)
    assert fades(noted([plain(16)] * 5 + rise + stay(1, 40) + out + [plain(16)] * 5)) == []


def test_a_blink_that_returns_to_the_same_picture_is_no_fade() -> None:
    marks = stay(1, 40) + mixture(blobs(1), plain(16), 2) + [plain(16)] + mixture(plain(16), blobs(1), 2)
    assert fades(noted(marks + stay(1, 40))) == []


def test_a_fade_is_what_it_says() -> None:
    assert Fade(3, 9, 6) == Fade(first=3, last=9, border=6)


@pytest.mark.parametrize("length", [8, 14, 22, 30])
def test_a_dissolve_is_found_in_its_middle(length: int) -> None:
    marks = stay(1, 60) + mixture(blobs(1), blobs(2), length) + stay(2, 60)
    [middle] = found_dissolves(noted(marks))
    assert middle == pytest.approx(60 + length / 2, abs=2)


def test_two_dissolves_are_told_in_order() -> None:
    one, other = mixture(blobs(1), blobs(2), 14), mixture(blobs(2), blobs(3), 14)
    marks = stay(1, 60) + one + stay(2, 60) + other + stay(3, 60)
    middles = found_dissolves(noted(marks))
    assert middles == [pytest.approx(67, abs=2), pytest.approx(141, abs=2)]


@pytest.mark.parametrize(
    "marks",
    [
        stay(1, 160),
        stay(1, 60) + stay(2, 60),
        stay(1, 60) + mixture(blobs(1), blobs(1, low=20, high=120), 14) + [blobs(1, low=20, high=120)] * 60,
        stay(1, 60) + mixture(blobs(1), plain(16), 14) + [plain(16)] * 60,
        [np.roll(blobs(1), step // 4, axis=1) for step in range(160)],
    ],
    ids=["still", "a cut", "light that dims", "a fade to black", "a slow pan"],
)
def test_nothing_else_is_a_dissolve(marks: list[Mark]) -> None:
    assert found_dissolves(noted(marks)) == []


def test_the_shortest_videos_have_no_dissolve() -> None:
    for count in (1, 2, 8):
        assert found_dissolves(noted(stay(1, count))) == []
    assert FPS == 30
