"""A transcriber for tests: one numbered word for every stretch of sound."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.transcription.base import (
    RATE,
    Advance,
    AudioSource,
    TranscribedSegment,
    TranscribedWord,
    Transcript,
)
from renderer.contract.vocabulary import Language
from renderer.core.timecode import TimeRange, sample_time

THRESHOLD: Final = 0.01
STEP: Final = 160


class FakeTranscriber(Struct, frozen=True, kw_only=True):
    """Gives "word1", "word2", … for the stretches in which every 10 ms exceed one percent of full scale."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def engine(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    def transcribe(
        self, source: AudioSource, *, advance: Advance, language: Language | None = None
    ) -> Transcript:
        """One segment with all words."""
        audio = source.read(0, source.samples)
        steps = (
            np.abs(audio[: len(audio) // STEP * STEP].reshape(-1, STEP)).max(axis=1, initial=0.0) > THRESHOLD
        )
        edges = np.flatnonzero(np.diff(np.concatenate(([0], steps.astype(np.int8), [0])))) * STEP
        words = tuple(
            TranscribedWord(
                text=f"word{number}",
                span=TimeRange(sample_time(int(start), RATE), sample_time(int(end), RATE)),
                confidence=1.0,
            )
            for number, (start, end) in enumerate(list(pairwise(edges))[::2], start=1)
        )
        advance(1.0, "done")
        whole = (TimeRange(words[0].span.start, words[-1].span.end),) if words else ()
        return Transcript(
            language=(language or Language.EN).value,
            certainty=1.0,
            duration=sample_time(source.samples, RATE),
            segments=tuple(
                TranscribedSegment(text=" ".join(word.text for word in words), span=span, words=words)
                for span in whole
            ),
            engine=self.engine,
        )
