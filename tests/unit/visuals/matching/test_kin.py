"""Family ties between named people are read in ten languages, or not at all."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Kin
from renderer.painters.base import Need
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.facts import Facts, find_facts
from renderer.visuals.matching.kin.family import family, related, ties_of
from renderer.visuals.matching.kin.russian import nominative
from renderer.visuals.matching.kin.ties import Tie

SENTENCES: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("kin_sentences.toml").read_text("utf-8")
)
TOLD = [(language, *row) for language, kinds in SENTENCES.items() for row in kinds["told"]]
NONE = [(language, text) for language, kinds in SENTENCES.items() for text in kinds["none"]]
SIGNS: Final = {"spouse": "=", "sibling": "~"}


def words_of(text: str, language: str) -> list[str]:
    return [piece.display for piece in tokenise(text, Language(language))]


def ties(text: str, language: str) -> set[str]:
    """The ties read, in the form of the labels; for a couple or siblings the names are sorted."""
    return {_sign(tie.kin) for tie in ties_of(words_of(text, language), Language(language))}


def _sign(kin: Kin) -> str:
    if kin.relation == "parent":
        return f"{kin.names[1]} < {kin.names[0]}"
    return f" {SIGNS[kin.relation]} ".join(sorted(kin.names))


def _sorted(label: str) -> str:
    for sign in (" = ", " ~ "):
        if sign in label:
            return sign.join(sorted(label.split(sign)))
    return label


def read(text: str, language: str = "en", *, heard: int = 0) -> Facts:
    """Facts of the words after the first `heard`."""
    words = words_of(text, language)
    own = words[heard:]
    return related(find_facts(own, Language(language)), own, Language(language), before=words[:heard])


@pytest.mark.parametrize(("language", "text", "labels"), [(row[0], row[1], row[2:]) for row in TOLD])
def test_ties_are_read_as_they_are_told(language: str, text: str, labels: tuple[str, ...]) -> None:
    assert ties(text, language) == {_sorted(label) for label in labels if label}


@pytest.mark.parametrize(("language", "text"), NONE)
def test_what_is_no_tie_between_named_people_makes_nothing(language: str, text: str) -> None:
    assert ties(text, language) == set()


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_sentences_of_both_kinds(language: Language) -> None:
    kinds = SENTENCES[language.value]
    assert min(len(kinds["told"]), len(kinds["none"])) >= 8


def test_a_tie_is_shown_where_its_second_name_is_said() -> None:
    text = "Henry, son of Edward III, became king."
    whole = read(text)
    assert whole.found.kin == (Kin(names=("Edward III", "Henry"), relation="parent"),)
    assert Need.KIN in whole.meets
    assert Need.KIN in read(text, heard=2).meets
    before = read("Henry, son of")
    assert not before.found.kin
    assert Need.KIN not in before.meets
    behind = read(text, heard=5)
    assert not behind.found.kin
    assert behind.meets == find_facts(["became", "king."], Language.EN).meets


def test_a_later_tie_brings_the_family_told_before() -> None:
    text = "Alexander was the son of Philip II; Philip II married Olympias."
    told = read(text, heard=7)
    assert {kin.relation for kin in told.found.kin} == {"parent", "spouse"}


def tie(one: str, role: str, other: str, end: int = 9) -> Tie:
    return Tie(one=one, role=role, other=other, end=end)  # type: ignore[arg-type]


def test_a_family_has_at_most_four_people_and_they_are_joined() -> None:
    ties = [tie(name, "child", "Ada") for name in ("Ben", "Cleo", "Dan", "Eve")]
    kin = family(ties, ties)
    assert len({name for one in kin for name in one.names}) == 4
    apart = [tie("Ben", "child", "Ada"), tie("Zoe", "spouse", "Yves")]
    assert family(apart, apart) == (apart[0].kin,)


@pytest.mark.parametrize(
    "ties",
    [
        [tie("Ada", "child", "Ben"), tie("Ben", "child", "Ada")],
        [tie("Ada", "child", "Ben"), tie("Ada", "spouse", "Ben")],
        [tie("Ada", "child", "Ben"), tie("Ben", "child", "Cleo"), tie("Ada", "sibling", "Cleo")],
        [tie("Ada", "child", name) for name in ("Ben", "Cleo", "Dan")],
    ],
    ids=["two ways", "two things", "two generations", "three parents"],
)
def test_ties_that_contradict_make_nothing(ties: list[Tie]) -> None:
    assert family(ties, ties) == ()


def test_what_is_said_twice_is_one_tie() -> None:
    ties = [tie("Ada", "spouse", "Ben"), tie("Ben", "spouse", "Ada")]
    assert len(family(ties, ties)) == 1


@pytest.mark.parametrize(
    ("bent", "called"),
    [
        ("Эдуарда III", "Эдуард III"),
        ("Екатерины Великой", "Екатерина Великая"),
        ("Александра Македонского", "Александр Македонский"),
        ("Марии", "Мария"),
        ("Ильи", "Илья"),
        ("Анны Болейн", "Анна Болейн"),
        ("Мэри", ""),
        ("Гюго", ""),
    ],
)
def test_russian_names_are_shown_as_they_are_called_or_not_at_all(bent: str, called: str) -> None:
    assert nominative(bent) == called
