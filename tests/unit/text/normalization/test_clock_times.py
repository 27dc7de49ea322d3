"""Times of the day as a narrator says them, and what only looks like one."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "It took 2:00:35 on foot", "It took two zero zero thirty-five on foot"),
        ("en", "It ended at 14:30:15 sharp", "It ended at fourteen thirty fifteen sharp"),
        ("de", "Er lief 2:01:09 lang", "Er lief zwei null eins null neun lang"),
    ],
)
def test_a_time_with_seconds_keeps_them(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted
