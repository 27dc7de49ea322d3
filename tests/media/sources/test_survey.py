"""What a survey of all packets says of a video: its clock, its entries, its tracks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.facts import STAMP_TOLERANCE
from renderer.media.sources.video.survey import ENTRY_SPACING, survey
from tests.media.sources.tiny import FPS, grey, write_sound, write_video

LIMIT = Fraction(600)
GREYS = [grey(n) for n in range(15)]


def test_a_plain_video_is_told_as_it_is(tmp_path: Path) -> None:
    found = survey(write_video(tmp_path / "a.mp4", GREYS), "mov", limit=LIMIT)
    assert (found.duration, found.rate, found.packets, found.origin) == (
        Fraction(1, 2),
        Fraction(30),
        15,
        Fraction(0),
    )
    assert found.stamped
    assert found.entries == (Fraction(0),)
    assert found.audio == ()
    assert (found.picture.width, found.picture.height, found.picture.aspect) == (64, 48, Fraction(1))
    assert (found.picture.rotation, found.picture.matrix, found.picture.transparent) == (0, 5, False)
    assert found.frame_count(30) == 15
    assert found.mean_rate == 30


def test_frames_out_of_order_are_as_long(tmp_path: Path) -> None:
    found = survey(write_video(tmp_path / "a.mp4", GREYS, options={"bf": "3"}), "mov", limit=LIMIT)
    assert (found.duration, found.packets) == (Fraction(1, 2), 15)


def test_a_clock_that_begins_late_is_the_origin(tmp_path: Path) -> None:
    found = survey(write_video(tmp_path / "a.mkv", GREYS, first=300), "matroska", limit=LIMIT)
    assert found.origin == 10
    assert abs(found.duration - Fraction(1, 2)) <= STAMP_TOLERANCE
    assert found.entries == (Fraction(0),)
    assert found.frame_count(30) == 15


def test_uneven_frames_are_counted_not_believed(tmp_path: Path) -> None:
    ticks = [0, 1, 2, 40, 41, 90]
    found = survey(write_video(tmp_path / "a.mkv", GREYS[:6], ticks=ticks), "matroska", limit=LIMIT)
    assert found.packets == 6
    assert abs(found.duration - Fraction(91, FPS)) <= 2 * STAMP_TOLERANCE
    assert found.mean_rate < 3


def test_a_limit_ends_the_duration(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [grey(n) for n in range(45)])
    found = survey(path, "mov", limit=Fraction(1, 3))
    assert found.duration == Fraction(1, 3)
    assert found.frame_count(30) == 10


def test_looking_ends_a_second_behind_the_limit(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [grey(n) for n in range(120)], options={"bf": "0"})
    found = survey(path, "mov", limit=Fraction(1))
    assert found.duration == 1
    assert 30 <= found.packets <= 61


def test_entries_are_key_frames_some_seconds_apart(tmp_path: Path) -> None:
    ticks = [n * 30 for n in range(15)]
    path = write_video(tmp_path / "a.mkv", GREYS, ticks=ticks, options={"g": "1"})
    assert survey(path, "matroska", limit=LIMIT).entries == (Fraction(0), ENTRY_SPACING, 2 * ENTRY_SPACING)


def test_tracks_of_sound_are_listed_with_their_language(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mkv", GREYS, sounds=["ger", "ara"])
    found = survey(path, "matroska", limit=LIMIT)
    assert [(one.language, one.channels, one.rate) for one in found.audio] == [
        ("ger", 1, 48_000),
        ("ara", 1, 48_000),
    ]
    assert [one.stream for one in found.audio] == [1, 2]


def test_sound_alone_is_no_video(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        survey(write_sound(tmp_path / "a.mp4"), "mov", limit=LIMIT)
    assert caught.value.name == "no_picture"


def test_a_file_that_breaks_off_is_as_long_as_what_is_left(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "a.mkv", GREYS * 4, options={"g": "5"}).read_bytes()
    path = tmp_path / "b.mkv"
    path.write_bytes(whole[: len(whole) // 2])
    found = survey(path, "matroska", limit=LIMIT)
    assert 1 <= found.packets < 60
    assert 0 < found.duration < 2


@pytest.mark.parametrize(
    ("rotation", "aspect", "shown"),
    [
        (0, Fraction(1), (720, 576)),
        (90, Fraction(1), (576, 720)),
        (180, Fraction(16, 15), (768, 576)),
        (270, Fraction(16, 15), (576, 768)),
        (0, Fraction(1, 1000), (2, 576)),
    ],
)
def test_the_shown_size_is_upright_in_square_pixels(
    tmp_path: Path, rotation: int, aspect: Fraction, shown: tuple[int, int]
) -> None:
    picture = survey(write_video(tmp_path / "a.mp4", GREYS[:1]), "mov", limit=LIMIT).picture
    turned = replace(picture, width=720, height=576, rotation=rotation, aspect=aspect)
    assert turned.shown_size == shown
