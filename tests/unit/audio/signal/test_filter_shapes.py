"""The shape that each filter promises, and its recursion across block borders."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.signal import sosfilt, sosfreqz

from renderer.audio.signal.filters import (
    Filter,
    band_pass,
    filtered,
    high_pass,
    high_shelf,
    low_pass,
    low_shelf,
    peak,
)
from renderer.audio.signal.samples import Floats, Samples
from renderer.core.timecode import AUDIO_RATE
from renderer.kernels.sound.reference import CHUNK

SECTIONS = {
    "high_pass": high_pass(90.0),
    "low_pass": low_pass(4000.0),
    "band_pass": band_pass(800.0, q=2.0),
    "peak": peak(2500.0, 6.0),
    "low_shelf": low_shelf(200.0, -4.0),
    "high_shelf": high_shelf(6000.0, 5.0),
}


def noise(frames: int, *, channels: int = 2, seed: int = 3) -> Samples:
    return np.random.Generator(np.random.PCG64(seed)).standard_normal((channels, frames), np.float32)


def gain_db(sections: Floats, hertz: float) -> float:
    """Gain of a steady tone of that pitch in decibels."""
    _, response = sosfreqz(sections, worN=[hertz], fs=AUDIO_RATE)
    return float(20 * np.log10(abs(response[0]) + 1e-12))


@pytest.mark.parametrize("name", SECTIONS)
@pytest.mark.parametrize("frames", [1, 2, 31, CHUNK - 1, CHUNK, CHUNK + 1])
def test_a_filter_is_the_recursion_sample_by_sample(name: str, frames: int) -> None:
    sound = noise(frames)
    wanted = sosfilt(SECTIONS[name], sound.astype(np.float64), axis=1)
    assert_allclose(filtered(sound, SECTIONS[name]), wanted, atol=1e-6)


def test_channels_do_not_hear_each_other() -> None:
    sound = noise(1500)
    alone = [filtered(sound[place], SECTIONS["low_pass"]) for place in range(2)]
    assert_allclose(filtered(sound, SECTIONS["low_pass"]), np.stack(alone), atol=1e-6)


def test_the_state_behind_a_sound_is_what_the_next_one_needs() -> None:
    sound, stream = noise(1000, channels=1), Filter(SECTIONS["band_pass"], channels=1)
    pieces = [stream(sound[:, :333]), stream(sound[:, 333:])]
    assert np.array_equal(np.concatenate(pieces, axis=1), filtered(sound, SECTIONS["band_pass"]))


@given(hertz=st.floats(30, 18_000))
def test_passes_are_three_decibels_down_at_their_corner(hertz: float) -> None:
    assert gain_db(high_pass(hertz), hertz) == pytest.approx(-3.01, abs=0.05)
    assert gain_db(low_pass(hertz), hertz) == pytest.approx(-3.01, abs=0.05)


@given(hertz=st.floats(60, 10_000))
def test_passes_fall_by_twelve_decibels_an_octave_away_from_the_corner(hertz: float) -> None:
    fall = gain_db(high_pass(hertz), hertz / 8) - gain_db(high_pass(hertz), hertz / 16)
    assert fall == pytest.approx(12, abs=0.5)
    assert gain_db(low_pass(hertz), min(hertz / 8, 1000)) == pytest.approx(0, abs=0.6)


@given(hertz=st.floats(100, 10_000), gain=st.floats(-18, 18))
def test_a_peak_moves_its_pitch_by_its_gain_and_leaves_the_rest(hertz: float, gain: float) -> None:
    assert gain_db(peak(hertz, gain), hertz) == pytest.approx(gain, abs=0.05)
    assert gain_db(peak(hertz, gain), hertz / 64) == pytest.approx(0, abs=0.1)


@given(gain=st.floats(-15, 15))
def test_shelves_move_one_side_and_leave_the_other(gain: float) -> None:
    assert gain_db(low_shelf(1000, gain), 20) == pytest.approx(gain, abs=0.05)
    assert gain_db(low_shelf(1000, gain), 20_000) == pytest.approx(0, abs=0.05)
    assert gain_db(high_shelf(1000, gain), 20_000) == pytest.approx(gain, abs=0.05)
    assert gain_db(high_shelf(1000, gain), 20) == pytest.approx(0, abs=0.05)


@given(hertz=st.floats(100, 10_000), q=st.floats(0.5, 8))
def test_a_band_passes_its_middle_whole_and_nothing_far_away(hertz: float, q: float) -> None:
    assert gain_db(band_pass(hertz, q=q), hertz) == pytest.approx(0, abs=0.01)
    assert gain_db(band_pass(hertz, q=q), 1) < -20


def test_a_corner_beyond_half_the_rate_is_held_below_it() -> None:
    assert_allclose(low_pass(10 * AUDIO_RATE), low_pass(0.49 * AUDIO_RATE))
