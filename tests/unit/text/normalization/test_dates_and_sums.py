"""Dates, eras and sums in ten languages; the cases are in dates_and_eras.toml and sums.toml."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from renderer.contract.vocabulary import Language
from tests.unit.text.normalization.spoken_line import said

TABLES = [
    tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    for name in ("dates_and_eras.toml", "sums.toml")
]
ROWS = [(code, *row) for table in TABLES for code, rows in table.items() for row in rows["rows"]]
FEWEST = 10


def test_every_language_has_rows() -> None:
    counts = Counter(Language(code) for code, *_ in ROWS)
    assert set(counts) == set(Language)
    assert min(counts.values()) >= FEWEST


@pytest.mark.parametrize(("language", "text", "wanted"), ROWS)
def test_dates_eras_and_sums_are_said_as_people_say_them(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted
