"""Exports that replace stretches of their source: where that is impossible, and what the encoder is told."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pipelines.project.documents import EncodedExport, EncodedStretch, PicturePath, ReframedSource
from pipelines.project.splicing import BORDER_SECONDS, _apart, _beside, _unfit
from renderer.contract.vocabulary import StylePack
from renderer.core.encoding import ENCODINGS, EncoderProfile
from renderer.core.storyboard import Storyboard
from tests.unit.pipelines.project.values import source_facts

FACTS = source_facts(width=640, height=360, seconds=10, rate=30)
REFRAMED = ReframedSource(
    width=640,
    height=360,
    fps=30,
    frame_count=300,
    storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=()),
    cuts=(0,),
    shown=(1.0, 1.0),
    untouched=True,
)


def test_a_plain_source_shown_as_it_is_can_be_copied() -> None:
    assert _unfit(REFRAMED, FACTS) == ""
    assert REFRAMED.duration == 10


@pytest.mark.parametrize("transfer", [0, 1, 2])
def test_a_source_whose_colours_nobody_named_counts_as_ours(transfer: int) -> None:
    assert _unfit(REFRAMED, replace(FACTS, picture=replace(FACTS.picture, transfer=transfer))) == ""


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rotation": 90}, "turned"),
        ({"rotation": 180}, "turned"),
        ({"width": 641}, "odd size"),
        ({"height": 720}, "larger"),
        ({"matrix": 6}, "colours"),
        ({"matrix": 9}, "colours"),
        ({"transfer": 16}, "colours"),
        ({"transfer": 18}, "colours"),
        ({"full_range": True}, "colours"),
        ({"transparent": True}, "colours"),
    ],
)
def test_what_ours_could_not_stand_between_is_named(changes: dict[str, object], says: str) -> None:
    picture = replace(FACTS.picture, **changes)
    assert says in _unfit(REFRAMED, replace(FACTS, picture=picture))


def test_a_crop_and_frames_without_times_are_named() -> None:
    assert "cropped" in _unfit(replace(REFRAMED, untouched=False), FACTS)
    assert "no times" in _unfit(REFRAMED, replace(FACTS, stamped=False))


def test_borders_nearer_than_a_second_are_left_out_and_one_just_a_second_away_stays() -> None:
    times = [Fraction(number, 10) for number in range(60)]
    assert list(_apart([0, 5, 10, 19, 20, 29, 45], times)) == [0, 10, 20, 45]
    assert list(_apart([0], times)) == [0]
    assert BORDER_SECONDS == 1


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=60), st.data())
def test_borders_that_stay_are_apart_and_none_that_is_far_enough_goes(
    steps: list[int], data: st.DataObject
) -> None:
    times = [Fraction(sum(steps[:number]), 24) for number in range(len(steps))]
    others = data.draw(st.sets(st.integers(0, len(times) - 1)))
    borders = sorted({0, *others})
    kept = list(_apart(borders, times))
    assert kept[0] == 0
    assert set(kept) <= set(borders)
    assert all(times[later] - times[earlier] >= BORDER_SECONDS for earlier, later in pairwise(kept))
    for border in set(borders) - set(kept):
        assert min(times[border] - times[one] for one in kept if one < border) < BORDER_SECONDS


@pytest.mark.parametrize(
    ("delay", "added"), [(0, {"bframes": "0"}), (1, {"b-pyramid": "none"}), (2, {}), (3, {})]
)
@pytest.mark.parametrize(
    "profile", [ENCODINGS["fast"], ENCODINGS["quality"], EncoderProfile(codec="h264_nvenc")]
)
def test_an_encoder_beside_a_source_reorders_no_more_and_has_a_number_of_its_own(
    delay: int, added: dict[str, str], profile: EncoderProfile
) -> None:
    found = _beside(profile, {"delay": delay, "free_number": 7})
    options = dict(found.tuning)
    assert found.codec == "libx264"
    assert options == dict(profile.tuning) | {"sps-id": "7"} | added
    assert (found.crf, found.preset) == (profile.crf, profile.preset)


@pytest.mark.parametrize(
    ("pictures", "drawn"), [(PicturePath.ENCODED, 300), (PicturePath.SPLICED, 90), (PicturePath.COPIED, 90)]
)
def test_frames_that_were_drawn_are_all_or_those_of_the_stretches(pictures: PicturePath, drawn: int) -> None:
    export = EncodedExport(
        video="v",
        duration=Fraction(10),
        frames=300,
        width=640,
        height=360,
        pictures=pictures,
        why="",
        plan=None,
        stretches=(
            EncodedStretch(first=0, stop=30, video="a"),
            EncodedStretch(first=240, stop=300, video="b"),
        ),
    )
    assert export.drawn == drawn
    assert replace(export, pictures=PicturePath.COPIED, stretches=()).drawn == 0
