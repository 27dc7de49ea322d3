"""Ducking, replacing and room tone, measured on the resulting samples."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from renderer.audio.mixing.remix import RemixBrief, mix_remix
from renderer.audio.signal.loudness import loudness
from renderer.audio.signal.wav import read_wav, write_wav
from renderer.core.timecode import TimeRange

RATE, SECONDS = 48_000, 14
WORDS = [TimeRange(Fraction(3), Fraction(5)), TimeRange(Fraction(8), Fraction(10))]
Samples = npt.NDArray[np.float32]


def hum(level: float, seconds: int = SECONDS) -> Samples:
    """A background tone on both channels, at a pitch that the voice does not have."""
    wave = level * np.sin(2 * np.pi * 330 * np.arange(seconds * RATE) / RATE)
    return np.repeat(wave[None].astype(np.float32), 2, axis=0)


def talk(spans: list[TimeRange], level: float = 0.2) -> Samples:
    """A stand-in for a voice: a tone far from the hum, in these spans."""
    wave = np.zeros(SECONDS * RATE, np.float32)
    for span in spans:
        first, last = int(span.start * RATE), int(span.end * RATE)
        wave[first:last] = level * np.sin(2 * np.pi * 2000 * np.arange(last - first) / RATE)
    return wave


def level_of(sound: Samples, hertz: float, start: float, end: float) -> float:
    """Level of one tone within a stretch, in decibels."""
    part = sound[0, int(start * RATE) : int(end * RATE)].astype(np.float64)
    turn = np.exp(-2j * np.pi * hertz * np.arange(len(part)) / RATE) * np.hanning(len(part))
    return float(20 * np.log10(2 * np.abs(np.sum(part * turn)) / np.sum(np.hanning(len(part))) + 1e-9))


def brief(folder: Path, original: Samples | None, **changes: object) -> RemixBrief:
    write_wav(folder / "voice.wav", talk(WORDS))
    if original is not None:
        write_wav(folder / "original.wav", original)
    found = RemixBrief(
        duration=Fraction(SECONDS),
        original=None if original is None else folder / "original.wav",
        original_gain=1.0,
        speech=(),
        voice=folder / "voice.wav",
        voice_gain=1.0,
        words=WORDS,
        mode="mix",
        depth_db=12.0,
    )
    return replace(found, **changes)


@pytest.mark.parametrize("depth", [6.0, 12.0, 24.0])
def test_the_background_is_down_under_words_and_untouched_elsewhere(tmp_path: Path, depth: float) -> None:
    sound = mix_remix(brief(tmp_path, hum(0.1), depth_db=depth), tmp_path)
    mixed = read_wav(sound.path) / 10 ** (sound.lift_db / 20)
    plain = 20 * np.log10(0.1)
    for start, end in ((0.0, 2.7), (5.5, 7.8), (10.5, 14.0)):
        assert level_of(mixed, 330, start, end) == pytest.approx(plain, abs=0.2)
    for span in WORDS:
        start, end = float(span.start), float(span.end)
        assert level_of(mixed, 330, start, end) == pytest.approx(plain - depth, abs=1.0)
    assert sound.loudness_lufs == pytest.approx(-14, abs=0.5)
    assert sound.true_peak_dbtp <= -1.0


def test_replaced_speech_is_gone_and_its_room_is_not_a_hole(tmp_path: Path) -> None:
    speech = [TimeRange(Fraction(2), Fraction(6)), TimeRange(Fraction(9), Fraction(12))]
    dice = np.random.default_rng(4)
    room = dice.normal(0, 0.004, (2, SECONDS * RATE)).astype(np.float32)
    tone = talk(speech)
    original = room + np.repeat(tone[None], 2, axis=0)
    given = brief(tmp_path, original, speech=speech, mode="replace", voice_gain=0.0)
    sound = mix_remix(given, tmp_path)
    mixed = read_wav(sound.path) / 10 ** (sound.lift_db / 20)
    before = level_of(original, 2000, 3, 5)
    assert level_of(mixed, 2000, 3, 5) < before - 40
    levels = [float(np.sqrt(np.mean(mixed[0, at : at + 2400] ** 2))) for at in range(0, mixed.shape[1], 2400)]
    spread = 20 * np.log10(np.array(levels) / 0.004)
    assert np.abs(spread).max() < 1.5, "no hole, no bump"


def test_without_an_original_the_voice_alone_is_mastered(tmp_path: Path) -> None:
    sound = mix_remix(brief(tmp_path, None), tmp_path)
    assert loudness(read_wav(sound.path)) == pytest.approx(-14, abs=0.5)
    assert [stem.name for stem in sound.stems] == ["voiceover"]


@pytest.mark.parametrize(
    ("original", "voice", "wanted"),
    [
        (0.5, None, -20),
        (0.1, None, -34),
        (2.0, None, -14),
        (None, 0.5, -20),
        (0.5, 0.5, -20),
        (0.5, 1.0, -14),
    ],
)
def test_what_was_turned_down_is_not_mastered_up_again(
    tmp_path: Path, original: float | None, voice: float | None, wanted: float
) -> None:
    given = brief(tmp_path, None if original is None else hum(0.1), depth_db=0.0)
    changes = {"original_gain": original or 0.0, "voice_gain": voice or 0.0}
    heard = replace(given, **changes, voice=None if voice is None else given.voice)
    sound = mix_remix(heard, tmp_path)
    assert loudness(read_wav(sound.path)) == pytest.approx(wanted, abs=0.5)
    assert sound.true_peak_dbtp <= -1.0


def test_silence_stays_silent(tmp_path: Path) -> None:
    sound = mix_remix(brief(tmp_path, None, voice=None, words=()), tmp_path)
    mixed = read_wav(sound.path)
    assert mixed.shape == (2, SECONDS * RATE)
    assert not mixed.any()


def test_somebody_who_speaks_all_the_time_still_has_a_room(tmp_path: Path) -> None:
    whole = [TimeRange(Fraction(0), Fraction(SECONDS))]
    given = brief(tmp_path, hum(0.1), speech=whole, mode="replace")
    sound = mix_remix(given, tmp_path)
    assert np.isfinite(read_wav(sound.path)).all()
    assert sound.loudness_lufs == pytest.approx(-14, abs=0.5)
