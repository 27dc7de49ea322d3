"""The loudness of delivered sound agrees with libavfilter's ebur128, however the sound is passed in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from renderer.media.loudness import LoudnessMeasure, WindowLevels, measure_loudness
from tests.media.making import RATE, write_wav
from tests.support.sound import ebur128


def phrases(seconds: float) -> npt.NDArray[np.float32]:
    """Noise of shape (2, n) in phrases of many levels, with a silence, bass, and peaks between samples."""
    random, count = np.random.default_rng(5), round(seconds * RATE)
    sound = random.normal(0, 0.1, (2, count))
    sound *= np.repeat(10 ** (random.uniform(-40, 0, count // 9600 + 1) / 20), 9600)[:count]
    sound[:, count // 3 : count // 2] = 0.0
    place = np.arange(count - count // 2)
    sound[:, count // 2 :] += 0.2 * np.cos(2 * np.pi * 60 / RATE * place)
    sound[0, count // 2 :] += 0.3 * np.cos(np.pi / 2 * place + np.pi / 4) * np.hanning(len(place))
    return np.asarray(sound, np.float32)


@pytest.mark.parametrize("seconds", [0.9, 4.0, 11.37])
def test_a_file_measures_as_ebur128_says(seconds: float, tmp_path: Path) -> None:
    sound = phrases(seconds)
    found, theirs = measure_loudness(write_wav(tmp_path / "s.wav", sound.T)), ebur128(sound)
    assert found.lufs == pytest.approx(theirs.lufs, abs=0.1)
    assert found.true_peak_dbtp == pytest.approx(theirs.true_peak_dbtp, abs=0.2)


def test_measurements_do_not_care_how_the_sound_is_cut() -> None:
    sound = phrases(3.0)
    whole, pieces, levels, parts = LoudnessMeasure(), LoudnessMeasure(), WindowLevels(), WindowLevels()
    whole.push(sound)
    levels.push(sound)
    for start in range(0, sound.shape[1], 1777):
        pieces.push(np.ascontiguousarray(sound[:, start : start + 1777]))
        parts.push(sound[:, start : start + 1777])
    assert pieces.finish() == pytest.approx(whole.finish(), abs=1e-6)
    assert pieces.moments == pytest.approx(whole.moments, abs=1e-6)
    assert (parts.quiet, parts.peaks, parts.samples) == (levels.quiet, levels.peaks, sound.shape[1])
    assert any(levels.quiet)
