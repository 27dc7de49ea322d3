from __future__ import annotations

import pytest

from renderer.backends.knowledge.summaries.collection import Collection, Summary, collected
from renderer.backends.knowledge.summaries.source import nearest_of
from renderer.contract.vocabulary import Language

FILLER = "There is light in the street and no war. It crosses an area where pyramids and bears are rare."
"""Shows that the words are no names."""

ENGLISH = {
    "Hamlet": "Hamlet is a tragedy by William Shakespeare. The prince called Hamlet lives in Denmark.",
    "Mongol Empire": "The Mongol Empire was an empire in Asia.",
    "Pyramid": "A pyramid is a structure with triangular sides.",
    "Fasting": "Fasting is the act of refraining from eating.",
    "Sleep": "Sleep is a state of reduced activity.",
    "Giant panda": "The giant panda is a bear that lives in China.",
    "Global Positioning System": "The Global Positioning System, or GPS, tells where a receiver is.",
    "Wall Street crash of 1929": "The Wall Street crash of 1929 was a crash of the stock market.",
    "Don (river)": "The Don is a river. The river Don flows to the sea.",
    "Cod": "Cod is a fish of the sea.",
    "War": "War is an armed conflict between states.",
    "Light": "Light is radiation that eyes perceive.",
    "Area": "Area is the size of a region.",
    "Java": "Java is an island.",
    "Great Depression": "The Great Depression was a crisis. A depression is a mood, and depression is rare.",
    "On the Origin of Species": "On the Origin of Species is a book. The origin of a species is told in it.",
    "Vietnam": "Vietnam is a country in Asia. Hanoi is in Vietnam.",
    "Bear": "Bears are mammals.",
    "Street": FILLER,
}
SPANISH = {
    "Continente": "Un continente es una gran extensión de tierra.",
    "Sistema": "Un sistema es un conjunto de elementos.",
    "Río": "Un río es una corriente de agua. La Tierra tiene muchos.",
    "Tierra": "La Tierra es un planeta.",
}


def collection(texts: dict[str, str], language: Language) -> Collection:
    rows = (Summary(title=title, description="", extract=text) for title, text in texts.items())
    return collected(rows, language)


def told_from(topic: str, texts: dict[str, str], language: Language) -> str:
    known = collection(texts, language)
    _, found = nearest_of(topic, known)
    return known.summaries[found[0]].title if found else ""


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("who wrote hamlet", "Hamlet"),
        ("Who wrote On the Origin of Species?", "On the Origin of Species"),
        ("Who founded the Mongol Empire", "Mongol Empire"),
        ("Who built the pyramids", "Pyramid"),
        ("Intermittent fasting", "Fasting"),
        ("What happens when you don't sleep", "Sleep"),
        ("Why do we need sleep", "Sleep"),
        ("where do pandas live in the wild", "Giant panda"),
        ("How does GPS know where you are", "Global Positioning System"),
        ("The 1929 stock market crash", "Wall Street crash of 1929"),
    ],
)
def test_the_topics_first_thing_is_told(topic: str, title: str) -> None:
    assert told_from(topic, ENGLISH, Language.EN) == title


@pytest.mark.parametrize(
    "topic",
    [
        "how QR codes work",  # no cod
        "the great emu war",  # of which the article says nothing
        "how matches light",  # a verb
        "Area 51",
        "Java versus Python",
        "The draft in Vietnam",
        "Red pandas are not bears",
        "Why do we yawn",
        "How a depression feels",
    ],
)
def test_a_word_in_passing_is_not(topic: str) -> None:
    assert not told_from(topic, ENGLISH, Language.EN)


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Por qué se separaron los continentes", "Continente"),
        ("¿Cómo se formó el sistema solar?", ""),  # described by the word that follows
        ("El río más caudaloso de la Tierra", "Río"),
    ],
)
def test_outside_english_the_article_before_a_word_tells_that_it_is_a_thing(topic: str, title: str) -> None:
    assert told_from(topic, SPANISH, Language.ES) == title
