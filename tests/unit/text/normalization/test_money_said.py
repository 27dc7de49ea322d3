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


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("pt", "R$ 5 mil por mês", "cinco mil reais por mês"),
        ("pt", "Custou R$ 5 milhões", "Custou cinco milhões de reais"),
        ("es", "Costó $5 mil", "Costó cinco mil dólares"),
        ("es", "Costó $5K", "Costó cinco mil dólares"),
        ("es", "Costó 3 M€", "Costó tres millones de euros"),
        ("fr", "Il gagne 5 k€", "Il gagne cinq mille euros"),
        ("fr", "Il gagne 5 M€", "Il gagne cinq millions d'euros"),
    ],
)
def test_millions_of_a_currency_are_linked_to_it_and_thousands_are_not(
    language: str, text: str, wanted: str
) -> None:
    assert said(text, language) == wanted
