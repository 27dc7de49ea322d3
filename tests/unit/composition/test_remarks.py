from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.composition.joining import load_joining
from renderer.composition.question import Ending
from renderer.composition.remarks import with_remarks
from renderer.composition.story import ComposedLine, ComposedScene, Story, Wanted, told_seconds
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource
from renderer.core.script import Role

FACT = ComposedLine(text="Tides follow the Moon.", sources=(0,))


def spoken(text: str) -> float:
    return len(text) / 12


def story(facts: int) -> Story:
    scenes = (
        ComposedScene(role=Role.HOOK, lines=(ComposedLine(text="What causes tides?"),)),
        *(ComposedScene(role=Role.BEAT, lines=(FACT,)) for _ in range(facts)),
        ComposedScene(role=Role.CLOSE, lines=(ComposedLine(text="Now you know."),)),
    )
    return Story(
        title="Tides",
        scenes=scenes,
        sources=(TextSource(title="Tide", publisher="Test", licence="CC0"),),
        seconds=told_seconds(scenes, spoken),
        ending=Ending.ANSWERED,
        sourced=0.6,
    )


def wanted(language: Language = Language.EN, seed: int = 0) -> Wanted:
    return Wanted(topic="tides", language=language, mode=VideoMode.CLEAN_EDUCATIONAL, seconds=42.0, seed=seed)


@given(facts=st.integers(1, 9), shortest=st.floats(0, 60), seed=st.integers(0, 2**32))
def test_remarks_follow_facts_each_once_and_no_more_than_needed(
    facts: int, shortest: float, seed: int
) -> None:
    before = story(facts)
    after = with_remarks(before, wanted(seed=seed), shortest=shortest, spoken=spoken)
    said = [line for scene in after.scenes for line in scene.lines]
    remarks = [line for line in said if line not in [one for scene in before.scenes for one in scene.lines]]
    assert [line for line in said if line not in remarks] == [
        line for scene in before.scenes for line in scene.lines
    ]
    assert all(not line.sources for line in remarks)
    assert len({line.text for line in remarks}) == len(remarks)
    assert all(said[said.index(line) - 1] == FACT for line in remarks)
    assert after.seconds == pytest.approx(told_seconds(after.scenes, spoken))
    assert bool(remarks) == (before.seconds < shortest)
    if remarks:
        without = after.seconds - max(spoken(line.text) for line in remarks)
        assert without < shortest + 1.0
    most = min(facts, len(load_joining(Language.EN).remarks))
    assert after.seconds >= shortest or len(remarks) == most


def test_the_last_fact_is_the_first_to_be_remarked_on() -> None:
    before = story(3)
    after = with_remarks(before, wanted(), shortest=before.seconds + 0.1, spoken=spoken)
    assert [len(scene.lines) for scene in after.scenes] == [1, 1, 1, 2, 1]


@pytest.mark.parametrize("language", Language)
def test_every_language_has_remarks_that_can_be_said_in_a_breath(language: Language) -> None:
    remarks = load_joining(language).remarks
    assert len(set(remarks)) == len(remarks) >= 6
    assert all(len(text) <= 40 and "{" not in text and text[-1] in "?.？。؟।" for text in remarks)
