"""A topic as the question it asks, and the phrases around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.composition.asked import as_question
from renderer.composition.story import Wanted
from renderer.composition.wording import (
    TITLE_IDEOGRAPHS,
    TITLE_WORDS,
    first_clause,
    led,
    story_title,
    topic_line,
)
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource

SOURCE = TextSource(
    title="Octopus (animal)",
    address="https://en.wikipedia.org/wiki/Octopus",
    publisher="Wikipedia",
    revision="1",
    licence="CC BY-SA 4.0",
)
OWN = TextSource(title="facts", address="", publisher="", revision="", licence="")


def wanted(topic: str, language: Language = Language.EN) -> Wanted:
    return Wanted(topic=topic, language=language, mode=VideoMode.WEIRD_FACTS, seconds=40.0, seed=1)


@pytest.mark.parametrize(
    ("topic", "question"),
    [
        ("Why octopuses have three hearts", "Why do octopuses have three hearts?"),
        ("why the Titanic sank", "Why did the Titanic sink?"),
        ("how a bee dies", "How does a bee die?"),
        ("Why the sky is blue", "Why is the sky blue?"),
        ("how people survived the plague", "How did people survive the plague?"),
        ("What happened in 1348", "What happened in 1348?"),
        ("Why do cats purr", "Why do cats purr?"),
        ("Who built the pyramids", "Who built the pyramids?"),
    ],
)
def test_a_topic_that_asks_becomes_its_question(topic: str, question: str) -> None:
    assert as_question(topic, Language.EN) == question


@pytest.mark.parametrize(
    ("topic", "line"),
    [
        ("The great fire of London.", "The great fire of London."),
        ("why turtles", "Why turtles."),
        ("How to sleep well", "How to sleep well."),
        ("Already asked?", "Already asked?"),
    ],
)
def test_where_no_verb_is_certain_the_topic_stays_as_it_is(topic: str, line: str) -> None:
    assert as_question(topic, Language.EN) == line


@given(
    topic=st.text(max_size=80),
    language=st.sampled_from([each for each in Language if each is not Language.EN]),
)
def test_other_languages_are_not_turned(topic: str, language: Language) -> None:
    assert as_question(topic, language) == " ".join(topic.split()).rstrip(" .;:,")


@given(
    words=st.lists(
        st.sampled_from(["why", "how", "the", "octopus", "octopuses", "have", "sank", "is", "1348", "of"]),
        max_size=8,
    )
)
def test_a_question_keeps_every_word_but_the_verbs(words: list[str]) -> None:
    said = as_question(" ".join(words), Language.EN)
    kept = {word for word in words if word not in {"sank", "have", "is"}}
    assert kept <= set(said.lower().rstrip(".?").split())


@pytest.mark.parametrize(
    ("topic", "language", "line"),
    [
        ("por qué el cielo es azul", Language.ES, "¿Por qué el cielo es azul?"),
        ("Pourquoi le ciel est bleu", Language.FR, "Pourquoi le ciel est bleu\u00a0?"),
        ("Der große Brand", Language.DE, "Der große Brand."),
        ("章鱼", Language.ZH, "章鱼。"),
        ("Уже спросили?", Language.RU, "Уже спросили?"),
    ],
)
def test_a_topic_as_a_line_ends_as_its_language_asks(topic: str, language: Language, line: str) -> None:
    assert topic_line(topic, language) == line


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("The sea rose.", Language.EN, "Then this: the sea rose."),
        ("Octopuses swim.", Language.EN, "Then this: Octopuses swim."),
        ("I saw it.", Language.EN, "Then this: I saw it."),
        ("Die See stieg.", Language.DE, "Then this: Die See stieg."),
        ("¿Cuando llega?", Language.ES, "Then this: ¿cuando llega?"),
        ("海升起。", Language.ZH, "Then this:海升起。"),
    ],
)
def test_small_words_lose_their_capital_after_a_colon_and_names_do_not(
    text: str, language: Language, said: str
) -> None:
    assert led("Then this:", text, language) == said


def test_a_short_topic_is_its_own_title() -> None:
    assert story_title(wanted("Octopus hearts"), SOURCE) == "Octopus hearts"
    assert (
        story_title(wanted("what happened to the old bridge of Tacoma"), SOURCE) == "The old bridge of Tacoma"
    )


def test_a_long_topic_takes_its_sources_title_without_the_bracket_where_it_may_be_quoted() -> None:
    topic = "everything that anybody ever wanted to know about the octopus and its hearts"
    assert story_title(wanted(topic), SOURCE) == "Octopus"
    assert story_title(wanted(topic), SOURCE, quotable=False) != "Octopus"
    assert story_title(wanted(topic), OWN) != "facts"


@given(topic=st.text("abc def,. ", min_size=1, max_size=300))
def test_a_title_can_be_read_at_a_glance(topic: str) -> None:
    assert len(story_title(wanted(topic), OWN).split()) <= TITLE_WORDS


@given(topic=st.text("章鱼有三颗心脏，。", min_size=1, max_size=60))
def test_so_can_one_without_spaces(topic: str) -> None:
    assert len(story_title(wanted(topic, Language.ZH), OWN)) <= TITLE_IDEOGRAPHS


@given(topic=st.text("abc def,.;: ", max_size=400))
def test_a_long_topics_first_clause_is_its_beginning(topic: str) -> None:
    text, clause = " ".join(topic.split()), first_clause(topic)
    assert len(clause) <= 120
    assert text.startswith(clause)
    assert clause == text or len(text) > 120
