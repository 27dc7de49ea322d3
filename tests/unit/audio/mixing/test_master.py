from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.audio.mixing.master import CEILING_DBTP, TARGET_LUFS, master
from renderer.audio.signal.limiter import gain_samples, gains_db
from renderer.audio.signal.loudness import measured
from renderer.audio.signal.samples import SILENCE_DB, Samples
from renderer.audio.signal.true_peak import CELL
from renderer.audio.signal.wav import WavReader, read_wav, write_wav
from renderer.core.timecode import AUDIO_RATE, TimeRange
from tests.support.sound import ebur128, speechlike, through_aac

RUNS = [TimeRange(Fraction(1), Fraction(4)), TimeRange(Fraction(5), Fraction(8))]


def _voice(level: float) -> Samples:
    talk = speechlike(RUNS, Fraction(9))
    return np.stack([talk, talk]) * np.float32(level)


def _sources() -> dict[str, Samples]:
    random = np.random.default_rng(1)
    noise = random.standard_normal((2, 6 * AUDIO_RATE), dtype=np.float32)
    clicks = 0.05 * noise
    clicks[:, ::9000] = 0.9
    return {
        "quiet speech": _voice(0.05),
        "loud speech": _voice(3.0),
        "steady noise": 0.02 * noise,
        "clicks over noise": clicks,
        "mono": _voice(0.4)[:1],
        "already far too loud": 2.0 * noise,
    }


@pytest.mark.parametrize("name", _sources())
def test_target_and_ceiling_are_met_as_others_measure_them(tmp_path: Path, name: str) -> None:
    sound = _sources()[name]
    write_wav(tmp_path / "in.wav", sound)
    told = master(tmp_path / "in.wav", tmp_path / "out.wav")
    out = read_wav(tmp_path / "out.wav")
    theirs = ebur128(out)
    assert out.shape == sound.shape
    assert theirs.lufs == pytest.approx(-14.0, abs=0.5)
    assert told.loudness_lufs == pytest.approx(theirs.lufs, abs=0.1)
    assert told.true_peak_dbtp <= CEILING_DBTP + 0.05
    assert theirs.true_peak_dbtp <= CEILING_DBTP + 0.2


def test_the_delivered_aac_track_keeps_the_promise(tmp_path: Path) -> None:
    write_wav(tmp_path / "in.wav", _voice(0.3))
    master(tmp_path / "in.wav", tmp_path / "out.wav")
    heard = ebur128(through_aac(read_wav(tmp_path / "out.wav"), tmp_path / "out.m4a"))
    assert heard.lufs == pytest.approx(-14.0, abs=0.5)
    assert heard.true_peak_dbtp <= -1.0


@pytest.mark.parametrize("name", _sources())
def test_what_is_told_is_what_the_file_holds(tmp_path: Path, name: str) -> None:
    write_wav(tmp_path / "in.wav", _sources()[name])
    told = master(tmp_path / "in.wav", tmp_path / "out.wav")
    with WavReader(tmp_path / "out.wav") as wav:
        found = measured(wav.blocks(), wav.channels)
    assert told.loudness_lufs == pytest.approx(found.lufs, abs=1e-6)
    assert told.true_peak_dbtp == pytest.approx(found.true_peak_dbtp, abs=1e-6)


def test_mastering_again_gives_the_same_bytes(tmp_path: Path) -> None:
    write_wav(tmp_path / "in.wav", _voice(0.3))
    master(tmp_path / "in.wav", tmp_path / "a.wav")
    master(tmp_path / "in.wav", tmp_path / "b.wav")
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


def test_a_signal_that_needs_no_limiting_is_only_multiplied(tmp_path: Path) -> None:
    noise = np.clip(np.random.default_rng(1).standard_normal((2, 200_000), dtype=np.float32), -2, 2) * 0.01
    write_wav(tmp_path / "in.wav", noise)
    told = master(tmp_path / "in.wav", tmp_path / "out.wav")
    ratio = read_wav(tmp_path / "out.wav") / np.where(noise == 0, 1, noise)
    assert told.limited_db == 0.0
    assert np.ptp(ratio[np.abs(noise) > 1e-3]) < 1e-4


def test_silence_and_nothing_stay_what_they_are(tmp_path: Path) -> None:
    for frames in (0, 10, 96_000):
        write_wav(tmp_path / "in.wav", np.zeros((2, frames), np.float32))
        told = master(tmp_path / "in.wav", tmp_path / "out.wav")
        assert told.loudness_lufs == SILENCE_DB
        assert not read_wav(tmp_path / "out.wav").any()


@given(st.lists(st.floats(0.0, 4.0), min_size=1, max_size=60), st.floats(-12.0, 12.0))
def test_the_limiter_never_lets_a_peak_through_and_never_jumps(peaks: list[float], lift: float) -> None:
    row = np.array(peaks, np.float32)
    gains = gains_db(row, lift_db=lift, ceiling_db=-2.0)
    curve = gain_samples(np.power(np.float32(10.0), gains / 20), 0, len(row)).reshape(len(row), CELL)
    assert (gains <= 0).all()
    allowed = 10 ** (-2.0 / 20)
    assert (curve.max(axis=1) * row * 10 ** (lift / 20) <= allowed * 1.001).all()
    steps = np.abs(np.diff(20 * np.log10(curve.reshape(-1))))
    assert steps.max(initial=0.0) < 0.5


def test_what_was_mastered_once_keeps_its_loudness_below_a_lower_ceiling(tmp_path: Path) -> None:
    """AAC's overshoot makes it necessary; the second pass begins with the limiter already at work."""
    first, second = tmp_path / "first.wav", tmp_path / "second.wav"
    random = np.random.default_rng(11)
    bursts = 0.1 + 0.6 * (random.random(480) > 0.9)
    noise = random.normal(0, 0.12, (2, 480 * 1000)) * np.repeat(bursts, 1000) / bursts.mean()
    source = tmp_path / "source.wav"
    write_wav(source, noise.astype(np.float32))
    once = master(source, first)
    again = master(first, second, ceiling_dbtp=CEILING_DBTP - 1.5)
    assert once.loudness_lufs == pytest.approx(TARGET_LUFS, abs=0.1)
    assert again.loudness_lufs == pytest.approx(TARGET_LUFS, abs=0.2)
    assert again.true_peak_dbtp <= CEILING_DBTP - 1.4
