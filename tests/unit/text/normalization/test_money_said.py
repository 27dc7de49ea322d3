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
