"""Whether two meanings of a noun are so near that telling either is right: cold war, and that after 1945."""

from __future__ import annotations

from typing import Final

from renderer.backends.knowledge.lexicon_file import Meaning
from renderer.backends.knowledge.meanings.word_weights import own_weights

LEAST_SHARED: Final = 0.22
"""The part of the telling words of the shorter definition that the other one has."""
_NEAR: Final = frozenset({"11", "13", "14", "15", "17", "18", "19", "22", "26", "28"})
"""Fields whose meanings shade into each other; those of artifacts and of words differ by small words."""
_HAPPENED: Final = frozenset({"04", "10", "11", "26", "28"})
"""Fields of what happened once; two of one name are two views of it."""


def are_near(first: Meaning, second: Meaning) -> bool:
    """Whether telling one where the other is meant is no mistake."""
    if first.is_instance and second.is_instance and {first.field, second.field} <= _HAPPENED:
        return True
    if first.field != second.field or first.field not in _NEAR:
        return False
    mine, others = own_weights(first), own_weights(second)
    shared = sum(min(mine[word], others[word]) for word in mine.keys() & others.keys())
    least = min(sum(mine.values()), sum(others.values()))
    return least > 0 and shared >= LEAST_SHARED * least
