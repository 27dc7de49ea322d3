"""Room tone has the level and colour of the original's quiet parts, where the original is removed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.instruments.noise import banded, white
from renderer.audio.mixing.kept_background import write_kept_background
from renderer.audio.mixing.room_tone import WINDOW, room_spectrum, write_room_tone
from renderer.audio.signal.samples import SILENCE_DB, Samples
from renderer.audio.signal.wav import read_wav, write_wav
from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import AUDIO_RATE, TimeRange
from tests.support.sound import band_level, correlation, level_db

GONE = GainCurve(points=(GainPoint(Fraction(0), SILENCE_DB),))
THERE = GainCurve(points=(GainPoint(Fraction(0), 0.0),))


def span(start: float, end: float) -> TimeRange:
    return TimeRange(Fraction(start).limit_denominator(1000), Fraction(end).limit_denominator(1000))


def toned(
    folder: Path,
    original: Samples,
    *,
    speech: tuple[TimeRange, ...] = (),
    taken: GainCurve = GONE,
    frames: int = 2 * AUDIO_RATE,
) -> Samples:
    write_wav(folder / "original.wav", original)
    spectrum = room_spectrum(folder / "original.wav", speech)
    write_room_tone(spectrum, taken, folder / "tone.wav", frames=frames)
    return read_wav(folder / "tone.wav")


@pytest.mark.parametrize("level", [0.2, 0.01, 0.0005])
def test_it_is_as_loud_as_the_room(tmp_path: Path, level: float) -> None:
    room = (level * white(3.0, 1)).astype(np.float32)
    tone = toned(tmp_path, room)
    assert level_db(tone[:, WINDOW:]) == pytest.approx(level_db(room), abs=1.0)


@pytest.mark.parametrize(("low", "high"), [(200.0, 600.0), (3000.0, 6000.0)])
def test_it_has_the_colour_of_the_room(tmp_path: Path, low: float, high: float) -> None:
    tone = toned(tmp_path, (0.1 * banded(3.0, low, high, 2)).astype(np.float32))
    inside = band_level(tone, low, high)
    assert inside > band_level(tone, 20, low / 4) + 20
    assert inside > band_level(tone, high * 4 if high < 5000 else 20_000, 24_000) + 20


def test_it_goes_on_for_as_long_as_is_needed_without_a_loop(tmp_path: Path) -> None:
    """Half a second of room gives ten seconds of even tone, no part of which is repeated."""
    tone = toned(tmp_path, (0.05 * white(0.5, 3)).astype(np.float32), frames=10 * AUDIO_RATE)
    assert tone.shape == (2, 10 * AUDIO_RATE)
    parts = tone[:, AUDIO_RATE:].reshape(2, 9, AUDIO_RATE)
    levels = [level_db(parts[:, number]) for number in range(9)]
    assert np.ptp(levels) < 1.0
    for one, other in ((0, 1), (2, 7), (3, 8)):
        likeness = np.corrcoef(parts[0, one], parts[0, other])[0, 1]
        assert abs(likeness) < 0.05


def test_speech_is_left_out_of_what_is_listened_to(tmp_path: Path) -> None:
    """A second of voice, quieter than the room, is not taken for the room though it is the quietest part."""
    rate = AUDIO_RATE
    voice = (0.004 * np.sin(np.arange(rate) * 2 * np.pi * 300 / rate)).astype(np.float32)
    room = (0.05 * banded(2.0, 3000.0, 6000.0, 4)).astype(np.float32)
    original = np.concatenate([np.stack([voice, voice]), room], axis=1)
    heard = toned(tmp_path, original, speech=(span(0.0, 1.0),))
    mistaken = toned(tmp_path, original)
    assert level_db(heard[:, WINDOW:]) == pytest.approx(level_db(room), abs=2.0)
    assert band_level(heard, 200, 400) < band_level(heard, 3000, 6000) - 20
    assert band_level(mistaken, 200, 400) > band_level(mistaken, 3000, 6000)


def test_where_somebody_speaks_all_the_time_the_quietest_moments_are_taken(tmp_path: Path) -> None:
    loud, quiet = (0.3 * white(2.0, 5)).astype(np.float32), (0.01 * white(1.0, 6)).astype(np.float32)
    tone = toned(tmp_path, np.concatenate([loud, quiet], axis=1), speech=(span(0.0, 3.0),))
    assert level_db(tone[:, WINDOW:]) == pytest.approx(level_db(quiet), abs=2.0)


def test_digital_silence_is_no_room(tmp_path: Path) -> None:
    room = (0.02 * white(1.0, 7)).astype(np.float32)
    gap = np.zeros((2, 24 * WINDOW), np.float32)
    tone = toned(tmp_path, np.concatenate([gap, room], axis=1))
    assert level_db(tone[:, WINDOW:]) == pytest.approx(level_db(room), abs=1.5)


@pytest.mark.parametrize("frames", [0, 100, WINDOW - 1, 3 * WINDOW])
def test_nothing_to_listen_to_gives_silence(tmp_path: Path, frames: int) -> None:
    tone = toned(tmp_path, np.zeros((2, frames), np.float32), frames=5000)
    assert tone.shape == (2, 5000)
    assert not tone.any()


def test_each_side_keeps_its_own_room(tmp_path: Path) -> None:
    room = (0.1 * white(2.0, 8)).astype(np.float32)
    room[1] *= np.float32(0.1)
    tone = toned(tmp_path, room)
    assert level_db(tone[0]) - level_db(tone[1]) == pytest.approx(20.0, abs=1.5)
    assert abs(correlation(tone)) < 0.1


@pytest.mark.parametrize(("left", "share"), [(0.0, 0.0), (-6.0206, 0.75), (-12.0412, 0.9375)])
def test_it_fills_up_what_the_original_is_missing(tmp_path: Path, left: float, share: float) -> None:
    """Powers add up: original and tone together are as loud as the room was."""
    room = (0.05 * white(3.0, 9)).astype(np.float32)
    whole = toned(tmp_path, room)
    part = toned(tmp_path, room, taken=GainCurve(points=(GainPoint(Fraction(0), left),)))
    power = float(np.mean(np.square(part, dtype=np.float64)) / np.mean(np.square(whole, dtype=np.float64)))
    assert power == pytest.approx(share, abs=0.01)


def test_it_is_there_only_where_the_curve_takes_the_original_out(tmp_path: Path) -> None:
    ramp = Fraction(1, 10)
    taken = GainCurve(
        points=(
            GainPoint(Fraction(1), 0.0),
            GainPoint(Fraction(1) + ramp, SILENCE_DB),
            GainPoint(Fraction(2), SILENCE_DB),
            GainPoint(Fraction(2) + ramp, 0.0),
        )
    )
    tone = toned(tmp_path, (0.05 * white(1.0, 10)).astype(np.float32), taken=taken, frames=3 * AUDIO_RATE)
    assert not tone[:, : AUDIO_RATE - 10].any()
    assert level_db(tone[:, int(1.2 * AUDIO_RATE) : 2 * AUDIO_RATE]) > -30
    assert not tone[:, int(2.11 * AUDIO_RATE) :].any()


def test_the_same_room_gives_the_same_bytes(tmp_path: Path) -> None:
    room = (0.05 * white(1.0, 11)).astype(np.float32)
    first = toned(tmp_path, room)
    stored = (tmp_path / "tone.wav").read_bytes()
    assert np.array_equal(first, toned(tmp_path, room))
    assert (tmp_path / "tone.wav").read_bytes() == stored


@pytest.mark.parametrize(("taken", "share"), [(THERE, 0.0), (GONE, 1.0)])
def test_of_the_background_as_much_is_kept_as_the_original_lacks(
    tmp_path: Path, taken: GainCurve, share: float
) -> None:
    sound = (0.1 * white(0.5, 12)).astype(np.float32)
    write_wav(tmp_path / "background.wav", sound)
    write_kept_background(tmp_path / "background.wav", taken, tmp_path / "kept.wav")
    assert np.abs(read_wav(tmp_path / "kept.wav") - share * sound).max() < 1e-6


def test_original_and_kept_background_together_are_the_same_sound(tmp_path: Path) -> None:
    """Also at half gain: the two are the same sound, so their samples add up, not their powers."""
    sound = (0.1 * white(0.5, 13)).astype(np.float32)
    write_wav(tmp_path / "background.wav", sound)
    half = GainCurve(points=(GainPoint(Fraction(0), -6.0),))
    write_kept_background(tmp_path / "background.wav", half, tmp_path / "kept.wav")
    left = np.float32(10 ** (-6 / 20)) * sound
    assert np.abs(read_wav(tmp_path / "kept.wav") + left - sound).max() < 1e-5
