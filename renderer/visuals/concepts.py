"""Everyday words that emoji names miss ("village", "debt", "market"), tied to artwork by hand.

The table is assets/artwork/concepts.toml: one entry a concept, with its artwork and its words in the ten
languages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from renderer.contract.vocabulary import Language
from renderer.visuals.artwork import ARTWORK_FOLDER, artwork_names
from renderer.visuals.table import Table, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One idea: its words in a language, its artwork, best first.

    `weight` is 1 for things one can see and less for ideas that should give way to them ("year", "people").
    """

    words: tuple[str, ...]
    artwork: tuple[str, ...]
    weight: float


@lru_cache(maxsize=16)
def concepts(language: Language) -> tuple[Concept, ...]:
    """All concepts in one language.

    Raises:
        ClipwrightError: `pack_invalid` naming the entry when it is not well formed.
    """
    entries = read_table(ARTWORK_FOLDER / "concepts.toml").tables("concept")
    return tuple(_concept(entry, language) for entry in entries)


def _concept(entry: Table, language: Language) -> Concept:
    entry.only({"artwork", "weight", *(member.value for member in Language)})
    return Concept(
        words=tuple(word.strip() for word in entry.text(language.value).split(",")),
        artwork=entry.choices("artwork", artwork_names()),
        weight=entry.number("weight", 0.1, 2.0),
    )
