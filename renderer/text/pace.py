"""How long a text takes to say, before anything is spoken."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import Language, Voice
from renderer.text.voices import load_voice

CHARACTERS_PER_SECOND: Final[dict[Language, float]] = {
    Language.EN: 16.4,
    Language.ES: 16.4,
    Language.ZH: 3.9,
    Language.HI: 13.1,
    Language.AR: 10.0,
    Language.PT: 15.3,
    Language.FR: 20.0,
    Language.JA: 6.3,
    Language.DE: 16.6,
    Language.RU: 17.7,
}
"""Characters of spoken text, spaces and marks included, at the reference rate of the bundled engines.

Measured on the shipped scripts; tests/unit/writing/test_pace.py compares it with the engines.
"""

REFERENCE_RATE: Final = 160
"""Words a minute in espeak's own measure."""


def estimated_seconds(spoken: str, *, language: Language, voice: Voice) -> float:
    """Seconds of speech without the pauses between lines."""
    profile = load_voice(voice)
    if language is Language.JA:
        pace = profile.openjtalk.tract
    else:
        pace = profile.espeak[language].rate / REFERENCE_RATE
    return len(spoken) / (CHARACTERS_PER_SECOND[language] * pace)
