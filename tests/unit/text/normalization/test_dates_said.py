"""Dates, decades, years and ordinals as a narrator says them, language by language."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


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
