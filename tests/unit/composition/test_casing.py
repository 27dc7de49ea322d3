from __future__ import annotations

import pytest

from renderer.composition.casing import as_written
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource


def passage(title: str, text: str) -> TextPassage:
    return TextPassage(text=text, source=TextSource(title=title, publisher="Test", licence="CC0"))


TESLA = passage("Nikola Tesla", "Nikola Tesla was a Serbian-American engineer.")
PLAGUE = passage("Black Death", "The Black Death was a plague in Europe that brought death to millions.")
WAR = passage("World War I", "World War I, or the First World War, was a war in the whole world.")
CANAL = passage("Canal de Suez", "Le canal de Suez est un canal navigable situé en Égypte.")
HIMMEL = passage("Himmel", "Als Himmel erscheint uns, was wir sehen, und im Himmel schlafen keine Wolken.")


@pytest.mark.parametrize(
    ("topic", "source", "language", "expected"),
    [
        ("who was nikola tesla", TESLA, Language.EN, "who was Nikola Tesla"),
        ("Who was Nikola tesla?", TESLA, Language.EN, "Who was Nikola Tesla?"),
        (
            "when did the black death reach europe",
            PLAGUE,
            Language.EN,
            "when did the Black Death reach Europe",
        ),
        ("why was death so near", PLAGUE, Language.EN, "why was death so near"),
        (
            "qui a construit le canal de suez",
            CANAL,
            Language.FR,
            "qui a construit le canal de Suez",
        ),
        ("Wer baute den Suezkanal", CANAL, Language.DE, "Wer baute den Suezkanal"),
        ("le Canal De Suez", CANAL, Language.FR, "le Canal De Suez"),
        ("warum ist der himmel blau", HIMMEL, Language.DE, "warum ist der Himmel blau"),
        ("warum schlafen wir", HIMMEL, Language.DE, "warum schlafen wir"),
        (
            "qui était voltaire",
            passage("Voltaire", "Voltaire est un écrivain."),
            Language.FR,
            "qui était Voltaire",
        ),
        ("what causes tides", passage("Tide", "Tides are waves."), Language.EN, "what causes tides"),
        ("what is insurance", passage("Insurance", "It covers risk."), Language.EN, "what is insurance"),
        ("the first world war", WAR, Language.EN, "the First World War"),
        ("why we don't swim", passage("Don", "It is the Don."), Language.EN, "why we don't swim"),
        ("ww2 facts", WAR, Language.EN, "WW2 facts"),
        ("how does gps work", passage("GPS", "It is called GPS."), Language.EN, "how does GPS work"),
        ("टाइटैनिक क्यों डूबा", TESLA, Language.HI, "टाइटैनिक क्यों डूबा"),
    ],
)
def test_words_get_the_capitals_of_the_source(
    topic: str, source: TextPassage, language: Language, expected: str
) -> None:
    assert as_written(topic, [source], language) == expected


def test_what_a_source_writes_both_ways_stays() -> None:
    both = passage("Moon", "People saw the Moon, and Jupiter has a moon as well.")
    assert as_written("how far is the moon", [both], Language.EN) == "how far is the moon"


def test_abbreviations_do_not_replace_pronouns() -> None:
    states = passage("Cat", "Cats in the US sleep a lot.")
    assert as_written("why do cats ignore us", [states], Language.EN) == "why do cats ignore us"
