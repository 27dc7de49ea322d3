"""The port for transcribers, which find the language and the timed words of audio of unknown text.

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
"""Sample rate of the audio to transcribe, in hertz."""

NOBODY: Final = "none"
"""Engine of the empty transcript that is used when there is no transcriber."""

Samples = npt.NDArray[np.float32]
Advance = Callable[[float, str], None]


class AudioSource(Protocol):
    """Mono audio at 16 kHz, read a piece at a time so that memory does not grow with its length."""

    @property
    def samples(self) -> int:
        """The number of samples."""
        ...

    def read(self, start: int, count: int) -> Samples:
        """`count` samples in [-1, 1] beginning at `start`; fewer at the end."""
        ...


class TranscribedWord(Struct, frozen=True, kw_only=True):
    """A recognised word; `confidence` in [0, 1]."""

    text: str
    span: TimeRange
    confidence: float


class TranscribedSegment(Struct, frozen=True, kw_only=True):
    """A stretch of speech with its words, in order."""

    text: str
    span: TimeRange
    words: tuple[TranscribedWord, ...]


class Transcript(Struct, frozen=True, kw_only=True):
    """A transcript; `certainty` of its language in [0, 1].

    `language` is an ISO 639-1 code, possibly of a language that Clipwright does not write in.
    """

    language: str
    certainty: float
    duration: Fraction
    segments: tuple[TranscribedSegment, ...]
    engine: str

    def words(self) -> Iterator[TranscribedWord]:
        """All words in order."""
        return (word for segment in self.segments for word in segment.words)


class Transcriber(Protocol):
    """Transcribes speech."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def engine(self) -> str:
        """Library and model as shown to the owners of videos; recorded in `Transcript.engine`."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same audio could be transcribed differently."""
        ...

    def transcribe(
        self, source: AudioSource, *, advance: Advance, language: Language | None = None
    ) -> Transcript:
        """The transcript; reports its progress to `advance(fraction, detail)`, detects an absent `language`.

        Raises:
            ClipwrightError: `transcription_failed`, `provider_unconfigured`, `model_invalid`.
        """
        ...


class ArraySource(Struct, frozen=True, eq=False):
    """Audio that is already in memory."""

    audio: Samples

    @property
    def samples(self) -> int:
        """The number of samples."""
        return len(self.audio)

    def read(self, start: int, count: int) -> Samples:
        """A view of the samples."""
        return self.audio[start : start + count]


class NoTranscriber(Struct, frozen=True):
    """The placeholder when no model is installed: gives an empty transcript whose engine is "none"."""

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
