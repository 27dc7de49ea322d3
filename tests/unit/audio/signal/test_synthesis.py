"""The two fast ways of making tones, compared with the sums they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.audio.signal.additive import Partials, rendered
from renderer.audio.signal.samples import Floats
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.plucking import plucked


def _partials(decay: float) -> Partials:
    dice = np.random.default_rng(6)
    return Partials(
        hertz=dice.uniform(600.0, 12_000.0, 9),
        level=dice.uniform(0.1, 1.0, 9),
        decay=decay * dice.uniform(0.0, 4.0, 9),
        phase=dice.uniform(0.0, 6.0, 9),
        pan=dice.uniform(-1.0, 1.0, 9),
    )


@pytest.mark.parametrize("decay", [0.0, 1.0])
@pytest.mark.parametrize("frames", [1, 384, 385, 769, 30_000])
def test_a_note_is_the_sum_of_its_partials(decay: float, frames: int) -> None:
    given = _partials(decay)
    time = np.arange(frames) / AUDIO_RATE
    angle = 2 * np.pi * given.hertz[:, None] * time + given.phase[:, None]
    waves = given.level[:, None] * np.exp(-given.decay[:, None] * time) * np.cos(angle)
    place = (1.0 + given.pan) * np.pi / 4.0
    expected = np.stack([np.cos(place) @ waves, np.sin(place) @ waves])
    found = rendered(given, frames)
    assert found.shape == (2, frames)
    # sound that was worked out at a lower rate is exact to 85 dB
    exact = 5e-6 if decay else 6e-5
    assert np.abs(found - expected).max() < exact * np.abs(expected).max()


def test_nothing_audible_is_silence() -> None:
    high = Partials(np.array([30_000.0]), np.ones(1), np.zeros(1), np.zeros(1), np.zeros(1))
    assert not rendered(high, 1000).any()


def _lap_by_lap(burst: Floats, loss: float, laps: int) -> Floats:
    line = [0.0, *burst.tolist()]
    while len(line) <= laps * len(burst):
        line.append(loss * 0.5 * (line[-len(burst)] + line[-len(burst) - 1]))
    return np.array(line[1:])


@pytest.mark.parametrize("laps", [1, 2, 9, 10, 11, 12, 31])
@pytest.mark.parametrize("period", [10, 13, 120])
def test_a_plucked_string_is_the_laps_of_its_loop(period: int, laps: int) -> None:
    burst = np.random.default_rng(7).uniform(-1.0, 1.0, period)
    found = plucked(burst, laps * period, step=1.0, loss=0.998)
    assert np.allclose(found, _lap_by_lap(burst, 0.998, laps), atol=1e-7)
