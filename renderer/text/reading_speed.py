"""How much text a viewer can read in a given time: subtitling limits by language."""

from __future__ import annotations

import math
from typing import Final

from renderer.contract.vocabulary import Language

CHARACTERS_PER_SECOND: Final[dict[Language, float]] = {
    **dict.fromkeys(Language, 17.0),
    Language.HI: 20.0,
    Language.AR: 20.0,
    Language.ZH: 9.0,
    Language.JA: 7.0,
}
"""For adults, including spaces; based on the timed text style guides of streaming services, rounded up for
short videos, whose viewers read along with a voice."""
_LEAST_CHARACTERS: Final[dict[bool, int]] = {False: 12, True: 5}
_DENSITY: Final = 2.8
"""Characters of an alphabet (with spaces) that say as much as one character of Chinese or Japanese."""
_DENSE: Final = frozenset({Language.ZH, Language.JA})


def readable_characters(seconds: float, language: Language) -> int:
    """Characters that can be read in `seconds`; never too few to say anything."""
    return max(_LEAST_CHARACTERS[language in _DENSE], math.floor(seconds * CHARACTERS_PER_SECOND[language]))


def translated_characters(text: str, source: Language, target: Language) -> int:
    """Estimated number of characters that say the same in the other language; zh and ja are denser."""
    dense = (source in _DENSE) - (target in _DENSE)
    return math.ceil(len(text) * _DENSITY**dense)
