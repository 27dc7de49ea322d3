"""Sums of money as a narrator says them: signs, signs of currencies, cents, scales and ranges."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "He had -$5 left", "He had minus five dollars left"),
        ("en", "It fell by (-$1.5M)", "It fell by minus one point five million dollars"),
        ("fr", "Un solde de -5 €", "Un solde de moins cinq euros"),
        ("en", "He paid - $5 -", "He paid five dollars"),
    ],
)
def test_a_debt_keeps_its_sign(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "It costs $5-$10 a day", "It costs five to ten dollars a day"),
        ("en", "It costs $5–10.", "It costs five to ten dollars."),
        ("en", "About €1.5–2.5M", "About one point five to two point five million euros"),
        ("en", "$5-$10 million", "five to ten million dollars"),
        ("de", "Es kostet 5–10 €.", "Es kostet fünf bis zehn Euro."),
        ("es", "Cuesta $5-$10", "Cuesta cinco a diez dólares"),
    ],
)
def test_a_range_of_sums_names_its_currency_once(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted
