"""Roman numerals of rulers, centuries and parts, read where the neighbouring word leaves no doubt."""

from __future__ import annotations

import pytest

from renderer.text.normalization.rules.roman_numerals import roman_value
from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("de", "Friedrich II. floh.", "Friedrich der Zweite floh."),
        ("de", "Heinrich VIII. aß.", "Heinrich der Achte aß."),
        ("de", "Elisabeth I. und Katharina II.", "Elisabeth die Erste und Katharina die Zweite."),
        ("es", "Isabel II y Catalina II y Juan II", "Isabel segunda y Catalina segunda y Juan segundo"),
        ("pt", "Isabel II e Catarina II e Pedro II", "Isabel segunda e Catarina segunda e Pedro segundo"),
        ("ru", "Екатерина II и Пётр I", "Екатерина вторая и Пётр первый"),
    ],
)
def test_rulers_have_the_gender_of_their_name(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Henry VIII's second wife fled.", "Henry the eighth's second wife fled."),
        ("Louis XIV’s palace, World War II's end", "Louis the fourteenth's palace, World War two's end"),
        ("2024's best song", "two thousand twenty-four's best song"),
        ("In 1986's spring", "In nineteen eighty-six's spring"),
        ("The 1990's were loud", "The nineteen nineties were loud"),
        ("Malcolm X's speech, it's I's turn", "Malcolm X's speech, it's I's turn"),
    ],
)
def test_english_possessives_are_read_like_what_they_belong_to(text: str, wanted: str) -> None:
    assert said(text, "en") == wanted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I", 1),
        ("IV", 4),
        ("IX", 9),
        ("XIV", 14),
        ("XXXIX", 39),
        ("XLIV", 44),
        ("LIX", 59),
        ("LX", 60),
        ("LXXXIX", 89),
    ],
)
def test_numerals_from_one_to_eighty_nine_have_their_value(text: str, value: int) -> None:
    assert roman_value(text) == value


@pytest.mark.parametrize("text", ["", "A", "IIII", "VX", "IC", "XXXX", "LL", "iv", "X1", "XLX"])
def test_other_letters_are_no_numeral(text: str) -> None:
    assert roman_value(text) == 0


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Super Bowl LX and Chapter IV", "Super Bowl sixty and Chapter four"),
        ("en", "I saw Act V, X rays and IV drips", "I saw Act five, X rays and IV drips"),
        ("en", "Henry, V is a letter", "Henry, V is a letter"),
        (
            "fr",
            "Au XIXe siècle, Napoléon Ier et Louis XVI",
            "Au dix-neuvième siècle, Napoléon premier et Louis seize",
        ),
        ("es", "El siglo V, Luis XVI y Carlos V", "El siglo cinco, Luis dieciséis y Carlos quinto"),
        ("pt", "No século XX, Luís XIV", "No século vinte, Luís catorze"),
        (
            "de",
            "Kapitel II und Karl V. und Papst Pius XII.",
            "Kapitel zwei und Karl der Fünfte und Papst Pius der Zwölfte",
        ),
        ("ru", "Глава II, в XX веке, 18 век", "Глава два, в двадцатом веке, восемнадцатый век"),
    ],
)
def test_numerals_are_read_behind_what_they_number(language: str, text: str, wanted: str) -> None:
    assert said(text, language).rstrip(".") == wanted
