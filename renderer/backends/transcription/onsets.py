"""Moves words that start in a pause to its end: Whisper tends to count a pause to the word after it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from renderer.backends.transcription.base import RATE, Samples, TranscribedWord
from renderer.core.timecode import TimeRange, sample_time

STEP: Final = RATE // 100
"""Samples per level measurement: 10 ms."""
QUIET_DB: Final = -32.0
"""Level relative to the loudest speech nearby below which sound counts as a pause."""
LEAST_PAUSE_STEPS: Final = 8
"""Shortest pause at the start of a word; anything shorter is taken for a consonant."""
LEAST_SILENCE_STEPS: Final = 14
FIRST_PART: Final = 0.6
"""Share of a word's time in which a pause must start to be counted to the word before."""
LEAST_WORD_STEPS: Final = 5
"""Steps that a word keeps of its time, at least."""

Levels = npt.NDArray[np.float64]


def after_pauses(
    words: Sequence[TranscribedWord], samples: Samples, *, start: Fraction
) -> tuple[TranscribedWord, ...]:
    """The words, each starting where it sounds; `samples` (mono, 16 kHz) start at second `start`."""
    levels = _levels(samples)
    if not len(levels):
        return tuple(words)
    quiet = levels < float(np.percentile(levels, 95)) + QUIET_DB
    return tuple(_begun(word, quiet, start) for word in words)


def _levels(samples: Samples) -> Levels:
    """The level of every 10 ms in decibels."""
    whole = samples[: len(samples) // STEP * STEP].reshape(-1, STEP).astype(np.float64)
    return np.asarray(10 * np.log10(np.square(whole).mean(axis=1) + 1e-12), np.float64)


def _begun(word: TranscribedWord, quiet: npt.NDArray[np.bool_], start: Fraction) -> TranscribedWord:
    """The word without the pause in its first part, if it sounds long enough after it."""
    first, last = (max(0, int((edge - start) * RATE) // STEP) for edge in (word.span.start, word.span.end))
    pause = _pause_end(quiet[first:last])
    if not pause:
        return word
    begins = start + sample_time((first + pause) * STEP, RATE)
    return replace(word, span=TimeRange(min(begins, word.span.end), word.span.end))


def _pause_end(quiet: npt.NDArray[np.bool_]) -> int:
    """The step at which the last pause that can precede the word ends; 0 when there is none.

    Until then the previous word may still ring out. Further inside a word only a long silence counts, as
    stop consonants have short ones.
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([0], quiet.astype(np.int8), [0])))).reshape(-1, 2)
    found = 0
    for begin, end in edges.tolist():
        least = LEAST_PAUSE_STEPS if begin <= LEAST_PAUSE_STEPS else LEAST_SILENCE_STEPS
        if end - begin >= least and begin < len(quiet) * FIRST_PART and end <= len(quiet) - LEAST_WORD_STEPS:
            found = end
    return found
