"""Measures of texts: content words, figures that two texts share, and how much can be read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.content_words import MOST, content_words
from renderer.text.figures import figures
from renderer.text.reading_speed import (
    CHARACTERS_PER_SECOND,
    readable_characters,
    translated_characters,
)

DENSE = (Language.ZH, Language.JA)


@pytest.mark.parametrize(
    ("language", "topic", "wanted"),
    [
        ("en", "Why do the Roman roads last?", ("roman", "roads", "last")),
        ("en", "cats Cats CATS dogs", ("cats", "dogs")),
        ("en", "“Volcanoes” (and) ash!", ("volcanoes", "ash")),
        ("fr", "L'histoire de l’eau en France", ("histoire", "eau", "france")),
        ("de", "Die Geschichte des Brotes", ("geschichte", "brotes")),
        ("es", "La historia de los volcanes", ("historia", "volcanes")),
        ("pt", "A história do café", ("história", "café")),
        ("ru", "Почему кошки мурлычут?", ("кошки", "мурлычут")),
        ("hi", "भारत का इतिहास क्या है", ("भारत", "इतिहास")),
        ("ar", "لماذا تنام القطط؟", ("تنام", "القطط")),
    ],
)
def test_words_that_say_nothing_are_left_out(language: str, topic: str, wanted: tuple[str, ...]) -> None:
    assert content_words(topic, Language(language)) == wanted


def test_japanese_words_lose_the_ending_in_kana() -> None:
    assert "食" in content_words("食べることの歴史", Language.JA)
    assert "歴史" in content_words("食べることの歴史", Language.JA)


@given(topic=st.text(max_size=60), language=st.sampled_from(Language))
@settings(max_examples=50, deadline=None)
def test_a_topic_has_at_most_five_words_none_twice(topic: str, language: Language) -> None:
    words = content_words(topic, language)
    assert len(words) == len(set(words)) <= MOST
    assert all(words)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("In 1.234,5 and 1,234.5", {"12345"}),
        ("5 apples and 12 pears", {"12"}),
        ("١٢٣٤ and १२", {"1234", "12"}),
        ("-50% in 1\u202f000 days", {"50", "1000"}),
        ("Born in 1986.", {"1986"}),
        ("1'000'000 or 1,000,000", {"1000000"}),
        ("٣٬٥٠٠", {"3500"}),
        ("none, 7, x8", set()),
    ],
)
def test_figures_are_alike_however_they_are_grouped(text: str, wanted: set[str]) -> None:
    assert figures(text) == wanted


@given(number=st.integers(1000, 10**12))
@settings(max_examples=50, deadline=None)
def test_a_number_is_the_same_figure_in_every_grouping(number: int) -> None:
    english = f"{number:,}"
    spellings = [english.replace(",", mark) for mark in (",", ".", "'", "\u00a0", "\u202f")]
    assert {figures(f"so {text}.") for text in spellings} == {frozenset({str(number)})}


@pytest.mark.parametrize("language", list(Language))
def test_more_can_be_read_in_more_time_and_always_something(language: Language) -> None:
    counts = [readable_characters(seconds, language) for seconds in (0, 0.2, 1, 2, 4, 60)]
    assert counts == sorted(counts)
    assert counts[0] >= 5
    assert counts[-1] == math.floor(60 * CHARACTERS_PER_SECOND[language])


def test_signs_of_chinese_and_japanese_are_read_slower_than_letters() -> None:
    slow = max(CHARACTERS_PER_SECOND[language] for language in DENSE)
    assert slow < min(rate for language, rate in CHARACTERS_PER_SECOND.items() if language not in DENSE)


def test_translations_into_dense_scripts_are_shorter_and_back_longer() -> None:
    text = "a" * 280
    assert translated_characters(text, Language.EN, Language.DE) == 280
    assert translated_characters(text, Language.EN, Language.ZH) == 100
    assert translated_characters("漢" * 100, Language.JA, Language.EN) == 280
    assert translated_characters("漢" * 100, Language.ZH, Language.JA) == 100
    assert translated_characters("", Language.EN, Language.JA) == 0
