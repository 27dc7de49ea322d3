"""Dates, eras and sums, ten languages: the rows stand in dates_and_sums.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from renderer.contract.vocabulary import Language
from tests.unit.text.normalization.spoken_line import said

TABLE = tomllib.loads(Path(__file__).with_name("dates_and_sums.toml").read_text(encoding="utf-8"))
ROWS = [(code, *row) for code, rows in TABLE.items() for row in rows["rows"]]
OPEN = [(code, *row) for code, rows in TABLE.items() for row in rows.get("open", ())]
FEWEST = 10
"""Rows of a language, held or open."""


def test_every_language_has_rows() -> None:
    counts = {code: len(rows["rows"]) + len(rows.get("open", ())) for code, rows in TABLE.items()}
    assert {Language(code) for code in counts} == set(Language)
    assert min(counts.values()) >= FEWEST


@pytest.mark.parametrize(("language", "text", "wanted"), ROWS)
def test_dates_eras_and_sums_are_said_as_people_say_them(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(("language", "text", "wanted"), OPEN)
def test_a_row_that_is_open_is_not_held_yet(language: str, text: str, wanted: str) -> None:
    assert said(text, language) != wanted
