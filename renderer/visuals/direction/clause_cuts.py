"""The cost of a cut inside a clause: least at the end of a phrase, most between a word and its dependant."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import border, leans_back, weighs_little
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.quantities import SCALES
from renderer.visuals.matching.stemming import normalised

_WORD_COST, _GLUED_COST = 1.6, 4.0
_PHRASE_COST: Final = 1.2
"""Cost inside a clause, where a phrase ends or the next one begins."""

_ATTRIBUTES: Final = {
    Language.HI: ("का", "की", "के"),
    Language.ZH: ("的", "之"),
    Language.JA: ("の", "大きな", "小さな"),
}
"""Endings that mark an attribute of the following word; separate words in Chinese and Hindi."""

_OBJECT: Final = "を"
"""Japanese object marker, which the verb follows."""


def clause_cut_cost(before: str, after: str, language: Language) -> float:
    """The cost of a cut between two neighbouring words of a clause."""
    place = border(before, after, language)
    counts = before[-1:].isdigit() or normalised(after, language) in SCALES[language]
    if place.leans_back or place.binds or place.cuts_name or counts or _is_attribute(before, language):
        return _GLUED_COST
    if leans_back(before, language):
        return _PHRASE_COST
    if not is_content(before, language) or (language is Language.JA and before.endswith(_OBJECT)):
        return _GLUED_COST
    return _PHRASE_COST if weighs_little(after, language) else _WORD_COST


def _is_attribute(word: str, language: Language) -> bool:
    """Whether the word is an attribute of the noun after it."""
    endings = _ATTRIBUTES.get(language, ())
    return word.endswith(endings) if language is Language.JA and endings else word in endings
