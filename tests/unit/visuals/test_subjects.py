"""Words find their artwork in all ten languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segment import tokenise
from renderer.visuals.artwork import artwork_names
from renderer.visuals.concepts import concepts
from renderer.visuals.function_words import is_content
from renderer.visuals.indexing import build_index
from renderer.visuals.keyword_index import keyword_index
from renderer.visuals.stemming import stem
from renderer.visuals.subjects import match_subjects, places_in


def words(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "first"),
    [
        (Language.EN, "An octopus has three hearts.", "octopus"),
        (Language.ES, "El pulpo tiene tres corazones.", "octopus"),
        (Language.ZH, "章鱼有三颗心脏。", "octopus"),
        (Language.HI, "ऑक्टोपस के तीन दिल होते हैं।", "octopus"),
        (Language.AR, "للأخطبوط ثلاثة قلوب.", "octopus"),
        (Language.PT, "O polvo tem três corações.", "octopus"),
        (Language.FR, "La pieuvre a trois cœurs.", "octopus"),
        (Language.JA, "タコには心臓が三つあります。", "octopus"),
        (Language.DE, "Der Oktopus hat drei Herzen.", "octopus"),
        (Language.RU, "У осьминога три сердца.", "octopus"),
        (Language.EN, "The stock market collapsed.", "chart-increasing"),
        (Language.EN, "Scientists looked through it.", "scientist"),
        (Language.DE, "Der Herzschlag wird langsamer.", "anatomical-heart"),
    ],
)
def test_the_best_subject(language: Language, text: str, first: str) -> None:
    assert match_subjects(words(text, language), language)[0].artwork == first


@pytest.mark.parametrize("language", list(Language))
def test_every_concept_word_finds_a_picture(language: Language) -> None:
    asked = [word for concept in concepts(language) for word in concept.words]
    assert len(asked) > 200
    assert [word for word in asked if not match_subjects(words(word, language), language)] == []


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60), language=st.sampled_from(list(Language)))
def test_any_text_gives_known_artwork_in_falling_order(text: str, language: Language) -> None:
    found = match_subjects(text.split(), language)
    assert {subject.artwork for subject in found} <= artwork_names()
    scores = [subject.score for subject in found]
    assert scores == sorted(scores, reverse=True)
    assert all(subject.word for subject in found)


@pytest.mark.parametrize("language", list(Language))
def test_the_shipped_index_is_what_its_sources_give(language: Language) -> None:
    """Where this fails: python -m tools.build_index."""
    assert keyword_index(language) == build_index(language)


def test_function_words_and_numbers_have_no_picture() -> None:
    assert match_subjects(["and", "so", "they", "had", "two", "of", "them"], Language.EN) == ()
    assert not is_content("1929", Language.EN)


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        (Language.EN, "It began in France.", "FR"),
        (Language.RU, "Это было во Франции.", "FR"),
        (Language.DE, "Das geschah in Japan.", "JP"),
        (Language.JA, "日本で始まりました。", "JP"),
        (Language.ZH, "这发生在埃及。", "EG"),
        (Language.AR, "حدث ذلك في مصر.", "EG"),
        (Language.HI, "यह भारत में हुआ।", "IN"),
    ],
)
def test_countries_are_places(language: Language, text: str, code: str) -> None:
    assert places_in(words(text, language), language)[0][0] == code


def test_a_country_needs_its_capital_letter() -> None:
    assert places_in(["chad"], Language.EN) == ()
    assert places_in(["Chad"], Language.EN)[0][0] == "TD"


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (Language.EN, "Hearts,", "heart"),
        (Language.EN, "stopped", "stop"),
        (Language.EN, "cities", "city"),
        (Language.EN, "swims", "swimming"),
        (Language.ES, "corazones", "corazón"),
        (Language.PT, "corações", "coração"),
        (Language.FR, "l'animal", "animaux"),
        (Language.DE, "Häuser", "Haus"),
        (Language.RU, "осьминога", "осьминог"),
        (Language.HI, "किताबें", "किताब"),
        (Language.AR, "البنوك", "بنوك"),
    ],
)
def test_forms_of_a_word_share_their_stem(language: Language, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language) != ""
