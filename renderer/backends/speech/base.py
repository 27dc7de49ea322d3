"""The port for speech engines.

To add an engine: 1. a module here with a frozen class that implements `SpeechEngine`;
2. a table of its voices, like assets/voices/neural/openai.toml; 3. a function in
renderer/worker/composition/engines.py; 4. an entry in tests/contract/test_speech.py. See docs/EXTENDING.md.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line

Samples = npt.NDArray[np.float32]


class TokenSpan(Struct, frozen=True, kw_only=True):
    """Where token `token` of the line is heard: a half-open range of the speech's samples.

    `source` names the aligner that found it where that is not the one that was asked.
    """

    token: int
    start: int
    end: int
    confidence: float
    source: str = ""


class Speech(Struct, frozen=True, kw_only=True, eq=False):
    """One spoken line: mono samples in [-1, 1] at `rate` hertz.

    `spans` has one entry per token, in order and not overlapping, when the engine knows its word times;
    it is empty when an aligner has to find them. `notes` say what was spoken differently from its spelling.
    """

    samples: Samples
    rate: int
    spans: tuple[TokenSpan, ...]
    notes: tuple[str, ...] = ()


class SpeechEngine(Protocol):
    """Speaks one line at a time, deterministically for a given fingerprint."""

    @property
    def name(self) -> str:
        """Short name for the manifest ("espeak")."""
        ...

    def engine_for(self, language: Language) -> str:
        """Name of the engine that speaks (and times) a language, recorded in `Word.source`."""
        ...

    @property
    def lanes(self) -> int:
        """How many lines it can speak at once, each on one of the caller's threads."""
        ...

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether it has this voice in this language and everything it needs; cheap to call."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same line could sound different."""
        ...

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The spoken line; raises `ClipwrightError` (`voice_unavailable`, `speech_failed`)."""
        ...


@runtime_checkable
class Starting(Protocol):
    """An engine with something to start before its first line, such as a process."""

    def start(self, language: Language, voice: Voice) -> None:
        """Begin to start it without waiting; a failure is reported with the first line."""
        ...


def start_early(engine: SpeechEngine, language: Language, voice: Voice) -> None:
    """Let an engine start what it will need before its first line is ready."""
    if isinstance(engine, Starting):
        engine.start(language, voice)
