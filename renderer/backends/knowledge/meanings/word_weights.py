"""How telling the words of definitions are."""

from __future__ import annotations

import functools
import math
from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, ancestors, spread
from renderer.contract.vocabulary import Language
from renderer.text.topical import stop_stems

DEFINITIONS: Final = 82_000.0
WORD: Final = regex.compile(r"[a-z]{3,}")
_STEPS: Final = 2
"""So far up the tree, kinds lend their definitions' words."""
_GENERIC: Final = 0.02
"""Words in a larger share of definitions tell nothing."""


@functools.lru_cache(maxsize=4096)
def weights(one: Meaning) -> dict[str, float]:
    """Words of a meaning's definition, and at half weight of its nearest kinds, by how telling they are."""
    found: dict[str, float] = {}
    for step, each in enumerate((one, *ancestors(one)[:_STEPS])):
        for word in (*WORD.findall(each.gloss.casefold()), *WORD.findall(each.word.casefold())):
            if word not in stop_stems(Language.EN):
                found[word] = max(found.get(word, 0.0), _telling(word) * (1.0 if step == 0 else 0.5))
    return {word: weight for word, weight in found.items() if weight > 0}


def own_weights(one: Meaning) -> dict[str, float]:
    """Those of the definition alone."""
    words = set(WORD.findall(one.gloss.casefold())) - stop_stems(Language.EN)
    found = {word: _telling(word) for word in words}
    return {word: weight for word, weight in found.items() if weight > 0}


def _telling(word: str) -> float:
    """0 to about 1: the inverse share of definitions with the word (Spärck Jones, 1972)."""
    share = (1 + spread()[word]) / DEFINITIONS
    return 0.0 if share > _GENERIC else math.log(1 / share) / math.log(DEFINITIONS)
