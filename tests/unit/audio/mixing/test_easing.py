from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.mixing.easing import HOLD, RAMP, eased
from renderer.audio.signal.wav import WavReader, WavWriter


def test_only_the_places_are_lowered_and_nothing_jumps(tmp_path: Path) -> None:
    source, target = tmp_path / "a.wav", tmp_path / "b.wav"
    with WavWriter(source, channels=2) as out:
        out.write(np.ones((2, 4 * 48_000), np.float32))
    eased(source, target, lower_db=6.0, places=[Fraction(1), Fraction(3)])
    with WavReader(target) as wav:
        sound = wav.read(0, wav.frames)
    assert sound.shape == (2, 4 * 48_000)
    for place in (1, 3):
        held = sound[:, place * 48_000 : round((place + float(HOLD)) * 48_000)]
        assert np.allclose(held, 10 ** (-6 / 20), atol=1e-4)
        reach = round(float(RAMP) * 48_000) + 1
        assert np.all(sound[:, place * 48_000 - reach - 100 : place * 48_000 - reach] == 1.0)
    assert np.abs(np.diff(sound, axis=1)).max() < 0.001


@pytest.mark.parametrize("lower_db", [0.5, 3.0])
def test_without_places_the_sound_stays(tmp_path: Path, lower_db: float) -> None:
    source, target = tmp_path / "a.wav", tmp_path / "b.wav"
    noise = np.random.default_rng(1).normal(0, 0.1, (2, 48_000)).astype(np.float32)
    with WavWriter(source, channels=2) as out:
        out.write(noise)
    eased(source, target, lower_db=lower_db, places=[])
    with WavReader(target) as wav:
        assert np.array_equal(wav.read(0, wav.frames), noise)
