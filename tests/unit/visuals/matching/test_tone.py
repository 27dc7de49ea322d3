"""Tone and time of artwork: what a mode bars, and what was not invented yet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import VideoMode
from renderer.painters.artwork import artwork_names
from renderer.visuals.matching.tone import OPEN, Gate, gate_of


def shown(gate: Gate) -> set[str]:
    return {name for name in artwork_names() if gate.admits(name)}


def test_the_open_gate_admits_everything() -> None:
    assert shown(OPEN) == set(artwork_names())


@pytest.mark.parametrize("mode", list(VideoMode))
def test_every_mode_leaves_most_artwork(mode: VideoMode) -> None:
    assert len(shown(gate_of(mode, ()))) > 0.6 * len(list(artwork_names()))


def test_dread_bars_something_that_another_mode_shows() -> None:
    dark, bright = (
        shown(gate_of(mode, ())) for mode in (VideoMode.DARK_HISTORY, VideoMode.CLEAN_EDUCATIONAL)
    )
    assert bright - dark


@given(year=st.integers(1000, 2090), later=st.integers(0, 500))
def test_a_later_story_may_show_whatever_an_earlier_one_may(year: int, later: int) -> None:
    assert shown(Gate(year=year)) <= shown(Gate(year=min(year + later, 2099)))


def test_the_middle_ages_know_no_telephone() -> None:
    modern = {
        name for name in artwork_names() if "telephone" in name or "mobile_phone" in name or "rocket" in name
    }
    assert modern
    assert not modern & shown(Gate(year=1348))


@pytest.mark.parametrize(
    ("texts", "year"),
    [
        (("The plague of 1348", "It was over in 1351."), 1348),
        (("The plague", "It came in 1347."), 1347),
        (("No year at all", "12 ships, 99999 coins, 21000 men"), 0),
        (("Room 2024", ""), 2024),
        ((), 0),
    ],
)
def test_the_year_is_the_first_that_is_named_the_titles_before_all(texts: tuple[str, ...], year: int) -> None:
    assert gate_of(VideoMode.CLEAN_EDUCATIONAL, texts).year == year
