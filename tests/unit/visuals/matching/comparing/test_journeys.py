"""Whether words speak of going from one place to another, in ten languages."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.journeys import is_journey


def goes(text: str, language: str) -> bool:
    return is_journey([piece.display for piece in tokenise(text, Language(language))], Language(language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "They walked from Rome to Paris."),
        ("en", "She fled Vienna."),
        ("en", "The railway links Lyon and Nice."),
        ("es", "Viajó desde Roma hasta París."),
        ("es", "Voló a Lima y huyó a Quito."),
        ("pt", "Viajou de Roma para Paris."),
        ("pt", "Fugiu de Lisboa."),
        ("fr", "Il voyagea de Rome à Paris."),
        ("fr", "Elle fuit vers Genève."),
        ("de", "Sie reisten von Rom nach Paris."),
        ("de", "Sie zogen durch Tirol."),
        ("ru", "Он ехал из Рима в Париж."),
        ("ru", "Караван шёл через Персию."),
        ("hi", "वह दिल्ली से मुंबई गया।"),
        ("ar", "سافر من بغداد إلى دمشق."),
        ("ar", "وهربت إلى روما."),
        ("zh", "他从北京到上海。"),
        ("ja", "彼は東京から大阪へ旅をした。"),
    ],
)
def test_words_of_motion_make_a_journey(language: str, text: str) -> None:
    assert goes(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Rome and Paris are old cities."),
        ("en", "In March 1939 Prague and Berlin were cold."),
        ("en", "Fleas bit people in London and Paris."),
        ("es", "Los volcanes de México y Guatemala arden."),
        ("pt", "Você conhece Lisboa e Roma?"),
        ("fr", "Les volcans de Naples et de Catane dorment."),
        ("de", "Wegen Wien und Berlin stritten sie."),
        ("ru", "Известные города Рим и Париж."),
        ("hi", "भारत की सेना और चीन की सेना बड़ी हैं।"),
        ("ar", "منزل في روما ومنزل في باريس."),
        ("zh", "罗马和巴黎很古老。"),
        ("ja", "ローマとパリは古い。"),
    ],
)
def test_words_that_only_begin_like_them_make_none(language: str, text: str) -> None:
    assert not goes(text, language)
