from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import signal

from renderer.audio.signal import filters
from renderer.audio.signal.filters import Filter, filtered
from renderer.audio.signal.samples import Floats
from renderer.core.timecode import AUDIO_RATE

CASCADES: dict[str, list[Floats]] = {
    "one": [filters.low_pass(4000.0)],
    "subsonic": [filters.high_pass(20.0)],
    "voice": [filters.high_pass(80.0), filters.low_shelf(180.0, 4.0), filters.peak(3000.0, 3.0)],
    "steep": [filters.high_pass(200.0)] * 4,
}


@pytest.mark.parametrize("name", CASCADES)
def test_blocked_recursion_equals_the_sample_by_sample_one(name: str) -> None:
    noise = np.random.default_rng(3).standard_normal((2, 20_011), dtype=np.float32)
    expected = signal.sosfilt(np.concatenate(CASCADES[name]), noise.astype(np.float64), axis=-1)
    assert np.abs(filtered(noise, *CASCADES[name]) - expected).max() < 2e-6


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 700), min_size=1, max_size=8))
def test_the_result_does_not_depend_on_how_the_stream_is_cut(lengths: list[int]) -> None:
    noise = np.random.default_rng(4).standard_normal((1, sum(lengths)), dtype=np.float32)
    stream, start, pieces = Filter(*CASCADES["voice"], channels=1), 0, []
    for length in lengths:
        pieces.append(stream(noise[:, start : start + length]))
        start += length
    assert np.allclose(np.concatenate(pieces, axis=1), filtered(noise, *CASCADES["voice"]), atol=1e-6)


def _gain_db(section: Floats, hertz: float) -> float:
    _, response = signal.sosfreqz(section, [hertz], fs=AUDIO_RATE)
    return float(20 * np.log10(np.abs(response[0])))


def test_designs_do_what_they_are_named_after() -> None:
    assert _gain_db(filters.high_pass(100.0), 100.0) == pytest.approx(-3.01, abs=0.05)
    assert _gain_db(filters.high_pass(100.0), 25.0) < -23.0
    assert _gain_db(filters.low_pass(1000.0), 4000.0) < -23.0
    assert _gain_db(filters.band_pass(1000.0, q=2.0), 1000.0) == pytest.approx(0.0, abs=0.01)
    assert _gain_db(filters.peak(2500.0, -4.0), 2500.0) == pytest.approx(-4.0, abs=0.01)
    assert _gain_db(filters.peak(2500.0, -4.0), 60.0) == pytest.approx(0.0, abs=0.05)
    assert _gain_db(filters.low_shelf(200.0, 6.0), 20.0) == pytest.approx(6.0, abs=0.1)
    assert _gain_db(filters.low_shelf(200.0, 6.0), 5000.0) == pytest.approx(0.0, abs=0.1)
    assert _gain_db(filters.high_shelf(8000.0, 3.0), 20_000.0) == pytest.approx(3.0, abs=0.2)
    assert _gain_db(filters.high_shelf(8000.0, 3.0), 200.0) == pytest.approx(0.0, abs=0.05)
