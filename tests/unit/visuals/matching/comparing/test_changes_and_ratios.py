"""Two states of one thing, and things that are so many times another, read word by word."""

from __future__ import annotations

from decimal import Decimal

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.comparing.changes import Change, change_in
from renderer.visuals.matching.comparing.measures import begins, clean_name, cleaned, name_before
from renderer.visuals.matching.facts import find_facts, quantities_in
from tests.unit.visuals.matching.comparing.compared import names_of, times, words_of


def changed(text: str, language: str) -> Change | None:
    words, spoken = words_of(text, language), Language(language)
    return change_in(words, spoken, find_facts(words, spoken).found, quantities_in(words, spoken))


@pytest.mark.parametrize(
    ("language", "text", "labels"),
    [
        ("en", "Once it was a desert, now it is a garden.", ("Once", "Now")),
        ("en", "Between 1950 and 2000 the city grew fast.", ("1950", "2000")),
        ("en", "In 1850 it was small, today it is huge.", ("1850", "Today")),
        ("fr", "Avant la guerre la ville brillait, après la guerre elle brûlait.", ("Avant", "Après")),
        ("pt", "Antes da guerra havia paz, depois da guerra havia cinzas.", ("Antes", "Depois")),
        ("ru", "До войны здесь был город, после войны руины.", ("До", "После")),
        ("hi", "युद्ध से पहले शहर था, युद्ध के बाद राख।", ("पहले", "बाद")),
        ("ar", "سابقا كان هنا بحر والآن صحراء.", ("سابقا", "والآن")),
        ("ja", "昔は村でしたが、現在は都市です。", ("昔", "現在")),
    ],
)
def test_then_comes_before_now(language: str, text: str, labels: tuple[str, str]) -> None:
    found = changed(text, language)
    assert found is not None
    assert tuple(state.label for state in found.states) == labels


@pytest.mark.parametrize(
    ("language", "text", "amounts"),
    [
        ("en", "It was formerly 5 meters, today 2 meters.", (5, 2)),
        ("de", "Früher kostete es 5 €, heute 50 €.", (5, 50)),
        ("es", "Antes costaba 5 €, ahora cuesta 50 €.", (5, 50)),
        ("zh", "过去这里有5000人，现在有200万人。", (5000, 2_000_000)),
        ("en", "Formerly $5, today 50 people.", (0, 0)),
        ("en", "Formerly it cost $5, today it is gone.", (0, 0)),
    ],
)
def test_amounts_are_those_of_each_time_or_none(language: str, text: str, amounts: tuple[int, int]) -> None:
    found = changed(text, language)
    assert found is not None
    assert tuple(state.value for state in found.states) == tuple(map(Decimal, amounts))
    assert all(bool(state.text) is bool(state.value) for state in found.states)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nowadays it rains, once it snowed."),
        ("en", "From 1914 to 1918 the war raged."),
        ("en", "In 2020 prices rose, in 1990 they fell."),
        ("en", "Before dawn he left and after lunch she came."),
        ("de", "Heute regnet es."),
        ("zh", "他昨天来了。"),
    ],
)
def test_times_that_are_no_states_change_nothing(language: str, text: str) -> None:
    assert changed(text, language) is None


@pytest.mark.parametrize(
    ("language", "text", "pair", "factor", "spread"),
    [
        ("en", "An ant is 50 times heavier than a grain.", ("ant", "grain"), 50, "area"),
        ("en", "A giraffe is three times taller than a man.", ("giraffe", "man"), 3, "height"),
        ("fr", "La baleine est trois fois plus lourde que l'éléphant.", ("baleine", "éléphant"), 3, "area"),
        ("de", "Die Giraffe ist dreimal so groß wie der Mensch.", ("Giraffe", "Mensch"), 3, "height"),
        ("ru", "Слон в 10 раз тяжелее лошади.", ("Слон", "лошади"), 10, "area"),
        ("hi", "हाथी गाय से तीन गुना बड़ा है।", ("हाथी", "गाय"), 3, "area"),
        ("ar", "الفيل أثقل بخمس مرات من الحصان.", ("الفيل", "الحصان"), 5, "area"),
        ("zh", "长江的长度是黄河的两倍。", ("长江", "黄河"), 2, "length"),
        ("ja", "東京タワーは教会の3倍の高さです。", ("東京タワー", "教会"), 3, "height"),
    ],
)
def test_the_larger_thing_is_so_many_times_the_other(
    language: str, text: str, pair: tuple[str, str], factor: int, spread: str
) -> None:
    found = times(text, language)
    assert found is not None
    larger, smaller = found.measures
    assert (larger.label, smaller.label) == pair
    assert (larger.value, larger.text) == (Decimal(factor), f"× {factor}")
    assert (smaller.value, smaller.text) == (Decimal(1), "× 1")
    assert found.spread == spread


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "An elephant is twice as likely to win as a mouse."),
        ("en", "An elephant is 300 times heavier than a mouse."),
        ("en", "An elephant is ten times heavier than an elephant."),
        ("en", "It is ten times heavier."),
        ("ja", "彼は3倍走った。"),
        ("zh", "大象是老鼠的300倍重。"),
    ],
)
def test_without_a_size_or_two_things_nothing_is_so_many_times_another(language: str, text: str) -> None:
    assert times(text, language) is None


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("en", "The Nile and the Amazon are 6,650 km long.", ["Nile", "Amazon"]),
        ("en", "Compared with Paris, only London grew.", ["Paris", "London"]),
        ("fr", "L'éléphant et la baleine", ["éléphant", "baleine"]),
        ("ru", "Эверест и Эльбрус", ["Эверест", "Эльбрус"]),
        ("hi", "एवरेस्ट की ऊँचाई", ["एवरेस्ट"]),
        ("en", "It was 30 metres high and 5 km wide.", []),
    ],
)
def test_names_are_things_and_no_units(language: str, text: str, names: list[str]) -> None:
    assert [name.text for name in names_of(text, language)] == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("而且长江的", "长江"),
        ("一头大象重", "大象"),
        ("その山は", "山"),
        ("富士山の高さは", "富士山"),
        ("，大象", "大象"),
        ("2024年", ""),
        ("一座非常非常非常非常非常非常长的名字", ""),
    ],
)
def test_a_name_is_freed_of_what_leads_to_it(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_the_name_before_a_number_stands_in_its_clause() -> None:
    text = "珠穆朗玛峰高8849米，乞力马扎罗山高5895米"
    assert name_before(text, text.index("8849")) == "珠穆朗玛峰"
    assert name_before(text, text.index("5895")) == "乞力马扎罗山"


def test_words_are_compared_without_their_marks() -> None:
    assert cleaned("“Nile”,") == "Nile"
    assert begins("kilometres", ("kilomet",))
    assert not begins("", ("kilomet",))
    assert not begins("metres", ("kilomet",))
