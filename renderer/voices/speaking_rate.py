"""How long a text takes to say, before anything is spoken."""

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
"""Characters of spoken text, spaces and marks included, at the reference rate of the bundled engines.

Measured on the shipped scripts; tests/unit/backends/writing/test_pace.py compares it with the engines.
"""

REFERENCE_RATE: Final = 160
"""Words a minute in espeak's own measure."""


class SpeakingRate(Protocol):
    """How fast somebody speaks."""

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """Characters of spoken text, spaces and marks included, in a second without pauses between lines."""
        ...


class BundledSpeakingRate(Struct, frozen=True):
    """The pace of the bundled engines."""

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        """The table's entry at the voice's own rate."""
        profile = load_voice(voice)
        if language is Language.JA:
            return CHARACTERS_PER_SECOND[language] * profile.openjtalk.tract
        return CHARACTERS_PER_SECOND[language] * profile.espeak[language].rate / REFERENCE_RATE


BUNDLED: Final = BundledSpeakingRate()


def estimated_seconds(
    spoken: str, *, language: Language, voice: Voice, pace: SpeakingRate = BUNDLED
) -> float:
    """Seconds of speech without the pauses between lines."""
    return len(spoken) / pace.characters_per_second(language=language, voice=voice)
