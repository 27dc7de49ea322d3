"""What only looks like a thing: names, comparisons, absent things; and where a noun can be."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.figures import (
    in_clause,
    is_absent,
    is_likened,
    is_name_alone,
    is_named_in,
    is_possessor,
    is_surname,
)
from renderer.visuals.matching.noun_context import is_asked_about, noun_can_stand

EN, DE = Language.EN, Language.DE


def parted(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("language", "text", "word", "wanted"),
    [
        ("en", "Inspector Fox ran", "Fox", True),
        ("en", "Then Fox ran", "Fox", True),
        ("en", "the fox ran", "fox", False),
        ("en", "He ran. Fox came", "Fox", False),
        ("en", "Fox ran", "Fox", False),
        ("en", "The Quick Brown Fox Jumps High", "Fox", False),
        ("de", "Herr Wolf kam", "Wolf", True),
        ("de", "Der Wolf kam", "Wolf", False),
        ("fr", "Monsieur Renard dort", "Renard", True),
        ("fr", "le renard dort", "renard", False),
        ("es", "El señor León habla", "León", True),
        ("pt", "O senhor Lobo fala", "Lobo", True),
    ],
)
def test_a_capital_or_an_address_makes_a_surname(language: str, text: str, word: str, wanted: bool) -> None:  # noqa: FBT001
    words = text.split()
    assert is_surname(words, words.index(word), Language(language)) is wanted


def test_a_name_elsewhere_in_the_text_is_one_here() -> None:
    text = parted("Everybody knew that Burke and Hare, at night, had killed")
    assert is_named_in(text, "Hare", EN)
    assert is_named_in(text, "“Hare”", EN)
    assert not is_named_in(parted("a hare ran"), "hare", EN)
    assert not is_named_in(text, "Fox", EN)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a sea of debt", True),
        ("a sea of bitter debt", True),
        ("a sea of water", False),
        ("a sea", False),
        ("a sea in debt", False),
    ],
)
def test_a_sea_of_debt_is_no_sea(text: str, wanted: bool) -> None:  # noqa: FBT001
    assert is_likened(text.split(), 2, EN) is wanted


@pytest.mark.parametrize(
    ("word", "wanted"), [("farmer's", True), ("farmers’,", True), ("farmers", False), ("farmer’s", True)]
)
def test_english_owners_are_told_by_their_apostrophe(word: str, wanted: bool) -> None:  # noqa: FBT001
    assert is_possessor(word, EN) is wanted
    assert not is_possessor(word, Language.FR)


@pytest.mark.parametrize(
    ("language", "text", "word", "wanted"),
    [
        ("en", "There was no bread", "bread", True),
        ("en", "without any bread", "bread", True),
        ("en", "He flew like a bird", "bird", True),
        ("en", "There was bread", "bread", False),
        ("en", "no wine but much bread", "bread", False),
        ("de", "Es gab kein Brot", "Brot", True),
        ("de", "Wie ein Mikroskop das Kleine zeigt", "Mikroskop", False),
        ("de", "Er flog wie ein Vogel", "Vogel", True),
        ("fr", "Il vit sans pain", "pain", True),
        ("es", "Vive sin pan", "pan", True),
    ],
)
def test_what_is_missing_or_only_likened_is_not_there(
    language: str,
    text: str,
    word: str,
    wanted: bool,  # noqa: FBT001
) -> None:
    words = text.split()
    assert is_absent(words, words.index(word), Language(language)) is wanted


def test_a_clause_tells_more_of_what_was_named() -> None:
    words = parted("the wolf that ate a king")
    assert in_clause(words, "king", EN)
    assert not in_clause(words, "wolf", EN)
    assert not in_clause(parted("the wolf ate a king"), "king", EN)


@pytest.mark.parametrize(
    ("text", "wanted"), [("foi ao Rio ontem", True), ("foi ao rio ontem", False), ("foi ao Rio Negro", False)]
)
def test_a_city_stands_alone_with_its_capital(text: str, wanted: bool) -> None:  # noqa: FBT001
    assert is_name_alone(text.split(), 2, Language.PT) is wanted


@pytest.mark.parametrize(
    ("language", "text", "word", "wanted"),
    [
        ("en", "They book a room", "book", False),
        ("en", "She read a book", "book", True),
        ("en", "Why do bears sleep", "bears", True),
        ("en", "do wolves howl", "wolves", True),
        ("en", "They do book early", "book", False),
        ("en", "Train your dog", "Train", False),
        ("en", "Train stations are loud", "Train", True),
        ("de", "Das Buch liegt", "Buch", True),
        ("de", "Sie buchen früh", "buchen", False),
        ("de", "das „Buch“ liegt", "„Buch“", True),
        ("fr", "il livre tout", "livre", False),
        ("fr", "un livre", "livre", True),
        ("es", "se cura solo", "cura", False),
        ("es", "el cura habla", "cura", True),
        ("pt", "ele casa amanhã", "casa", False),
        ("pt", "a casa cai", "casa", True),
        ("ru", "он печь", "печь", True),
    ],
)
def test_behind_a_pronoun_the_same_letters_are_a_verb(
    language: str,
    text: str,
    word: str,
    wanted: bool,  # noqa: FBT001
) -> None:
    words = text.split()
    assert noun_can_stand(words, words.index(word), Language(language), verb=True) is wanted


def test_letters_that_are_no_english_verb_may_stand_behind_a_pronoun() -> None:
    assert noun_can_stand(["they", "cats"], 1, EN, verb=False)
    assert not noun_can_stand(["ils", "chats"], 1, Language.FR, verb=False)


def test_only_english_questions_are_asked_with_an_auxiliary() -> None:
    assert is_asked_about(parted("How do bees fly"), 2, EN)
    assert not is_asked_about(parted("They do bees harm"), 2, EN)
    assert not is_asked_about(parted("bees fly"), 0, EN)
    assert not is_asked_about(parted("do bees fly"), 1, DE)
