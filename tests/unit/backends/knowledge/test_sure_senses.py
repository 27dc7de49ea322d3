"""Which meanings of a topic's nouns are told, and that the others are left out."""

from __future__ import annotations

import pytest

from benchmarks.lexicon.__main__ import MOST_WRONG, judged, summary
from renderer.backends.knowledge.base import Topic
from renderer.backends.knowledge.lexicon import Lexicon, explained
from renderer.backends.knowledge.meanings.topic_names import topic_names
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError


def told(topic: str) -> dict[str, str]:
    """The definitions that are told, by noun."""
    return {one.noun.noun: one.meaning.gloss for one in explained(topic)}


@pytest.mark.parametrize(
    ("topic", "noun", "beginning"),
    [
        ("The fall of Constantinople", "constantinople", "the largest city and former capital"),
        ("The sack of Rome", "rome", "capital and largest city of Italy"),
        ("The siege of Troy", "troy", "an ancient city"),
        ("The history of Turkey", "turkey", "a Eurasian republic"),
        ("China and the silk road", "china", "a communist nation"),
        ("Einstein and the nature of time", "einstein", "physicist born in Germany"),
        ("Mars and the search for life", "mars", "a small reddish planet"),
        ("The Amazon and its tribes", "amazon", "a major South American river"),
        ("How asteroids threaten earth", "earth", "the 3rd planet"),
        ("The origin of species", "species", "(biology) taxonomic group"),
    ],
)
def test_names_are_told_as_what_bears_them(topic: str, noun: str, beginning: str) -> None:
    assert told(topic)[noun].startswith(beginning)


@pytest.mark.parametrize(
    ("topic", "noun"),
    [
        ("The fall of Constantinople", "fall"),
        ("The French Resistance", "french"),
        ("The Spanish flu", "spanish"),
        ("How Amazon conquered the web", "amazon"),
        ("The wreck of the Hindenburg", "hindenburg"),
        ("Python for beginners", "python"),
        ("The Apollo missions", "apollo"),
        ("Bull and bear markets", "bull"),
        ("Why Chile is so long", "so long"),
        ("The jay that plants oaks", "plant"),
        ("How matches light", "light"),
        ("The eye of the storm", "eye"),
        ("Why jeans are blue", "jean"),
        ("Why Jupiter has a red spot", "red"),
        ("The mouse that changed computing", "mouse"),
        ("Why stress makes you sick", "stress"),
    ],
)
def test_what_is_not_sure_is_not_told(topic: str, noun: str) -> None:
    assert noun not in told(topic)


def test_the_labelled_topics_are_seldom_told_wrong_and_most_are_told() -> None:
    rows = judged()
    figures = summary(rows)
    assert figures["wrong"] <= MOST_WRONG
    assert figures["topics_right"] >= 0.65
    assert figures["terms"] >= 200


def test_where_nothing_is_sure_the_lexicon_says_so_and_others_write() -> None:
    with pytest.raises(ClipwrightError) as caught:
        Lexicon().look_up(Topic(text="The French Resistance", language=Language.EN))
    assert caught.value.code == "knowledge_none"
    assert "sure meaning" in caught.value.sentence


@pytest.mark.parametrize(
    ("text", "names", "part"),
    [
        ("The fall of the Berlin Wall", {"Berlin", "Wall"}, "Wall"),
        ("The Manhattan Project", {"Manhattan", "Project"}, "Project"),
        ("Why Venice is sinking", {"Venice"}, ""),
        ("How Banks Create Money", set(), ""),
        ("how banks create money", set(), ""),
        ("How DNA stores information", set(), ""),
    ],
)
def test_capitals_tell_names_where_not_everything_has_one(text: str, names: set[str], part: str) -> None:
    found = topic_names(text)
    assert found.names == names
    assert not part or found.is_part(part)
    assert not found.is_part("Berlin Wall")
