"""Sound in one pass: loudness, the transcriber's copy, stretches of speech over window borders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.analysis.listening import Samples, StoredSpeech, speech_spans, write_speech
from renderer.backends.voice_activity.base import RATE
from renderer.backends.voice_activity.loud import LoudIsSpeech

SECOND = 48_000


def blocks(sound: Samples) -> Iterator[Samples]:
    return (sound[:, start : start + SECOND] for start in range(0, sound.shape[1], SECOND))


def tone(seconds: float, level_dbfs: float) -> Samples:
    wave = 10 ** (level_dbfs / 20) * np.sin(2 * np.pi * 997 * np.arange(int(seconds * SECOND)) / SECOND)
    return np.stack([wave, wave]).astype(np.float32)


def test_loudness_and_the_copy_of_a_tone(tmp_path: Path) -> None:
    with (tmp_path / "speech").open("wb") as out:
        loudness = write_speech(blocks(tone(5.3, -20)), out)
    stored = StoredSpeech(tmp_path / "speech")
    assert loudness == pytest.approx(-20, abs=0.2)  # a 997 Hz sine on both channels, BS.1770
    assert abs(stored.samples - 5.3 * RATE) < 20
    middle = stored.read(RATE, RATE)
    assert np.sqrt(np.mean(np.square(middle))) == pytest.approx(10 ** (-20 / 20) / np.sqrt(2), rel=0.01)
    assert len(stored.read(stored.samples - 10, 1000)) == 10


def test_silence_has_no_loudness(tmp_path: Path) -> None:
    with (tmp_path / "speech").open("wb") as out:
        assert write_speech(blocks(np.zeros((2, SECOND), np.float32)), out) is None


def test_no_block_at_all_is_silence_too(tmp_path: Path) -> None:
    with (tmp_path / "speech").open("wb") as out:
        assert write_speech(iter(()), out) is None
    assert list(speech_spans(StoredSpeech(tmp_path / "speech"), LoudIsSpeech())) == []


def test_speech_goes_on_over_the_border_of_a_window(tmp_path: Path) -> None:
    sound = np.zeros((2, 130 * SECOND), np.float32)
    for first, last in ((10, 20), (55, 65), (100, 101)):
        sound[:, first * SECOND : last * SECOND] = tone(last - first, -20)
    with (tmp_path / "speech").open("wb") as out:
        write_speech(blocks(sound), out)
    told = list(speech_spans(StoredSpeech(tmp_path / "speech"), LoudIsSpeech()))
    assert len(told) == 3, "heard after every window"
    found = [float(edge) for span in told[-1] for edge in (span.start, span.end)]
    assert found == pytest.approx([10, 20, 55, 65, 100, 101], abs=0.02)
    assert all(isinstance(span.start, Fraction) for span in told[-1])
