"""Dates, decades, years and ordinals as a narrator says them, language by language."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words
from tests.unit.text.normalization.spoken_line import said

SPACED = [language for language in Language if is_spaced(language)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Am 15.08.2023 fiel Regen.", "Am fünfzehnten August zweitausenddreiundzwanzig fiel Regen."),
        ("Seit dem 1.5.1990 ist es so.", "Seit dem ersten Mai neunzehnhundertneunzig ist es so."),
        ("Der 1. Mai war warm.", "Der erste Mai war warm."),
        ("Es war der 9. November.", "Es war der neunte November."),
        ("Heute ist 1. Mai.", "Heute ist erster Mai."),
        ("Am 11. September fiel er.", "Am elften September fiel er."),
        ("15.08.2023", "fünfzehnter August zweitausenddreiundzwanzig"),
    ],
)
def test_german_days_take_the_ending_that_stands_behind_the_word_before(text: str, wanted: str) -> None:
    assert said(text, "de") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The 1,000th visitor", "The one thousandth visitor"),
        ("Its 10,000th day", "Its ten thousandth day"),
        ("The 1st, 2nd, 3rd and 11th", "The first, second, third and eleventh"),
        ("The 21ST century", "The twenty-first century"),
    ],
)
def test_english_ordinals_may_have_thousands(text: str, wanted: str) -> None:
    assert said(text, "en") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("In the mid-1800s it rained", "In the mid eighteen hundreds it rained"),
        ("Of late-1990s make", "Of late nineteen nineties make"),
        ("In the early-70s there", "In the early seventies there"),
        ("The 1990s, the 80s and the 1800s", "The nineteen nineties, the eighties and the eighteen hundreds"),
    ],
)
def test_part_of_a_decade_is_read_with_it(text: str, wanted: str) -> None:
    assert said(text, "en") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A ’90s kid sang", "A nineties kid sang"),
        ("Loud '80s music", "Loud eighties music"),
        ("A 90s pause", "A ninety seconds pause"),
        ("‘90s’ he said", "ninety seconds he said"),
    ],
)
def test_an_apostrophe_tells_a_decade_from_seconds(text: str, wanted: str) -> None:
    assert said(text, "en") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("El 1er puesto y el 3er intento", "El primer puesto y el tercer intento"),
        ("La 1.ª vez, el 2.º piso", "La primera vez, el segundo piso"),
    ],
)
def test_spanish_ordinals_before_their_noun_are_short(text: str, wanted: str) -> None:
    assert said(text, "es") == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "He died in 1986 . Then", "He died in nineteen eighty-six. Then"),
        ("en", "In 1986. It began.", "In nineteen eighty-six. It began."),
        (
            "en",
            "On March 5. Then at 14:30. Louis XIV. died.",
            "On March fifth. Then at fourteen thirty. Louis the fourteenth. died.",
        ),
        ("de", "Im Jahr 1990. Dann", "Im Jahr neunzehnhundertneunzig. Dann"),
        (
            "ru",
            "В 1917 г. началось. В 1918 году. Потом",
            "В тысяча девятьсот семнадцатом году началось. В тысяча девятьсот восемнадцатом году. Потом",
        ),
        ("ru", "В XIX в. жили", "В девятнадцатом веке жили"),
        ("de", "Am 3. Oktober kam Karl V. an", "Am dritten Oktober kam Karl der Fünfte an"),
    ],
)
def test_a_full_stop_is_kept_unless_it_belongs_to_the_figure(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            "en",
            "On 2024-05-12 and 5/12/2024",
            "On May twelfth, twenty twenty-four and May twelfth, twenty twenty-four",
        ),
        (
            "es",
            "El 15/08/2023 y el 1.5.1990",
            "El quince de agosto de dos mil veintitrés y el uno de mayo de mil novecientos noventa",
        ),
        ("pt", "Em 01/05/1990", "Em primeiro de maio de mil novecentos e noventa"),
        (
            "fr",
            "Le 01/05/1990 et le 15/08/2023",
            "Le premier mai mille neuf cent quatre-vingt-dix et le quinze août deux mille vingt-trois",
        ),
        ("ru", "15.08.2023", "пятнадцатое августа две тысячи двадцать третьего года"),
        ("hi", "15/08/1947 को", "पंद्रह अगस्त उन्नीस सौ सैंतालीस को"),
        ("ar", "في 15/08/2023", "في خمسة عشر أغسطس ألفان وثلاثة وعشرون"),
    ],
)
def test_a_whole_date_is_read_in_the_order_of_the_language(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "In the summer of 1969, by 2050", "In the summer of nineteen sixty-nine, by twenty fifty"),
        ("en", "Since 1905 and 2000", "Since nineteen oh five and two thousand"),
        ("en", "1500 soldiers", "one thousand five hundred soldiers"),
        (
            "de",
            "Seit 1871 kamen 1871 Leute",
            "Seit achtzehnhunderteinundsiebzig kamen tausendachthunderteinundsiebzig Leute",
        ),
        ("hi", "सन् 1857 में", "सन् अठारह सौ सत्तावन में"),
        (
            "ru",
            "до 1917 года, 1941 год",
            "до тысяча девятьсот семнадцатого года, тысяча девятьсот сорок первый год",
        ),
        ("ru", "в 1960-х и 60-е", "в тысяча девятьсот шестидесятых и шестидесятые"),
        ("ru", "8 марта, 2-я часть, 3-го дня", "восьмого марта, вторая часть, третьего дня"),
        ("fr", "Le 1 mai, la 1re fois, le 2e jour", "Le premier mai, la première fois, le deuxième jour"),
        ("pt", "1º lugar, 2ª vez", "primeiro lugar, segunda vez"),
    ],
)
def test_years_and_ordinals_are_told_from_numbers(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize("text", ["2024-13-01", "2024-00-10", "99/99/2024", "2024-05-40"])
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    months = spoken_words(Language.EN).months
    assert not any(month in said(text, "en") for month in months)


@given(day=st.dates(dt.date(1100, 1, 1), dt.date(2099, 12, 31)), language=st.sampled_from(SPACED))
@settings(max_examples=50, deadline=None)
def test_every_date_names_its_month_and_has_no_figures(day: dt.date, language: Language) -> None:
    spoken = said(day.isoformat(), language)
    assert spoken_words(language).months[day.month - 1] in spoken
    assert not any(char.isdigit() for char in spoken)
