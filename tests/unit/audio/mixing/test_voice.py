from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.audio.mixing.voice_chain import (
    VOICE_LUFS,
    VOICE_PEAK_DBTP,
    compressed,
    de_essed,
    process_voice,
    resample,
    roomy,
    warmed,
)
from renderer.audio.signal.dynamics import levels_db
from renderer.audio.signal.loudness import loudness
from renderer.audio.signal.samples import Samples
from renderer.core.timecode import AUDIO_RATE, TimeRange
from renderer.core.voice import DspProfile
from tests.support.sound import band_level, speechlike, true_peak

NEUTRAL = DspProfile(
    high_pass_hz=80.0,
    low_shelf_db=0.0,
    low_shelf_hz=180.0,
    presence_db=0.0,
    presence_hz=3000.0,
    air_db=0.0,
    compression_ratio=1.0,
    compression_threshold_db=-20.0,
    warmth=0.0,
    room=0.0,
)
FULL = replace(
    NEUTRAL, low_shelf_db=3.0, presence_db=3.0, air_db=2.0, compression_ratio=3.0, warmth=0.4, room=0.3
)
RUN = TimeRange(Fraction(1, 2), Fraction(7, 2))


def _talk(level: float = 1.0) -> Samples:
    return speechlike([RUN], Fraction(4)) * np.float32(level)


def _difference(changed: DspProfile, low: float, high: float, against: tuple[float, float]) -> float:
    """Change of a band's level relative to a reference band, in dB, caused by the profile."""
    before, after = process_voice(_talk(), NEUTRAL), process_voice(_talk(), changed)
    moved = band_level(after, low, high) - band_level(before, low, high)
    return moved - (band_level(after, *against) - band_level(before, *against))


@pytest.mark.parametrize("profile", [NEUTRAL, FULL])
@pytest.mark.parametrize("level", [0.02, 1.0, 4.0])
def test_every_line_leaves_at_the_house_level(profile: DspProfile, level: float) -> None:
    out = process_voice(_talk(level), profile)
    assert loudness(out) == pytest.approx(VOICE_LUFS, abs=0.6)
    assert true_peak(out) <= VOICE_PEAK_DBTP + 0.05
    assert abs(float(out.mean())) < 1e-4


def test_words_do_not_move() -> None:
    """The envelopes before and after correlate best at a lag of less than a millisecond."""
    talk = _talk()
    out = process_voice(talk, FULL)
    assert len(out) == len(talk)
    a, b = np.abs(talk), np.abs(out)
    window = np.ones(97) / 97
    a, b = np.convolve(a, window, "same"), np.convolve(b, window, "same")
    lags = np.arange(-480, 481)
    scores = [float(np.dot(a[480:-480], b[480 + lag : len(b) - 480 + lag])) for lag in lags]
    assert abs(int(lags[int(np.argmax(scores))])) <= 48
    first = int(np.argmax(np.abs(out) > 0.02 * np.abs(out).max()))
    assert first == pytest.approx(int(np.argmax(np.abs(talk) > 0.02 * np.abs(talk).max())), abs=96)


def test_the_tail_is_added_at_the_end_only() -> None:
    out = process_voice(_talk(), FULL, tail=Fraction(1, 4))
    assert len(out) == 4 * AUDIO_RATE + AUDIO_RATE // 4


def test_rumble_is_removed() -> None:
    time = np.arange(4 * AUDIO_RATE) / AUDIO_RATE
    rumble = (0.2 * np.sin(2 * np.pi * 20.0 * time)).astype(np.float32)
    out = process_voice(_talk() + rumble, NEUTRAL)
    assert band_level(out, 10, 30) < band_level(out, 100, 3000) - 25.0


def test_each_knob_of_the_equaliser_does_its_work() -> None:
    middle = (800.0, 1200.0)
    low = replace(NEUTRAL, low_shelf_db=6.0)
    assert _difference(low, 90, 150, middle) == pytest.approx(5.0, abs=1.5)
    presence = replace(NEUTRAL, presence_db=6.0)
    assert _difference(presence, 2800, 3200, (200.0, 300.0)) == pytest.approx(5.5, abs=1.0)
    air = replace(NEUTRAL, air_db=6.0)
    assert _difference(air, 13_000, 18_000, (200.0, 300.0)) == pytest.approx(5.8, abs=0.8)


def test_the_de_esser_lowers_hiss_and_leaves_vowels_alone() -> None:
    random = np.random.default_rng(0)
    vowel = _talk()[AUDIO_RATE : 2 * AUDIO_RATE]
    hiss = (0.25 * np.diff(random.standard_normal(AUDIO_RATE // 4 + 1))).astype(np.float32)
    speech = np.concatenate([vowel, hiss, vowel])
    out = de_essed(speech)
    middle = slice(len(vowel) + 2400, len(vowel) + len(hiss) - 2400)
    assert band_level(out[middle], 5000, 20_000) < band_level(speech[middle], 5000, 20_000) - 4.0
    assert band_level(out[: AUDIO_RATE // 2], 100, 3000) == pytest.approx(
        band_level(speech[: AUDIO_RATE // 2], 100, 3000), abs=0.2
    )


def test_compression_brings_loud_and_soft_words_together() -> None:
    soft, loud = _talk(0.4)[AUDIO_RATE : 2 * AUDIO_RATE], _talk(1.6)[AUDIO_RATE : 2 * AUDIO_RATE]
    speech = np.concatenate([soft, loud])
    out = compressed(speech, replace(NEUTRAL, compression_ratio=4.0, compression_threshold_db=-30.0))
    before = loudness(loud) - loudness(soft)
    after = loudness(out[AUDIO_RATE:]) - loudness(out[:AUDIO_RATE])
    assert before == pytest.approx(12.0, abs=0.1)
    assert after < before - 5.0


def test_warmth_adds_harmonics_below_12_khz_and_no_aliases() -> None:
    time = np.arange(AUDIO_RATE) / AUDIO_RATE
    tone = (0.4 * np.sin(2 * np.pi * 1000.0 * time)).astype(np.float32)
    out = warmed(tone, 0.5)
    assert band_level(out, 1950, 2050) > -60.0
    assert band_level(out, 2950, 3050) > -60.0
    assert band_level(out, 12_000, 24_000) < -85.0
    assert np.array_equal(warmed(tone, 0.0), tone)


def test_the_room_rings_after_the_voice_and_not_before() -> None:
    burst = np.zeros(AUDIO_RATE, np.float32)
    burst[4800:5280] = np.sin(np.arange(480) * 0.2).astype(np.float32)
    out = roomy(burst, 0.5)
    assert np.array_equal(out[:4800], burst[:4800])
    tail = levels_db(out[5280:])
    assert tail[30] > -60.0
    assert tail[600] < -110.0


def test_silence_and_nothing_pass() -> None:
    assert not process_voice(np.zeros(4800, np.float32), FULL).any()
    assert process_voice(np.zeros(0, np.float32), FULL).shape == (0,)
    for frames in (1, 5, 100, 3000):
        short = process_voice(_talk()[AUDIO_RATE : AUDIO_RATE + frames], FULL)
        assert len(short) == frames
        assert np.isfinite(short).all()


@settings(max_examples=40)
@given(st.integers(0, 5000), st.sampled_from([8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000]))
def test_resampled_length_is_exact(frames: int, rate: int) -> None:
    out = resample(np.zeros(frames, np.float32), rate)
    assert len(out) == int(Fraction(frames * 48_000, rate) + Fraction(1, 2))


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000])
def test_resampling_moves_nothing_and_adds_nothing(rate: int) -> None:
    moments = np.arange(rate) / rate
    tone = (0.5 * np.sin(2 * np.pi * 440.0 * moments)).astype(np.float32)
    out = resample(tone, rate)
    expected = 0.5 * np.sin(2 * np.pi * 440.0 * np.arange(len(out)) / AUDIO_RATE)
    assert np.abs(out - expected)[2000:-2000].max() < 1e-3


def test_the_same_line_gives_the_same_samples() -> None:
    assert np.array_equal(process_voice(_talk(), FULL), process_voice(_talk(), FULL))


def test_a_natural_voice_is_only_brought_to_its_level_and_peaks() -> None:
    speech = 0.05 * np.sin(2 * np.pi * 25.0 * np.arange(48_000) / 48_000).astype(np.float32)
    speech += 0.1 * np.sin(2 * np.pi * 220.0 * np.arange(48_000) / 48_000).astype(np.float32)
    made = process_voice(speech, DspProfile(high_pass_hz=0.0))
    gain = float(made @ speech / (speech @ speech))
    assert np.abs(made - gain * speech).max() < 1e-4
    assert gain > 0
