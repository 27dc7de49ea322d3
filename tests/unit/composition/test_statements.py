"""Sentences that can be told: whole, ended, and with paired quotation marks."""

from __future__ import annotations

import pytest

from renderer.composition.statements import statements
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage, TextSource

SOURCE = TextSource(title="Test", publisher="Test", licence="CC0")


def told(text: str, language: Language) -> list[str]:
    passage = TextPassage(text=text, heading="", source=SOURCE, kind=Kind.PROSE)
    return [part for statement in statements([passage], language) for part in statement.parts]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (Language.DE, "Luther nannte die Stadt Worms einen „Ort der Entscheidung“ für alle Welt."),
        (Language.DE, "Galilei sagte dem Gericht nur den einen Satz: „Und sie bewegt sich doch.“"),
        (Language.DE, "Der Kaiser nannte das ganze Werk »ein Wunder der Kunst« und lobte es."),
        (Language.RU, "Историки называют этот город „матерью городов“ всей страны."),
        (Language.EN, "The sailors called the empty island “the end of the world” for years."),
        (Language.FR, "Les marins appelaient cette île « le bout du monde » depuis longtemps."),
    ],
)
def test_quotations_of_each_language_are_told(language: Language, sentence: str) -> None:
    assert told(sentence, language) == [sentence]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (Language.DE, "Luther nannte die Stadt Worms einen „Ort der Entscheidung für alle Welt."),
        (Language.EN, "The sailors called the empty island “the end of the world for years."),
        (Language.EN, "The sailors called the empty island the end of the world” for years."),
        (Language.EN, 'The sailors called the empty island "the end of the world for years.'),
    ],
)
def test_a_sentence_with_half_a_quotation_is_not(language: Language, sentence: str) -> None:
    assert told(sentence, language) == []


@pytest.mark.parametrize(
    ("language", "sentence", "spoken"),
    [
        (
            Language.FR,
            "Henry Fonda /ˈhɛnɹi ˈfɑndə/ est un acteur américain.",
            "Henry Fonda est un acteur américain.",
        ),
        (
            Language.FR,
            "Béla Bartók (prononciation : /ˈbeːlɒ ˈbɒrtoːk/, né en 1881, est un compositeur.",
            "Béla Bartók, né en 1881, est un compositeur.",
        ),
        (
            Language.EN,
            "The station is open 24/7 and sold 1/2 of its tickets there.",
            "The station is open 24/7 and sold 1/2 of its tickets there.",
        ),
    ],
)
def test_pronunciations_are_not_told(language: Language, sentence: str, spoken: str) -> None:
    assert told(sentence, language) == [spoken]
