"""Word times from a Whisper model, transferred to the known text.

The last resort for narrations, and the only aligner for audio whose text is not known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Protocol

import numpy as np
from msgspec import Struct

from renderer.backends.alignment.matching import letter_times, letters, matched_letters
from renderer.backends.alignment.mfcc import at_rate, mel_power, voiced_frames
from renderer.backends.alignment.placing import Placed, tidy_spans
from renderer.backends.speech.base import Samples, Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError

LEAST_SHARE: Final = 0.3
"""Least share of the text's letters that must be heard; below it, the audio says something else."""
GUESSED: Final = 0.2
"""Confidence of a word that was not heard and is placed between its neighbours."""


class HeardWord(Struct, frozen=True, kw_only=True):
    """A word as heard: times in seconds from the start of the audio, `probability` in [0, 1]."""

    text: str
    start: float
    end: float
    probability: float


class WordHearer(Protocol):
    """Hears words in short audio."""

    @property
    def name(self) -> str:
        """Short name."""
        ...

    @property
    def fingerprint(self) -> str:
        """Identifies the model and its settings."""
        ...

    def words(self, samples: Samples, *, language: Language) -> Sequence[HeardWord]:
        """The words in order; `samples` are mono at 16 kHz in [-1, 1]."""
        ...


class WhisperWords(Struct, frozen=True, kw_only=True):
    """Aligns the words that `hearer` hears with the known text, letter by letter."""

    hearer: WordHearer

    @property
    def name(self) -> str:
        """The hearer's name."""
        return self.hearer.name

    @property
    def fingerprint(self) -> str:
        """The hearer's fingerprint and this method's revision."""
        return f"words r2 of {self.hearer.fingerprint}"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """One span per token.

        Raises:
            ClipwrightError: `alignment_failed` when too little of the text is heard.
        """
        if not line.tokens or len(speech.samples) < len(line.tokens):
            raise _failed(line, "there is no sound for its words")
        heard = self.hearer.words(at_rate(speech), language=language)
        placed = place_words(
            [token.spoken for token in line.tokens], heard, seconds=len(speech.samples) / speech.rate
        )
        if not placed:
            raise _failed(line, "what is heard is another text")
        return tidy_spans(placed, speech, voiced=voiced_frames(mel_power(speech)), source=self.name)


def _failed(line: Line, reason: str) -> ClipwrightError:
    return ClipwrightError("alignment_failed", line=line.id, reason=f"whisper: {reason}")


def place_words(spoken: Sequence[str], heard: Sequence[HeardWord], *, seconds: float) -> list[Placed]:
    """The place of each spoken form, or nothing when the texts have too little in common.

    A form of which only some letters were heard is extended over the missing ones; one that was not heard at
    all shares the time between its neighbours. `seconds` is the length of the audio.
    """
    known = [letters(form) for form in spoken]
    text, begins, ends = letter_times([(word.text, word.start, word.end) for word in heard])
    trusts = [word.probability for word in heard for _ in letters(word.text)]
    pairs = matched_letters("".join(known), text)
    if len(pairs) < max(1.0, LEAST_SHARE * sum(map(len, known))):
        return []
    at = np.array([pair[0] for pair in pairs], float)
    start_of = np.array([begins[pair[1]] for pair in pairs])
    end_of = np.array([ends[pair[1]] for pair in pairs])
    borders = np.concatenate(([0], np.cumsum([len(form) for form in known])))
    placed = []
    for first, last in pairwise(borders.tolist()):
        inside = [number for number, place in enumerate(at) if first <= place < last]
        start = _between(first, at, start_of, seconds=seconds)
        end = _between(last, at + 1, end_of, seconds=seconds)
        share = len(inside) / max(1, last - first)
        trust = float(np.mean([trusts[pairs[number][1]] for number in inside])) if inside else 0.0
        placed.append(Placed(start=start, end=max(start, end), confidence=max(GUESSED, share * trust)))
    return placed


def _between(place: float, known: Samples | np.ndarray, times: np.ndarray, *, seconds: float) -> float:
    """The time of a boundary between letters, interpolated between heard letters and the audio's ends."""
    return float(
        np.interp(
            place,
            np.concatenate(([-1.0], known, [known[-1] + 1e6])),
            np.concatenate(([0.0], times, [seconds])),
        )
    )
