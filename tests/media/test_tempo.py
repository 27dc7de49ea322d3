from __future__ import annotations

import numpy as np
import pytest

from renderer.media.tempo import at_tempo

RATE = 48_000


@pytest.mark.parametrize("tempo", [0.9, 0.94, 1.0])
def test_slower_speech_keeps_its_pitch(tempo: float) -> None:
    tone = (0.3 * np.sin(2 * np.pi * 220 * np.arange(2 * RATE) / RATE)).astype(np.float32)
    slowed = at_tempo(tone, rate=RATE, tempo=tempo)
    assert len(slowed) == round(len(tone) / tempo)
    middle = slowed[RATE // 2 : RATE // 2 + RATE]
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(len(middle))))
    assert np.argmax(spectrum) == pytest.approx(220, abs=2)
    assert np.abs(middle).max() == pytest.approx(0.3, abs=0.03)


def test_nothing_stays_nothing_and_the_same_sound_comes_out_twice() -> None:
    assert len(at_tempo(np.zeros(0, np.float32), rate=RATE, tempo=0.9)) == 0
    noise = np.random.default_rng(3).normal(0, 0.1, RATE).astype(np.float32)
    assert np.array_equal(at_tempo(noise, rate=RATE, tempo=0.9), at_tempo(noise, rate=RATE, tempo=0.9))
