"""Capitals, ends of clauses, words of motion and of quantity, as ten languages have them."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.features.spelling import ends_within, has_capital
from renderer.visuals.matching.journeys import is_journey
from renderer.visuals.matching.quantities import CURRENCY_WORDS, PERCENT_WORDS, SCALES, SIGNS, TRENDS
from renderer.visuals.matching.stemming import normalised

EN, ES, ZH, HI, AR = Language.EN, Language.ES, Language.ZH, Language.HI, Language.AR
PT, FR, JA, DE, RU = Language.PT, Language.FR, Language.JA, Language.DE, Language.RU


@pytest.mark.parametrize(
    ("words", "within"),
    [
        (["New", "York"], False),
        (["Rome.", "Paris"], True),
        (["Rome,”", "Paris"], True),
        (["St.", "Louis"], True),
        (["Paris."], False),
    ],
)
def test_a_name_does_not_reach_over_the_end_of_a_clause(words: list[str], within: bool) -> None:  # noqa: FBT001
    assert ends_within(words) is within


@pytest.mark.parametrize(
    ("word", "capital"),
    [
        ("Rome", True),
        ("«Rome", True),
        ("l’Égypte", True),
        ("d'Arc", True),
        ("¿Éfeso", True),
        ("rome", False),
        ("l’eau", False),
        ("1912", False),
        ("", False),
    ],
)
def test_capitals_stand_behind_quotation_marks_and_articles(word: str, capital: bool) -> None:  # noqa: FBT001
    assert has_capital(word) is capital


@pytest.mark.parametrize(
    ("language", "going", "resting"),
    [
        (EN, "they left Boston for Liverpool", "Boston and Liverpool are old"),
        (ES, "navegaron hasta La Habana", "Madrid y Roma son grandes"),
        (PT, "o navio saiu de Lisboa", "Lisboa e Roma eram ricas"),
        (FR, "le navire quitte Brest", "Brest et Rome étaient riches"),
        (DE, "er reiste nach Wien", "Wien und Rom waren alt"),
        (RU, "поезд из Москвы", "Москва и Рим были велики"),
        (HI, "वह दिल्ली से गया", "दिल्ली बड़ी है"),
        (AR, "سافر إلى بغداد", "بغداد جميلة"),
        (ZH, "他从北京去上海", "北京很大"),
        (JA, "東京から大阪", "東京は大きい"),
    ],
)
def test_going_is_told_from_being(language: Language, going: str, resting: str) -> None:
    assert is_journey(going.split(), language)
    assert not is_journey(resting.split(), language)


@pytest.mark.parametrize("language", Language)
def test_words_of_quantities_are_spelt_as_texts_are_read(language: Language) -> None:
    """Texts are normalised before the comparison, so a word that is spelt otherwise would never be found."""
    listed = {*SCALES[language], *PERCENT_WORDS[language], *CURRENCY_WORDS[language]} - {*SIGNS}
    assert {word for word in listed if normalised(word, language) != word} == set()
    up, down = (set(TRENDS[language][way].split()) for way in ("up", "down"))
    assert up
    assert down
    assert not up & down
