"""The aligner of last resort: spreads words over the voiced audio by their length.

It considers loudness only, not words. Its confidence is low and every word that it placed records its
name, so the result is not mistaken for a measurement.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError

CONFIDENCE: Final = 0.2
STEP_SECONDS: Final = 0.01
SILENCE_DB: Final = -40.0
IDEOGRAPH_WEIGHT: Final = 3.0
"""Letters as which a Chinese character counts: it lasts about as long as three."""


class Proportional(Struct, frozen=True, kw_only=True):
    """Guesses word times in proportion to word lengths over the voiced parts of a line."""

    @property
    def name(self) -> str:
        """Always "proportional"."""
        return "proportional"

    @property
    def fingerprint(self) -> str:
        """The method's revision."""
        return "proportional 1"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """One span per token; raises `alignment_failed` when the line or the audio is empty or silent."""
        voiced = _voiced_samples(speech)
        if not line.tokens or len(voiced) < 2 * len(line.tokens):
            reason = f"too little sound for {len(line.tokens)} words in {language}"
            raise ClipwrightError("alignment_failed", line=line.id, reason=reason)
        weights = np.array([_weight(token.spoken) for token in line.tokens])
        borders = np.concatenate(([0.0], np.cumsum(weights))) / weights.sum()
        places = np.round(borders * (len(voiced) - 1)).astype(int)
        return tuple(
            TokenSpan(
                token=index,
                start=int(voiced[first]),
                end=int(voiced[last - 1]) + 1,
                confidence=CONFIDENCE,
            )
            for index, (first, last) in enumerate(_pairs(places))
        )


def _pairs(places: np.ndarray[tuple[int], np.dtype[np.int_]]) -> list[tuple[int, int]]:
    """Start and end of each word, at least one apart."""
    edges = np.maximum.accumulate(places - np.arange(len(places))) + np.arange(len(places))
    return [(int(first), int(last)) for first, last in pairwise(edges)]


def _weight(text: str) -> float:
    return 1.0 + sum(
        IDEOGRAPH_WEIGHT if unicodedata.east_asian_width(letter) == "W" else 1.0
        for letter in text
        if letter.isalnum()
    )


def _voiced_samples(speech: Speech) -> np.ndarray[tuple[int], np.dtype[np.int_]]:
    """Indices of the samples whose 10 ms step is at most 40 dB quieter than the loudest step."""
    step = max(1, round(STEP_SECONDS * speech.rate))
    count = len(speech.samples) // step
    frames = speech.samples[: count * step].reshape(count, step).astype(np.float64)
    level = np.sqrt(np.mean(np.square(frames), axis=1)) if count else np.zeros(0)
    loud = level > max(float(level.max(initial=0.0)) * 10 ** (SILENCE_DB / 20), 1e-6)
    return np.flatnonzero(np.repeat(loud, step))
