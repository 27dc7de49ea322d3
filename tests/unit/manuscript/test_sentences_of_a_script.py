"""Sentences of a script: breaths, what leans on the sentence before, and the terms that two share."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Prose
from renderer.manuscript.breaths import LONGEST, LONGEST_UNSPACED, breaths, said
from renderer.manuscript.leaning import leans, openings
from renderer.manuscript.terms import figures, names, terms
from renderer.text.languages import is_spaced
from renderer.text.segmentation.graphemes import graphemes

EN, ZH = Language.EN, Language.ZH


def test_a_sentence_of_one_breath_stands_as_it_is() -> None:
    assert breaths("Short, and sweet.", EN) == ["Short, and sweet."]
    assert breaths("短句。", ZH) == ["短句。"]


def test_a_long_sentence_is_divided_at_its_clauses() -> None:
    clause = "and the river rose again over the fields of the old town,"
    parts = breaths(" ".join([clause] * 12), EN)
    assert len(parts) > 1
    assert all(part.startswith("and") and part.endswith("town,") for part in parts)
    assert " ".join(parts) == " ".join([clause] * 12)


def test_figures_with_commas_are_never_parted() -> None:
    text = "They counted 1,200,300 men and 5,5 tons and " * 12
    assert all("1,200,300" in part or "1,200" not in part for part in breaths(text, EN))


@given(words=st.lists(st.text("abcde", min_size=1, max_size=12), min_size=1, max_size=200), marks=st.data())
@settings(max_examples=40, deadline=None)
def test_no_breath_is_too_long_and_no_word_is_lost(words: list[str], marks: st.DataObject) -> None:
    ends = marks.draw(
        st.lists(st.sampled_from(["", "", "", ",", ";"]), min_size=len(words), max_size=len(words))
    )
    text = " ".join(word + end for word, end in zip(words, ends, strict=True))
    parts = breaths(text, EN)
    assert all(0 < len(part) <= LONGEST for part in parts)
    assert " ".join(parts).split() == text.split()


@given(text=st.text("漢字語文、，；", min_size=1, max_size=500))
@settings(max_examples=40, deadline=None)
def test_no_sign_is_lost_where_no_spaces_are_written(text: str) -> None:
    parts = breaths(text, ZH)
    assert all(0 < len(part) <= LONGEST_UNSPACED for part in parts)
    assert "".join(parts) == text


@pytest.mark.parametrize("before", [0, 1, 2, 3])
@pytest.mark.parametrize("cluster", ["नि", "क्षि", "👩🏽‍🚀", "👍🏽", "🇯🇵", "é", "ก็"])
@pytest.mark.parametrize("language", [EN, Language.HI, ZH])
def test_text_without_spaces_is_never_divided_inside_a_character(
    language: Language, cluster: str, before: int
) -> None:
    text = "x" * before + cluster * LONGEST
    parts = breaths(text, language)
    assert "".join(parts) == text
    assert all(0 < len(part) <= LONGEST for part in parts)
    assert [sign for part in parts for sign in graphemes(part)] == list(graphemes(text))


def test_a_character_longer_than_a_breath_is_divided() -> None:
    text = "a" + "\u0301" * (3 * LONGEST)
    parts = breaths(text, EN)
    assert "".join(parts) == text
    assert all(0 < len(part) <= LONGEST for part in parts)


def test_sentences_know_their_emphasis_and_what_they_lean_on() -> None:
    item = Prose(text="The *sun* set. It was cold. … Snow fell", stressed=("cold", "sun"))
    first, second, third = said(item, EN, ends=True)
    assert (first.stressed, first.leans) == (("sun",), False)
    assert (second.stressed, second.leans) == (("cold",), True)
    assert third.text.endswith("Snow fell.")


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("Rivers froze", "Rivers froze."),
        ("Did they?", "Did they?"),
        ("“So.”", "“So.”"),
        ("雪が降る", "雪が降る。"),
    ],
)
def test_an_unfinished_sentence_is_closed_in_its_own_script(text: str, closed: str) -> None:
    assert [sentence.text for sentence in said(Prose(text=text), EN, ends=True)] == [closed]


def test_later_breaths_of_a_sentence_lean_on_the_first() -> None:
    text = "Rome fell, " * 80
    parts = list(said(Prose(text=text), EN))
    assert len(parts) > 1
    assert [part.leans for part in parts] == [False] + [True] * (len(parts) - 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "However, it rained."),
        ("en", "— This is it."),
        ("de", "Er ging."),
        ("de", "Außerdem schneite es."),
        ("fr", "Cependant, il plut."),
        ("es", "“Sin embargo, llovió"),
        ("pt", "Ele saiu."),
        ("ru", "Он ушёл."),
        ("ar", "لكن المطر هطل."),
        ("hi", "लेकिन बारिश हुई।"),
        ("zh", "他走了。"),
        ("ja", "しかし雨だ。"),
    ],
)
def test_a_pronoun_or_a_connective_points_back(language: str, text: str) -> None:
    assert leans(text, Language(language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Heather left."),
        ("en", "Rome fell, however."),
        ("de", "Ernst ging."),
        ("fr", "Ilona partit."),
        ("ru", "Онега замёрзла."),
        ("zh", "罗马很老。"),
        ("ja", "猫は眠る。"),
        ("en", ""),
    ],
)
def test_what_only_begins_like_one_points_nowhere(language: str, text: str) -> None:
    assert not leans(text, Language(language))


@pytest.mark.parametrize("language", list(Language))
def test_openings_are_lower_case_the_longest_first_none_twice(language: Language) -> None:
    found = openings(language)
    assert found
    assert all(one == one.casefold().strip() for one in found)
    assert [len(one) for one in found] == sorted(map(len, found), reverse=True)
    assert len(set(found)) == len(found)
    assert all(leans(f"{one}{' ' if is_spaced(language) else ''}x", language) for one in found)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "The iron bridges of London's trains", ("iron", "bridg", "london", "train")),
        ("de", "Die Häuser der Stadt", ("haus", "stadt")),
        ("ja", "黒海の船 NASA コンピューター 猫", ("黒海", "船", "nasa", "コンピューター", "猫")),
        ("zh", "冰川移动", ("冰川", "川移", "移动")),
        ("en", "the of and", ()),
    ],
)
def test_terms_are_stems_or_pairs_of_signs(language: str, text: str, wanted: tuple[str, ...]) -> None:
    assert terms(text, Language(language)) == wanted


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "bridge", "Bridges"),
        ("es", "puente", "puentes"),
        ("fr", "maison", "maisons"),
        ("pt", "casa", "casas"),
        ("ru", "ледник", "ледника"),
        ("de", "Haus", "Häuser"),
    ],
)
def test_forms_of_a_word_are_one_term(language: str, one: str, other: str) -> None:
    assert terms(one, Language(language)) == terms(other, Language(language)) != ()


def test_figures_stand_as_written_and_names_inside_sentences() -> None:
    assert figures("In 1,200.50, 3.14. and ١٢") == ("1,200.50", "3.14", "١٢")
    assert names("The King met Henry and O'Neil. Paris fell") == ("King", "Henry", "O'Neil")
    assert names("कहा और") == ()
