"""Estimates how long a text takes to say, before anything is spoken."""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language, Voice
from renderer.voices.profiles import load_voice

CHARACTERS_PER_SECOND: Final[dict[Language, float]] = {
    Language.EN: 16.4,
    Language.ES: 16.4,
    Language.ZH: 4.1,
    Language.HI: 13.1,
    Language.AR: 10.0,
    Language.PT: 15.3,
    Language.FR: 20.0,
    Language.JA: 6.3,
    Language.DE: 16.6,
    Language.RU: 17.7,
}
"""Characters of spoken text per second, spaces and marks included, at the bundled engines' reference rate.

Measured on the shipped scripts; tests/unit/backends/writing/test_pace.py compares them with the engines.
"""

REFERENCE_RATE: Final = 160
"""Words per minute, as espeak counts them."""


class SpeakingRate(Protocol):
    """How fast a voice reads a language."""

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """Characters of spoken text per second, spaces and marks included; pauses between lines excluded."""
        ...


class BundledSpeakingRate(Struct, frozen=True):
    """The speaking rate of the bundled engines."""

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """`CHARACTERS_PER_SECOND` scaled to the voice's own rate."""
        profile = load_voice(voice)
        if language is Language.JA:
            return CHARACTERS_PER_SECOND[language] * profile.openjtalk.tract
        return CHARACTERS_PER_SECOND[language] * profile.espeak[language].rate / REFERENCE_RATE


BUNDLED: Final = BundledSpeakingRate()


def estimated_seconds(
    spoken: str, *, language: Language, voice: Voice, pace: SpeakingRate = BUNDLED
) -> float:
    """Seconds that a spoken text takes, pauses between lines excluded."""
    return len(spoken) / pace.characters_per_second(language=language, voice=voice)
