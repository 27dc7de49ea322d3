"""Numbers with what they count: gender, plural, units, lone signs, and marks that must not be lost."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("200 casas e 300 pessoas", "duzentas casas e trezentas pessoas"),
        ("500 páginas", "quinhentas páginas"),
        ("421 casas", "quatrocentas e vinte e uma casas"),
        ("200 carros e 500 anos", "duzentos carros e quinhentos anos"),
    ],
)
def test_portuguese_hundreds_agree_with_what_they_count(text: str, wanted: str) -> None:
    assert said(text, "pt") == wanted
