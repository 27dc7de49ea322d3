"""Weights of the words in definitions by their rarity, and which meanings are near by them."""

from __future__ import annotations

import functools
import math
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, ancestors, spread
from renderer.backends.knowledge.meanings.fields import PERSON
from renderer.contract.vocabulary import Language
from renderer.text.topical import stop_stems

DEFINITIONS: Final = 82_000.0
WORD: Final = regex.compile(r"[a-z]{3,}")
_STEPS: Final = 2
"""Steps up the tree within which the definitions of kinds contribute words."""
_GENERIC: Final = 0.02
"""Share of definitions above which a word has no weight."""

LEAST_SHARED: Final = 0.22
"""Least share of the shorter definition's weight that two near meanings have in common."""
_NEAR: Final = frozenset({"11", "13", "14", "15", "17", "18", "19", "22", "26", "28"})
"""Fields whose meanings overlap; those of artifacts and of words differ by small words."""
_HAPPENED: Final = frozenset({"04", "10", "11", "26", "28"})
"""Fields of single events; two of the same name are two views of one event."""


@functools.lru_cache(maxsize=4096)
def weights(one: Meaning) -> dict[str, float]:
    """Weights of the words of a meaning's definition and, at half weight, of its nearest kinds'."""
    found: dict[str, float] = {}
    for step, each in enumerate((one, *ancestors(one)[:_STEPS])):
        for word in (*WORD.findall(each.gloss.casefold()), *WORD.findall(each.word.casefold())):
            if word not in stop_stems(Language.EN):
                found[word] = max(found.get(word, 0.0), _telling(word) * (1.0 if step == 0 else 0.5))
    return {word: weight for word, weight in found.items() if weight > 0}


def own_weights(one: Meaning) -> dict[str, float]:
    """Weights of the words of the definition alone."""
    words = set(WORD.findall(one.gloss.casefold())) - stop_stems(Language.EN)
    found = {word: _telling(word) for word in words}
    return {word: weight for word, weight in found.items() if weight > 0}


def are_near(first: Meaning, second: Meaning) -> bool:
    """Whether one meaning may be explained where the other is meant."""
    if first.is_instance and second.is_instance and {first.field, second.field} <= _HAPPENED:
        return True
    if first.field != second.field or first.field not in _NEAR:
        return False
    if first.field == PERSON and (first.is_instance or second.is_instance):
        return False
    mine, others = own_weights(first), own_weights(second)
    shared = sum(min(mine[word], others[word]) for word in mine.keys() & others.keys())
    least = min(sum(mine.values()), sum(others.values()))
    return least > 0 and shared >= LEAST_SHARED * least


def _telling(word: str) -> float:
    """0 to about 1: the inverse share of definitions with the word (Spärck Jones, 1972)."""
    share = (1 + spread()[word]) / DEFINITIONS
    return 0.0 if share > _GENERIC else math.log(1 / share) / math.log(DEFINITIONS)
