"""The port for transcribers: audio of unknown text gives its language and timed words.

To add one: 1. a module here with a frozen class that has `name`, `fingerprint` and `transcribe`; 2. a
function in renderer/worker/composition/engines.py; 3. an entry in tests/contract/test_transcription.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.timecode import TimeRange

RATE: Final = 16_000
"""Sample rate of audio that is transcribed, in hertz."""

NOBODY: Final = "none"
"""The engine of a transcript that nobody made."""

Samples = npt.NDArray[np.float32]
Advance = Callable[[float, str], None]


class AudioSource(Protocol):
    """Mono audio at 16 kHz that is read a piece at a time, so that its length costs no memory."""

    @property
    def samples(self) -> int:
        """How many there are."""
        ...

    def read(self, start: int, count: int) -> Samples:
        """`count` samples in [-1, 1] from `start` on; fewer at the end."""
        ...


class TranscribedWord(Struct, frozen=True, kw_only=True):
    """A word as heard; `confidence` in [0, 1]."""

    text: str
    span: TimeRange
    confidence: float


class TranscribedSegment(Struct, frozen=True, kw_only=True):
    """A stretch of speech with its words, in order."""

    text: str
    span: TimeRange
    words: tuple[TranscribedWord, ...]


class Transcript(Struct, frozen=True, kw_only=True):
    """`language` is an ISO 639-1 code, also one that Clipwright does not write in; `certainty` in [0, 1]."""

    language: str
    certainty: float
    duration: Fraction
    segments: tuple[TranscribedSegment, ...]
    engine: str

    def words(self) -> Iterator[TranscribedWord]:
        """All words in order."""
        return (word for segment in self.segments for word in segment.words)


class Transcriber(Protocol):
    """Hears words."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def engine(self) -> str:
        """Library and model, as owners of videos are told; `engine` of its transcripts."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same audio could read differently."""
        ...

    def transcribe(
        self, source: AudioSource, *, advance: Advance, language: Language | None = None
    ) -> Transcript:
        """The transcript; `advance(fraction, detail)` hears how far it is. Without `language` it is detected.

        Raises:
            ClipwrightError: `transcription_failed`, `provider_unconfigured`, `model_invalid`.
        """
        ...


class ArraySource(Struct, frozen=True, eq=False):
    """Audio that is in memory anyway."""

    audio: Samples

    @property
    def samples(self) -> int:
        """Its length."""
        return len(self.audio)

    def read(self, start: int, count: int) -> Samples:
        """A view."""
        return self.audio[start : start + count]


class NoTranscriber(Struct, frozen=True):
    """Stands where no model is installed: hears no word, and its transcript says that nobody listened."""

    @property
    def name(self) -> str:
        """Always "none"."""
        return NOBODY

    @property
    def engine(self) -> str:
        """Always "none"."""
        return NOBODY

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return NOBODY

    def transcribe(
        self, source: AudioSource, *, advance: Advance, language: Language | None = None
    ) -> Transcript:
        """An empty transcript."""
        advance(1.0, "no transcription model is installed")
        return Transcript(
            language=language.value if language else "",
            certainty=0.0,
            duration=Fraction(source.samples, RATE),
            segments=(),
            engine=NOBODY,
        )
