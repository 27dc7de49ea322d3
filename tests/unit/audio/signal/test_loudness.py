from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.audio.signal.loudness import LoudnessMeter, loudness, measured
from renderer.audio.signal.samples import SILENCE_DB, Samples
from renderer.audio.signal.true_peak import CELL, MARGIN, Windows, highest_peak, oversampled_peaks
from renderer.audio.signal.wav import WavReader, write_wav
from renderer.core.timecode import AUDIO_RATE, TimeRange
from tests.support.sound import ebur128, speechlike, true_peak


def _sine(hertz: float, level: float, seconds: float, phase: float = 0.0) -> Samples:
    time = np.arange(round(seconds * AUDIO_RATE)) / AUDIO_RATE
    return (level * np.sin(2 * np.pi * hertz * time + phase)).astype(np.float32)


def _fades(seconds: float) -> Samples:
    return np.minimum(1.0, np.hanning(round(seconds * AUDIO_RATE)) * 20.0).astype(np.float32)


def _signals() -> dict[str, Samples]:
    random = np.random.default_rng(8)
    noise = 0.1 * random.standard_normal((2, 5 * AUDIO_RATE), dtype=np.float32)
    runs = [TimeRange(Fraction(1), Fraction(4)), TimeRange(Fraction(7), Fraction(9))]
    talk = speechlike(runs, Fraction(10))
    quiet_then_loud = np.concatenate([_sine(440.0, 0.003, 4.0), _sine(440.0, 0.3, 3.0)])
    return {
        "noise": noise,
        "speech with pauses": np.stack([talk, talk]),
        "two levels, the lower one gated": np.stack([quiet_then_loud, 0.5 * quiet_then_loud]),
        "bass": np.stack([_sine(55.0, 0.5, 4.0)] * 2),
        "between the samples": np.stack([_sine(AUDIO_RATE / 4, 0.7, 2.0, np.pi / 4) * _fades(2.0)] * 2),
        "clipped": np.clip(6.0 * noise, -0.9, 0.9),
        "mono": _sine(997.0, 0.25, 3.0)[None],
    }


@pytest.mark.parametrize("name", _signals())
def test_agrees_with_ebur128(name: str) -> None:
    sound = _signals()[name]
    theirs = ebur128(sound)
    assert loudness(sound) == pytest.approx(theirs.lufs, abs=0.1)
    assert true_peak(sound) == pytest.approx(theirs.true_peak_dbtp, abs=0.2)


def test_the_calibration_tone_of_the_standard() -> None:
    assert loudness(_sine(997.0, 1.0, 5.0)) == pytest.approx(-3.01, abs=0.02)
    assert loudness(np.stack([_sine(997.0, 10 ** (-23 / 20), 5.0)] * 2)) == pytest.approx(-23.0, abs=0.02)


def test_peaks_between_samples_are_found() -> None:
    tone = _sine(AUDIO_RATE / 4, 1.0, 1.0, np.pi / 4)[2400:-2400]
    assert 20 * np.log10(np.abs(tone).max()) == pytest.approx(-3.01, abs=0.01)
    assert true_peak(tone) == pytest.approx(0.0, abs=0.1)


def test_a_file_measures_like_the_sound_in_it(tmp_path: Path) -> None:
    sound = 0.1 * np.random.default_rng(2).standard_normal((2, 300_001), dtype=np.float32)
    write_wav(tmp_path / "a.wav", sound)
    with WavReader(tmp_path / "a.wav") as wav:
        found = measured(wav.blocks(), wav.channels)
    assert found.lufs == pytest.approx(loudness(sound), abs=1e-6)
    assert found.true_peak_dbtp == pytest.approx(true_peak(sound), abs=1e-3)


def test_the_meter_does_not_care_how_the_stream_is_cut() -> None:
    sound = 0.1 * np.random.default_rng(2).standard_normal((2, 100_000), dtype=np.float32)
    meter = LoudnessMeter(2)
    for start in range(0, 100_000, 1777):
        meter.feed(sound[:, start : start + 1777])
    assert meter.integrated() == pytest.approx(loudness(sound), abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**31), st.integers(0, 9 * CELL), st.floats(0.0, 3.0), st.sampled_from([0.0, 0.25, 0.5])
)
def test_looking_only_where_it_is_loud_finds_the_same_peak(
    seed: int, frames: int, least: float, turns: float
) -> None:
    dice = np.random.default_rng(seed)
    sound = dice.standard_normal((2, frames + 2 * MARGIN), dtype=np.float32)
    loudness_of_cells = np.repeat(dice.uniform(0.0, 1.0, 11) ** 3, CELL)[: sound.shape[1]]
    # a quarter of a turn per sample, from an eighth on: peaks hide between samples
    wave = np.cos(2 * np.pi * (turns * np.arange(sound.shape[1]) + turns / 2))
    sound = np.asarray(sound * loudness_of_cells * wave, np.float32)
    highest = max(least, float(oversampled_peaks(sound).max(initial=0.0)))
    assert highest_peak(sound, least) == pytest.approx(highest, rel=1e-5)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 5 * CELL), max_size=12))
def test_windows_show_every_cell_once_however_the_stream_is_cut(lengths: list[int]) -> None:
    sound = np.random.default_rng(5).standard_normal((1, sum(lengths)), dtype=np.float32)
    windows, start, found = Windows(1), 0, []
    for length in lengths:
        found.append(oversampled_peaks(windows.after(sound[:, start : start + length])))
        start += length
    found.append(oversampled_peaks(windows.rest()))
    whole = oversampled_peaks(np.pad(sound, ((0, 0), (MARGIN, MARGIN))))
    assert np.allclose(np.concatenate(found), whole, rtol=1e-5, atol=1e-6)


def test_a_stream_measures_like_the_whole_sound() -> None:
    for name, sound in _signals().items():
        cuts = [sound[:, start : start + 7001] for start in range(0, sound.shape[1], 7001)]
        found = measured(cuts, len(sound))
        assert found.lufs == pytest.approx(loudness(sound), abs=1e-5), name
        assert found.true_peak_dbtp == pytest.approx(true_peak(sound), abs=1e-4), name


def test_silence_and_almost_nothing_have_a_loudness() -> None:
    assert loudness(np.zeros((2, 48_000), np.float32)) == SILENCE_DB
    assert loudness(np.zeros((2, 0), np.float32)) == SILENCE_DB
    assert true_peak(np.zeros(0, np.float32)) == SILENCE_DB
    assert loudness(_sine(997.0, 1.0, 0.05)) == pytest.approx(-3.0, abs=0.5)
