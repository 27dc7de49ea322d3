"""Roman numerals of rulers, centuries and parts, read where the word beside them leaves no doubt."""

from __future__ import annotations

import pytest

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
