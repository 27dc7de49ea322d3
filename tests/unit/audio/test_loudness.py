from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.loudness import Meter, loudness, measure_file, true_peak
from renderer.audio.signals import SILENCE_DB, Samples
from renderer.audio.wav import write_wav
from renderer.core.timecode import AUDIO_RATE, TimeRange
from tests.support.sound import ebur128, speechlike


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
    found = measure_file(tmp_path / "a.wav")
    assert found.lufs == pytest.approx(loudness(sound), abs=1e-6)
    assert found.true_peak_dbtp == pytest.approx(true_peak(sound), abs=1e-3)


def test_the_meter_does_not_care_how_the_stream_is_cut() -> None:
    sound = 0.1 * np.random.default_rng(2).standard_normal((2, 100_000), dtype=np.float32)
    meter = Meter(2)
    for start in range(0, 100_000, 1777):
        meter.feed(sound[:, start : start + 1777])
    assert meter.integrated() == pytest.approx(loudness(sound), abs=1e-6)


def test_silence_and_almost_nothing_have_a_loudness() -> None:
    assert loudness(np.zeros((2, 48_000), np.float32)) == SILENCE_DB
    assert loudness(np.zeros((2, 0), np.float32)) == SILENCE_DB
    assert true_peak(np.zeros(0, np.float32)) == SILENCE_DB
    assert loudness(_sine(997.0, 1.0, 0.05)) == pytest.approx(-3.0, abs=0.5)
