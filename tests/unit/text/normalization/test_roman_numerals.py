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
