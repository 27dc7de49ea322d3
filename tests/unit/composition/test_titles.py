"""Titles that can be read at a glance, and which part of a long topic is spoken."""

from __future__ import annotations

import pytest

from renderer.composition.titles import LONGEST_BREATH, clause, is_short, story_title
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource

OCTOPUS = TextSource(title="Octopus (animal)", publisher="Wikipedia", licence="CC BY-SA 4.0")
OWN = TextSource(title="My notes about everything that I found", publisher="", licence="")


@pytest.mark.parametrize(
    ("topic", "source", "language", "title"),
    [
        ("Why octopuses have three hearts.", OCTOPUS, Language.EN, "Why octopuses have three hearts"),
        ("What happened in the Great Molasses Flood", OCTOPUS, Language.EN, "The Great Molasses Flood"),
        ("Why octopuses in all seven oceans have three hearts", OCTOPUS, Language.EN, "Octopus"),
        ("Why the ship and the crew of the old whaler vanished", OWN, Language.EN, "Why the ship"),
        ("大熊猫为什么只吃竹子", OCTOPUS, Language.ZH, "大熊猫为什么只吃竹子"),
        ("为什么信用卡只还最低还款额会变得很危险", OWN, Language.ZH, "为什么信用卡只还最低还款额"),
    ],
)
def test_a_title_is_the_short_topic_else_the_sources_name_else_a_part(
    topic: str, source: TextSource, language: Language, title: str
) -> None:
    found = story_title(topic, source, language=language)
    assert is_short(found, language)
    assert found.startswith(title)


def test_a_source_that_may_not_be_quoted_gives_no_title() -> None:
    found = story_title(
        "Why octopuses in all seven oceans have three hearts", OCTOPUS, language=Language.EN, quotable=False
    )
    assert found != "Octopus"
    assert is_short(found, Language.EN)


def test_a_cut_title_does_not_end_on_a_small_word() -> None:
    found = story_title("Why the men rowed over the bar of the harbour", OWN, language=Language.EN)
    assert found.split()[-1] not in {"of", "the"}


def test_a_short_topic_is_said_whole() -> None:
    assert clause("Why bats, moths and owls fly at night") == "Why bats, moths and owls fly at night"


def test_a_long_topic_is_said_up_to_its_first_inner_mark() -> None:
    topic = "Why the tower leans to the south: " + "a long story of sand, clay and stubborn builders " * 3
    assert clause(topic) == "Why the tower leans to the south"


def test_a_long_topic_without_marks_ends_with_a_whole_word() -> None:
    topic = "why " + "everybody remembers " * 12
    found = clause(topic)
    assert len(found) <= LONGEST_BREATH
    assert found.split()[-1] in {"everybody", "remembers"}
