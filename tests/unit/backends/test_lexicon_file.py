"""The packed lexicon: lines are found by binary search, and the word counts match these lines."""

from __future__ import annotations

import re

import pytest

from renderer.backends.knowledge.lexicon_file import (
    FILE,
    base_form,
    counted,
    is_uncountable,
    meaning,
    senses,
    spread,
)
from tools.build_lexicon import packed_lines


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return packed_lines(FILE).decode().strip("\n").split("\n")


def test_first_last_and_others_are_found(lines: list[str]) -> None:
    nouns = [line.split("\t")[0] for line in lines if not line.startswith("=")]
    numbers = [line.split("\t")[0][1:] for line in lines if line.startswith("=")]
    for noun in (nouns[0], nouns[-1], *nouns[:: len(nouns) // 200]):
        assert senses(noun), noun
    for number in (numbers[0], numbers[-1], *numbers[:: len(numbers) // 200]):
        found = meaning(number)
        assert found, number
        assert found.number == number


@pytest.mark.parametrize("word", ["", "!", "octopusx", "zzzz", "=", "heart attackk"])
def test_what_is_not_there_is_not_found(word: str) -> None:
    assert senses(word) == ()


def test_words_with_spaces_and_apostrophes_stand_where_wordnet_sorts_them() -> None:
    assert senses("heart attack")
    assert base_form("octopuses") == "octopus"
    assert not is_uncountable("octopus")


@pytest.mark.parametrize(
    "word",
    ["water", "body", "glass", "of", "a", "some", "money", "mouth", "organ", "tissue", "mother in law"],
)
def test_uses_are_those_that_one_pattern_over_all_definitions_finds(word: str) -> None:
    before, behind = (
        rb" (an?|of|with|in|by|for|or|some|much) ",
        rb"(s?)(?= (?:that|of|in|with|for|from|used|or|and)\b|[;,\n])",
    )
    uses = re.findall(before + re.escape(word.encode()) + behind, packed_lines(FILE))
    counted = sum(article in {b"a", b"an"} or bool(plural) for article, plural in uses)
    bare = len(uses) - counted > 2 * counted and len(uses) >= 3
    if not any(one.field == "27" for one, _ in senses(word)):
        assert is_uncountable(word) == bare


def test_the_counted_words_are_those_of_the_lexicon() -> None:
    assert spread() == counted(packed_lines(FILE))
