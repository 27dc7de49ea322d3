"""A writer that is told the speaking rate, and gets the same rate when the same brief is written again."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.writing.base import Brief, Draft, ScriptWriter
from renderer.contract.vocabulary import Language, Voice
from renderer.net.response_cache import ResponseCache, request_key
from renderer.voices.speaking_rate import SpeakingRate


class SettledSpeakingRate(Struct, frozen=True, kw_only=True):
    """A constant rate in characters a second, for every language and voice."""

    characters: float

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """The constant rate."""
        del language, voice
        return self.characters


class PacedWriter(Struct, frozen=True, kw_only=True):
    """`writer`, given the `pace` of the speech engine (`speaker` is that engine's fingerprint).

    The pace that a brief was written with is recorded, so a job that is killed after its voice was measured,
    and then resumed, asks for the same script again and does not pay for another.
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
        """The writer's and the speaker's fingerprints; the pace is recorded per brief."""
        return f"{self.writer.fingerprint} for {self.speaker}"

    def write(self, brief: Brief) -> Draft:
        """The writer's draft; raises what the writer raises."""
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
