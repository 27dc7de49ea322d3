"""A writer that knows how fast its words will be spoken, and keeps to it when it is asked again."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.writing.base import Brief, Draft, ScriptWriter
from renderer.contract.vocabulary import Language, Voice
from renderer.net.response_cache import ResponseCache, request_key
from renderer.voices.speaking_rate import SpeakingRate


class SettledSpeakingRate(Struct, frozen=True, kw_only=True):
    """So many characters a second, whoever speaks."""

    characters: float

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """The number."""
        del language, voice
        return self.characters


class PacedWriter(Struct, frozen=True, kw_only=True):
    """`writer`, told the `pace` of the engine that speaks (`speaker` is its fingerprint).

    The pace that a brief was written with is noted: a job that is killed once its voice is measured, and
    resumed, asks for the same script again and does not pay for another.
    """

    writer: ScriptWriter
    pace: SpeakingRate
    speaker: str
    notes: ResponseCache

    @property
    def name(self) -> str:
        """The writer's name."""
        return self.writer.name

    @property
    def fingerprint(self) -> str:
        """The writer's and the speaker's; the pace is settled by the brief."""
        return f"{self.writer.fingerprint} for {self.speaker}"

    def write(self, brief: Brief) -> Draft:
        """The writer's draft; raises as the writer does."""
        return self.writer.write(replace(brief, pace=SettledSpeakingRate(characters=self._settled(brief))))

    def _settled(self, brief: Brief) -> float:
        facts = (brief.topic, brief.mode, brief.language, brief.voice, brief.seconds, brief.seed)
        key = request_key("pace of a script", fingerprint=self.fingerprint, brief=facts)
        kept = _number(self.notes.get(key))
        if kept:
            return kept
        pace = self.pace.characters_per_second(language=brief.language, voice=brief.voice)
        self.notes.put(key, repr(pace).encode())
        return pace


def _number(text: bytes) -> float:
    """A positive number, else 0."""
    try:
        number = float(text or b"0")
    except ValueError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0
