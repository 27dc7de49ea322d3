from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.audio.music.arrangement import Grid, grid, sections
from renderer.audio.music.harmony import SCALES, SHAPES, chord, is_symbol, nearest, step, voiced

symbols = st.builds(lambda degree, suffix: f"{degree}{suffix}", st.integers(1, 7), st.sampled_from([*SHAPES]))
tempos = st.floats(50.0, 140.0)
ends = st.fractions(Fraction(1, 4), Fraction(900), max_denominator=48_000)


def test_chords_are_what_musicians_call_them() -> None:
    c, a = 48, 57
    assert chord(c, "ionian", "1").tones == (48, 52, 55)
    assert chord(c, "ionian", "57").tones == (55, 59, 62, 65)
    assert chord(c, "ionian", "4add9").tones == (53, 57, 60, 67)
    assert chord(a, "harmonic_minor", "5").tones == (64, 68, 71)
    assert chord(a, "phrygian", "2").tones == (58, 62, 65)
    assert step(c, "dorian", -1) == 46
    assert not is_symbol("8")
    assert not is_symbol("4maj")


@given(st.integers(40, 60), st.sampled_from([*SCALES]), st.lists(symbols, min_size=2, max_size=12))
def test_voices_lead_smoothly_inside_their_register(tonic: int, scale: str, names: list[str]) -> None:
    before: tuple[int, ...] = ()
    for name in names:
        harmony = chord(tonic, scale, name)
        now = voiced(harmony.tones, before, low=50, high=74)
        assert len(now) == 4
        assert all(50 <= pitch <= 74 for pitch in now)
        assert {pitch % 12 for pitch in now} == {tone % 12 for tone in harmony.tones}
        assert not before or sum(abs(a - b) for a, b in zip(before, now, strict=True)) <= 26
        before = now


@given(st.integers(30, 90), st.sets(st.integers(0, 11), min_size=1), st.integers(30, 70))
def test_the_nearest_tone_is_the_nearest(pitch: int, classes: set[int], low: int) -> None:
    found = nearest(pitch, sorted(classes), low=low, high=low + 12)
    assert found % 12 in classes
    better = [p for p in range(low, low + 13) if p % 12 in classes and abs(p - pitch) < abs(found - pitch)]
    assert not better


@given(tempos, ends)
def test_the_last_bar_ends_on_the_last_word(tempo: float, end: Fraction) -> None:
    form = grid(tempo, end)
    assert form.bar(form.bars) == float(end)
    assert form.bar(0) <= 1e-9
    assert form.bar(1) > 0.0 or form.bars == 1
    if end > 8:
        assert 60.0 / form.beat == pytest.approx(tempo, rel=0.1)


@given(tempos, ends, st.lists(st.fractions(0, 900, max_denominator=1000), max_size=30))
def test_sections_tile_the_bars_and_end_at_full_height(
    tempo: float, end: Fraction, accents: list[Fraction]
) -> None:
    form = grid(tempo, end)
    parts = sections(form, accents)
    assert parts[0].first == 0
    assert parts[-1].first + parts[-1].bars == form.bars
    for left, right in itertools.pairwise(parts):
        assert left.first + left.bars == right.first
    assert all(part.bars > 0 and 0.0 <= part.intensity <= 1.0 for part in parts)
    assert max(part.intensity for part in parts) == parts[-1].intensity


def test_a_section_begins_where_a_scene_does() -> None:
    form = Grid(beat=0.5, bars=20, end=40.0)
    plain = {part.first for part in sections(form, ())}
    moved = {
        part.first
        for part in sections(form, [Fraction(form.bar(bar + 1)) for bar in sorted(plain) if bar > 3])
    }
    assert plain != moved
    assert {bar + 1 for bar in plain if bar > 3} <= moved
