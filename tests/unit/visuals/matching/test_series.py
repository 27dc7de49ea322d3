"""Charts of a sentence: every amount under the name or year that the sentence gives it, or no chart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure
from renderer.painters.base import Need
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.comparing.series import charted
from renderer.visuals.matching.facts import find_facts


def series(words: Sequence[str], language: Language) -> tuple[Measure, ...]:
    facts = charted(find_facts(words, language), words, language)
    assert (Need.COMPARISON in facts.meets) == (len(facts.found.series) >= 2)
    return facts.found.series


def labelled(text: str, language: Language = Language.EN) -> list[tuple[str, str]]:
    return [
        (entry.label, entry.text)
        for entry in series([piece.display for piece in tokenise(text, language)], language)
    ]


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            Language.EN,
            "London has 9 million people, Paris has 2 million and Berlin has 4 million.",
            [("London", "9 million"), ("Paris", "2 million"), ("Berlin", "4 million")],
        ),
        (
            Language.EN,
            "New York has 8 million people and Los Angeles has 4 million.",
            [("New York", "8 million"), ("Los Angeles", "4 million")],
        ),
        (
            Language.EN,
            "9 million people live in London, 2 million in Paris.",
            [("London", "9 million"), ("Paris", "2 million")],
        ),
        (
            Language.EN,
            "It grew to 9 million in 1900. London had 5 million people, Paris had 2 million.",
            [("London", "5 million"), ("Paris", "2 million")],
        ),
        (
            Language.EN,
            "It grew from 3 million in 1800 to 9 million in 1900.",
            [("1800", "3 million"), ("1900", "9 million")],
        ),
        (
            Language.EN,
            "A house cost $120,000 in 1990 and $400,000 in 2020.",
            [("1990", "$120,000"), ("2020", "$400,000")],
        ),
        (Language.EN, "In 1990 it cost $5. In 2020 it cost $20.", [("1990", "$5"), ("2020", "$20")]),
        (
            Language.DE,
            "Kupfer kostete 40 Euro, Eisen kostete 30 Euro.",
            [("Kupfer", "40"), ("Eisen", "30")],
        ),
        (
            Language.RU,
            "В Лондоне живёт 9 миллионов, а в Париже 2 миллиона.",
            [("Лондоне", "9 миллионов"), ("Париже", "2 миллиона")],
        ),
        (
            Language.ZH,
            "伦敦有900万人，巴黎有200万人，柏林有400万人。",
            [("伦敦", "900万"), ("巴黎", "200万"), ("柏林", "400万")],
        ),
        (
            Language.JA,
            "ロンドンには900万人、パリには200万人が住む。",
            [("ロンドン", "900万"), ("パリ", "200万")],
        ),
    ],
)
def test_each_amount_stands_under_what_it_is_of(
    language: Language, text: str, wanted: list[tuple[str, str]]
) -> None:
    assert labelled(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "London has 9 million people and 32 boroughs."),
        (Language.EN, "He spent 30% of $500."),
        (Language.EN, "Of 25 nations 22 voted in favour, 1 against and 2 abstained."),
        (Language.EN, "He sold 200 of them, then 300, then 400."),
        (Language.EN, "In 1900 it had 3 million, then 5 million, then 9 million."),
        (Language.EN, "London has 9 million people, and London had 2 million before."),
        (Language.ZH, "人口从300万增长到900万。"),
    ],
)
def test_where_it_is_not_sure_there_is_no_chart(language: Language, text: str) -> None:
    assert labelled(text, language) == []


WORDS = ["London", "Paris,", "has", "9", "million", "40%", "in", "1900", "and", "copper.", "12.", "It"]


@given(words=st.lists(st.sampled_from(WORDS), max_size=14))
@settings(max_examples=100, deadline=None)
def test_no_label_is_a_scale_an_amount_or_there_twice(words: list[str]) -> None:
    entries = series(words, Language.EN)
    labels = [entry.label for entry in entries]
    assert len(labels) != 1
    assert len(set(labels)) == len(labels)
    assert not {"million", "40%", "9", "has", "and"} & {*labels}
