"""A dictionary's definitions as sentences to be spoken."""

from __future__ import annotations

import pytest

from renderer.backends.knowledge.glosses import LONGEST, told_of
from renderer.backends.knowledge.lexicon import explained
from renderer.backends.knowledge.lexicon_file import Meaning
from renderer.backends.knowledge.topic_nouns import TopicNoun


def told(
    written: str, gloss: str, *, noun: str = "", article: str = "", bare: bool = False, field: str = "05",
    name: str = "",
) -> tuple[str, ...]:  # fmt: skip
    """What is told of a word of a topic; `name` makes it the only bearer of a name."""
    noun = noun or written.casefold()
    return told_of(
        TopicNoun(noun=noun, written=written, article=article, is_bare=bare),
        Meaning(number="0", word=name or noun, gloss=gloss, above="", field=field, is_instance=bool(name)),
    )


def test_having_becomes_with_and_the_second_with_an_and() -> None:
    gloss = "bottom-living cephalopod having a soft oval body with eight long tentacles"
    assert told("octopus", gloss) == (
        "An octopus is a bottom-living cephalopod with a soft oval body and eight long tentacles.",
    )


@pytest.mark.parametrize(
    ("gloss", "opening"),
    [
        ("European alpine plant with small flowers", "A thing is a European alpine plant"),
        ("one-eyed giant of old tales", "A thing is a one-eyed giant"),
        ("onion with a mild taste", "A thing is an onion"),
        ("eucalyptus of the mountains", "A thing is a eucalyptus"),
        ("hourglass of sand", "A thing is an hourglass"),
        ("unit of length", "A thing is a unit"),
        ("uninhabited island of the north", "A thing is an uninhabited island"),
        ("ubiquitous weed of fields", "A thing is a ubiquitous weed"),
        ("umbrella of paper", "A thing is an umbrella"),
        ("an arrow of wood", "A thing is an arrow"),
        ("the last of many", "A thing is the last"),
    ],
)
def test_the_article_follows_the_sound(gloss: str, opening: str) -> None:
    (sentence,) = told("thing", gloss)
    assert sentence.startswith(opening)


def test_several_are_spoken_of_as_several() -> None:
    gloss = "any of numerous hairy-bodied insects including social and solitary species"
    assert told("bees", gloss, noun="bee") == (
        "Bees are hairy-bodied insects including social and solitary species.",
    )
    assert told("bee", gloss) == told("bees", gloss, noun="bee")


def test_a_name_has_no_article_and_the_past_where_it_is_past() -> None:
    gloss = "the largest lake of the north (1200-1300)"
    assert told("Vela", gloss, name="Vela", field="17") == ("Vela is the largest lake of the north.",)
    assert told("Vela", gloss, name="Vela", field="18") == ("Vela was the largest lake of the north.",)
    assert told("Vela", gloss, name="Vela", field="04") == ("Vela was the largest lake of the north.",)


def test_what_cannot_be_counted_stands_bare() -> None:
    (first, second) = told("inflation", "a general rise of prices; it eats the value of money", bare=True)
    assert first == "Inflation is a general rise of prices."
    assert second == "It eats the value of money."


def test_an_organ_has_its_article() -> None:
    gloss = "the hollow organ behind the ribs; its rhythmic contractions move the blood"
    assert told("heart", gloss, article="the", field="08") == (
        "The heart is the hollow organ behind the ribs.",
        "Its rhythmic contractions move the blood.",
    )


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("widely cultivated as a garden crop", "It is widely cultivated as a garden crop."),
        ("has long and narrow leaves", "It has long and narrow leaves."),
        ("native to the south of Chile", "It is native to the south of Chile."),
    ],
)
def test_what_follows_a_semicolon_is_a_sentence_where_it_can_be_one(part: str, sentence: str) -> None:
    assert told("potato", f"an edible tuber; {part}") == ("A potato is an edible tuber.", sentence)


@pytest.mark.parametrize(
    "part", ["a staple food", "e.g. in Peru and in Chile", "it is", "see the `tuber' of old"]
)
def test_other_parts_are_left_out(part: str) -> None:
    assert told("potato", f"an edible tuber; {part}") == ("A potato is an edible tuber.",)


def test_brackets_and_examples_are_cut() -> None:
    assert told("metal", "a hard (often [very] heavy) element of ores: iron and gold") == (
        "A metal is a hard element of ores.",
    )


@pytest.mark.parametrize(
    "gloss",
    [
        "slang for a thing",
        "of or relating to things",
        "the name of a thing",
        "used by things",
        "",
        "(only in brackets)",
        " ".join(["word"] * (LONGEST + 1)),
        "a thing that is a thing",
        "e.g. a `quoted' word",
    ],
)
def test_what_makes_no_sentence_is_not_said(gloss: str) -> None:
    assert told("thing", gloss) == ()


@pytest.mark.parametrize(
    ("topic", "opening"),
    [
        ("the truth about mathematics", "Mathematics is a science"),
        ("why physics is hard", "Physics is the science"),
        ("the history of robotics", "Robotics is the area"),
        ("how measles spread", "Measles is an acute"),
        ("the art of billiards", "Billiards is any of several games"),
        ("the story of trousers", "Trousers are a garment"),
        ("why their binoculars matter", "Binoculars are an optical instrument"),
        ("the truth about tongs", "Tongs are devices"),
        ("how tongs work", "Tongs are any of various devices"),
        ("how the alms works", "Alms are money or goods"),
        ("why Mars is red", "Mars is a small reddish planet"),
        ("the fall of Athens", "Athens is the capital"),
        ("the life of Socrates", "Socrates is an ancient"),
        ("the story of molasses", "Molasses is a thick dark syrup"),
        ("how proceeds work", "Proceeds are the income"),
        ("the truth about outskirts", "Outskirts are outlying areas"),
        ("the truth about species", "A species is a taxonomic group"),
        ("the truth about series", "Series are similar things"),
        ("the truth about glaciers", "A glacier is a slowly moving mass"),
    ],
)
def test_words_in_s_are_used_as_english_uses_them(topic: str, opening: str) -> None:
    assert explained(topic)[0].told[0].startswith(opening)
