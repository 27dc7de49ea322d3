"""A displayed token taken apart: the word, the mark that shapes the melody, and its full stop."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.normalization.context import Context, WrittenWord, as_word


@pytest.mark.parametrize(
    ("display", "core", "tail"),
    [
        ("“Hello,”", "Hello", ","),
        ("(1999)", "1999", ""),
        ("word…", "word", "."),
        ("yes—", "yes", ","),
        ("¿Qué?", "Qué", "?"),
        ("«Non»", "Non", ""),
        ("$5,", "$5", ","),
        ("-$5.", "-$5", "."),
        ("#1:", "#1", ":"),
        ("3/4", "3/4", ""),
        ("and/", "and", ""),
        ("l’eau", "l'eau", ""),
        ("नमस्ते।", "नमस्ते", "।"),
        ("مرحبا؟", "مرحبا", "؟"),
        ("世界！", "世界", "！"),
        ("'90s", "'90s", ""),
        ("'word'", "word", ""),
        ("~50", "≈50", ""),
        ("×", "×", ""),
        ("5×", "5×", ""),
        ("—", "", ""),
        ("...", "", "."),
        ("😀", "", ""),
    ],
)
def test_quotes_and_brackets_go_and_one_mark_stays(display: str, core: str, tail: str) -> None:
    found = as_word(display)
    assert (found.core, found.tail) == (core, tail)


@pytest.mark.parametrize(
    ("display", "core"),
    [
        ("٣٫٥٪", "3.5٪"),
        ("१९४७", "1947"),
        ("５０％", "50%"),
        ("Ａ１", "A1"),
        ("1️⃣", "1"),
        ("co\u00adop", "coop"),
    ],
)
def test_figures_of_all_scripts_are_western_ones(display: str, core: str) -> None:
    assert as_word(display).core == core


def test_marks_that_join_letters_are_kept() -> None:
    assert as_word("नहीं\u200dक").core == "नहीं\u200dक"


def test_an_abbreviation_keeps_its_stop_to_be_looked_up_and_the_comma_behind_it() -> None:
    found = as_word("etc.,")
    assert (found.core, found.dotted, found.tail, found.after_dot) == ("etc", "etc.", ".", ",")
    assert as_word("U.S.").dotted == "U.S."
    assert as_word("end").dotted == "end"


def words(*displays: str, index: int = 0) -> Context:
    return Context(items=[as_word(one) for one in displays], index=index, language=Language.EN)


def test_neighbours_beyond_the_ends_are_empty() -> None:
    context = words("one", "two")
    assert context.core == "one"
    assert context.at(1).core == "two"
    assert context.at(-1) == context.at(2) == WrittenWord(core="", tail="", dotted="")


def test_a_clause_mark_parts_words() -> None:
    assert words("5", "km").joined_to(1)
    assert not words("5,", "km").joined_to(1)
    assert not words("5").joined_to(1)
    assert words("a", "b", "c,").joined_to(2)
    assert not words("a", "b.", "c").joined_to(2)


@given(text=st.text(max_size=12))
@settings(max_examples=50, deadline=None)
def test_any_token_can_be_taken_apart(text: str) -> None:
    found = as_word(text)
    assert len(found.tail) <= 1
    assert found.dotted in {found.core, found.core + "."}
    assert not any(char.isspace() for char in found.core[-1:])
    assert as_word(found.core).core == found.core
