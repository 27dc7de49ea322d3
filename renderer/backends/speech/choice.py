"""Which engine speaks a whole narration where several could: part of the port, for the narrating stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from renderer.backends.speech.base import SpeechEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The engine that can speak every line, and notes about those that could not."""

    engine: SpeechEngine
    notes: tuple[str, ...]


@runtime_checkable
class Chooser(Protocol):
    """Several engines behind one port."""

    def choose(self, lines: Sequence[Line], *, language: Language, voice: Voice) -> Chosen:
        """The first engine that speaks all lines; raises `ClipwrightError` when none can."""
        ...


def chosen_engine(speech: SpeechEngine, lines: Sequence[Line], *, language: Language, voice: Voice) -> Chosen:
    """The engine for a whole narration: `speech` itself unless it is several."""
    if isinstance(speech, Chooser):
        return speech.choose(lines, language=language, voice=voice)
    return Chosen(engine=speech, notes=())
