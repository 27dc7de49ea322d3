"""Numbers of WordNet's lexicographer files, its fields of meaning (wninput(5WN), lexnames(5WN))."""

from __future__ import annotations

from typing import Final

ANIMAL: Final = "05"
COMMUNICATION: Final = "10"
NATURAL_OBJECT: Final = "17"
PERSON: Final = "18"
PLACE: Final = "15"

COUNTABLE: Final = frozenset({"05", "06", "18", "20"})
"""Fields of countable things: animals, artifacts, persons, plants."""
ALIVE: Final = frozenset({ANIMAL, PERSON})
