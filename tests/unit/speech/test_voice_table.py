"""The table of measured voices: what misses its limit is named, and the page gets every cell."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.support.voice_table import (
    BEGIN,
    END,
    Row,
    alike,
    lacking,
    load,
    missed,
    nearest,
    save,
    write_page,
)
from renderer.contract.vocabulary import Language, Voice

GOOD = Row(
    language="es",
    voice="warm-calm",
    engine="kokoro",
    chosen="a 1 × 1",
    sentences=3,
    raw=3.4,
    overall=3.4,
    change=0.0,
    unsure=0.002,
    error=0.05,
    pitch=160.0,
    pace=16.0,
    speed=3.0,
    timbre=(1.0, 2.0),
)


def every_cell() -> dict[tuple[str, str], Row]:
    return {
        (language.value, voice.value): replace(GOOD, language=language.value, voice=voice.value)
        for language, voice in itertools.product(Language, Voice)
    }


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"error": 0.11}, "error 0.11 > 0.10"),
        ({"overall": 3.19}, "score 3.19 < 3.2"),
        ({"change": -0.02}, "chain -0.020 (0.002)"),
        ({"language": "ru", "error": 0.36}, "error 0.36 > 0.35"),
    ],
)
def test_what_misses_its_bar_is_named(changes: dict[str, object], fault: str) -> None:
    assert missed(replace(GOOD, **changes)) == [fault]  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    "changes",
    [
        {"error": 0.10, "overall": 3.2},
        {"change": -0.02, "unsure": 0.02},
        {"language": "ru", "error": 0.35},
        {"language": "ar", "overall": 2.4, "error": 1.2},
        {"language": "hi", "error": 0.4},
    ],
)
def test_what_holds_its_bar_is_not(changes: dict[str, object]) -> None:
    assert missed(replace(GOOD, **changes)) == []  # type: ignore[arg-type]  # fields by name


def test_two_voices_are_told_apart_by_pitch_or_timbre() -> None:
    same = replace(GOOD, voice="one")
    assert alike(nearest([GOOD, same]))
    assert not alike(nearest([GOOD, replace(same, pitch=170.0)]))
    assert not alike(nearest([GOOD, replace(same, timbre=(5.0, 2.5))]))


def test_rows_are_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "voices.json"
    assert load(path) == {}
    save(path, every_cell())
    assert load(path) == every_cell()


def test_the_page_gets_every_cell_between_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"# Before\n\n{BEGIN}old\n{END}\nafter\n", "utf-8")
    rows = every_cell()
    rows["ar", "warm-calm"] = replace(rows["ar", "warm-calm"], error=4.2)
    write_page(path, rows)
    text = path.read_text("utf-8")
    assert text.startswith("# Before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert text.count("3.40 · 0.05 · 160") == len(rows) - 1
    assert "3.40 · > 1 · 160" in text
    write_page(path, rows)
    assert path.read_text("utf-8") == text
    assert lacking({key: row for key, row in rows.items() if key[0] != "ja"})[0] == "ja/warm-storyteller"
