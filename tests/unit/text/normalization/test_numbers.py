"""Numbers as written and as said, each language by its own rules."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import LONGEST, say_digits, say_whole
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import Number, parse_number, plural_form, say_number
from renderer.text.normalization.ordinals import say_ordinal, say_russian_ordinal, say_year

SPELLED = [language for language in Language if language is not Language.JA]
POINTED = [language for language in Language if spoken_words(language).decimal == "."]
COMMAED = [language for language in Language if spoken_words(language).decimal == ","]


@given(digits=st.text("0123456789", min_size=1, max_size=20), language=st.sampled_from(Language))
def test_digits_alone_are_a_plain_whole_number(digits: str, language: Language) -> None:
    assert parse_number(digits, language) == Number(whole=digits)


@given(number=st.integers(1000, 10**12), language=st.sampled_from(POINTED))
def test_commas_group_where_the_point_is_a_point(number: int, language: Language) -> None:
    found = parse_number(f"{number:,}", language)
    assert found is not None
    assert (int(found.whole), found.fraction, found.plain) == (number, "", False)


@given(number=st.integers(1000, 10**12), language=st.sampled_from(COMMAED))
def test_points_group_where_the_comma_is_a_point(number: int, language: Language) -> None:
    found = parse_number(f"{number:,}".replace(",", "."), language)
    assert found is not None
    assert (int(found.whole), found.fraction) == (number, "")


@given(number=st.integers(1000, 10**12), cents=st.integers(0, 99), language=st.sampled_from(Language))
def test_groups_and_decimals_together_are_read_in_either_spelling(
    number: int, cents: int, language: Language
) -> None:
    english = f"{number:,}.{cents:02}"
    german = english.translate(str.maketrans(",.", ".,"))
    for text in (english, german):
        found = parse_number(text, language)
        assert found is not None
        assert found.value == Decimal(f"{number}.{cents:02}")
        assert not found.is_whole


@pytest.mark.parametrize("text", ["1.2.3", "1,23,4", "1.234,567,8", "12'34", "1\u00a02"])
def test_what_is_no_number_in_any_language_is_none(text: str) -> None:
    assert [parse_number(text, language) for language in Language] == [None] * len(Language)


@pytest.mark.parametrize("text", ["12,34,567", "1'234'567", "1\u00a0234\u202f567"])
def test_other_ways_of_grouping_are_known(text: str) -> None:
    digits = "".join(letter for letter in text if letter.isdigit())
    assert {parse_number(text, language) for language in Language} == {Number(whole=digits, plain=False)}


def test_one_separator_means_what_it_means_in_the_language() -> None:
    assert parse_number("1.234", Language.DE) == Number(whole="1234", plain=False)
    assert parse_number("1.234", Language.EN) == Number(whole="1", fraction="234", plain=False)
    assert parse_number("3,5", Language.EN) == Number(whole="3", fraction="5", plain=False)


@given(number=st.integers(0, 10**12), language=st.sampled_from(SPELLED))
def test_a_whole_number_is_said_in_words_without_a_digit(number: int, language: Language) -> None:
    said = say_whole(str(number), language)
    assert said
    assert not any(letter.isdigit() for letter in said)


@given(number=st.integers(0, 10**12))
def test_japanese_numbers_stay_digits(number: int) -> None:
    assert say_whole(str(number), Language.JA) == str(number)


@given(one=st.integers(0, 99_999), other=st.integers(0, 99_999), language=st.sampled_from(Language))
def test_different_numbers_are_said_differently(one: int, other: int, language: Language) -> None:
    assert (say_whole(str(one), language) == say_whole(str(other), language)) == (one == other)


@given(digits=st.text("0123456789", min_size=LONGEST + 1, max_size=30), language=st.sampled_from(SPELLED))
def test_what_is_too_long_for_a_number_is_read_digit_by_digit(digits: str, language: Language) -> None:
    assert say_whole(digits, language) == say_digits(digits, language)
    assert say_whole("0" + digits[:3], language) == say_digits("0" + digits[:3], language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.EN, "four point two"),
        (Language.DE, "vier Komma zwei"),
        (Language.ES, "cuatro coma dos"),
        (Language.FR, "quatre virgule deux"),
        (Language.ZH, "四点二"),
        (Language.JA, "4.2"),
    ],
)
def test_decimals_are_said_after_the_languages_point(language: Language, said: str) -> None:
    assert say_number(Number(whole="4", fraction="2"), language) == said


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        (Language.EN, ["one", "two"]),
        (Language.RU, ["one", "few", "few", "few", "many", "many"]),
        (Language.FR, ["one", "few"]),
        (Language.DE, ["one", "few"]),
    ],
)
def test_nouns_take_the_form_of_their_number(language: Language, counted: list[str]) -> None:
    forms = ("one", "two") if language is Language.EN else ("one", "few", "many")
    found = [plural_form(forms, Number(whole=str(n)), language) for n in range(1, len(counted) + 1)]
    assert found == counted


@pytest.mark.parametrize(("number", "form"), [("11", "many"), ("21", "one"), ("112", "many"), ("122", "few")])
def test_russian_counts_by_the_last_two_digits(number: str, form: str) -> None:
    assert plural_form(("one", "few", "many"), Number(whole=number), Language.RU) == form


def test_half_of_something_is_one_in_french_and_many_in_english() -> None:
    half = Number(whole="0", fraction="5")
    assert plural_form(("heure", "heures"), half, Language.FR) == "heure"
    assert plural_form(("hour", "hours"), half, Language.EN) == "hours"


@pytest.mark.parametrize(
    ("year", "language", "said"),
    [
        ("1905", Language.EN, "nineteen oh five"),
        ("2000", Language.EN, "two thousand"),
        ("1848", Language.DE, "achtzehnhundertachtundvierzig"),
        ("1949", Language.ZH, "一九四九"),
        ("1999", Language.HI, "उन्नीस सौ निन्यानवे"),
    ],
)
def test_years_are_said_as_years(year: str, language: Language, said: str) -> None:
    assert say_year(year, language) == said


@pytest.mark.parametrize(
    ("digits", "language", "gender", "said"),
    [
        ("1", Language.EN, "m", "first"),
        ("21", Language.EN, "m", "twenty-first"),
        ("1", Language.ES, "f", "primera"),
        ("1", Language.FR, "f", "première"),
        ("3", Language.RU, "f", "третья"),
        (
            "1234567",
            Language.EN,
            False,
            "one million two hundred thirty-four thousand five hundred sixty-seven",
        ),
    ],
)
def test_ordinals_agree_and_give_way_where_they_are_too_long(
    digits: str, language: Language, gender: str, said: str
) -> None:
    assert say_ordinal(digits, language, feminine=gender == "f") == said


@pytest.mark.parametrize(("case", "said"), [("n", "пятый"), ("g", "пятого"), ("p", "пятом")])
def test_russian_ordinals_are_declined(case: str, said: str) -> None:
    assert say_russian_ordinal("5", case=case) == said
