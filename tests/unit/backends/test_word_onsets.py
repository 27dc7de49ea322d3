"""Words to which the pause before them was assigned begin where they sound."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from renderer.backends.transcription.base import RATE, Samples, TranscribedWord
from renderer.backends.transcription.onsets import after_pauses
from renderer.core.timecode import TimeRange


def sounding(seconds: float, *stretches: tuple[float, float]) -> Samples:
    """A tone in the given stretches, faint noise elsewhere."""
    rng = np.random.default_rng(1)
    sound = 1e-4 * rng.standard_normal(int(seconds * RATE))
    for first, last in stretches:
        span = slice(int(first * RATE), int(last * RATE))
        sound[span] += 0.3 * np.sin(np.arange(span.stop - span.start) * 0.2)
    return sound.astype(np.float32)


def begins(start: float, end: float, samples: Samples, *, offset: int = 0) -> float:
    """Start of a word placed there, once it has been corrected."""
    span = TimeRange(Fraction(str(start)), Fraction(str(end)))
    word = TranscribedWord(text="word", span=span, confidence=1.0)
    (found,) = after_pauses([word], samples, start=Fraction(offset))
    assert found.span.end == span.end
    return float(found.span.start)


@pytest.mark.parametrize(
    ("stretches", "start", "end", "wanted"),
    [
        (((0.0, 1.0), (1.5, 2.0)), 1.0, 2.0, 1.5),  # the word's span includes the whole pause
        (((0.0, 1.1), (1.5, 2.0)), 1.0, 2.0, 1.5),  # the word before fades out in it
        (((0.0, 1.2), (1.5, 2.0)), 1.0, 2.0, 1.5),  # and for long
        (((0.0, 2.0),), 1.0, 2.0, 1.0),  # no pause
        (((0.0, 1.3), (1.36, 2.0)), 1.0, 2.0, 1.0),  # the stop of a consonant
        (((0.0, 1.0), (1.03, 2.0)), 1.0, 2.0, 1.0),
        (((0.0, 1.0),), 1.2, 2.0, 1.2),  # the word never sounds: unchanged
    ],
)
def test_a_word_begins_after_the_pause(
    stretches: tuple[tuple[float, float], ...], start: float, end: float, wanted: float
) -> None:
    assert begins(start, end, sounding(3.0, *stretches)) == pytest.approx(wanted, abs=0.011)


def test_times_are_those_of_the_source_not_of_the_passage() -> None:
    samples = sounding(3.0, (0.0, 1.0), (1.5, 2.0))
    assert begins(11.0, 12.0, samples, offset=10) == pytest.approx(11.5, abs=0.011)


def test_no_sound_at_all_changes_nothing() -> None:
    assert begins(0.0, 1.0, np.zeros(0, np.float32)) == 0.0
    assert begins(0.0, 1.0, np.zeros(RATE, np.float32)) == 0.0
