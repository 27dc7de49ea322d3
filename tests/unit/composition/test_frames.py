from __future__ import annotations

import pytest

from renderer.backends.knowledge.summaries.collection import Summary, collected
from renderer.backends.knowledge.summaries.source import subjects_of
from renderer.composition.frames import unframed
from renderer.contract.vocabulary import Language


@pytest.mark.parametrize(
    ("topic", "language", "bare"),
    [
        ("The history of chocolate in three minutes", Language.EN, "chocolate"),
        ("Inflation explained simply", Language.EN, "Inflation"),
        ("10 surprising facts you should know about sharks", Language.EN, "sharks"),
        ("The dark truth behind the Titanic", Language.EN, "Titanic"),
        ("Weird facts about cats", Language.EN, "cats"),
        ("10 mind-blowing facts about the universe", Language.EN, "universe"),
        ("Why cats purr", Language.EN, "Why cats purr"),
        ("History of", Language.EN, "History of"),
        ("la historia del chocolate", Language.ES, "chocolate"),
        ("7 curiosidades sobre los volcanes", Language.ES, "volcanes"),
        ("curiosidades sobre los gatos", Language.ES, "gatos"),
        ("La inflación explicada en dos minutos", Language.ES, "inflación"),
        ("l'histoire du chocolat", Language.FR, "chocolat"),
        ("Anecdotes sur les chats", Language.FR, "chats"),
        ("5 choses à savoir sur la Lune", Language.FR, "Lune"),
        ("Geschichte der Schokolade", Language.DE, "Geschichte der Schokolade"),
    ],
)
def test_what_only_says_how_a_topic_is_told_is_left_out(topic: str, language: Language, bare: str) -> None:
    assert unframed(topic, language) == bare


def test_a_topic_that_finds_nothing_is_looked_up_without_its_frame() -> None:
    text = "Inflation is a rise of prices. Each coin then buys fewer goods."
    collection = collected(
        (Summary(title="Inflation", description="in economics", extract=text),), Language.EN
    )
    assert subjects_of("Inflation explained in 60 seconds", collection)[1] == (0,)
    assert subjects_of("Deflation explained in 60 seconds", collection)[1] == ()


def test_an_article_about_the_frame_is_not_what_a_topic_is_about() -> None:
    rows = (
        Summary(title="Curiosidad", description="", extract="La curiosidad es un instinto. Se ve en niños."),
        Summary(title="Gato", description="", extract="El gato es un mamífero. Caza ratones de noche."),
    )
    collection = collected(rows, Language.ES)
    assert subjects_of("Curiosidades sobre los gatos", collection)[1] == (1,)
    assert subjects_of("Qué es la curiosidad", collection)[1] == (0,)
    assert subjects_of("Curiosidades sobre los perros", collection)[1] == ()
