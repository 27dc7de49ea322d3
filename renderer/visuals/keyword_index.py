"""The keyword index of a language: which artwork a word or a few words in a row may call for.

It ships ready made (assets/artwork/index.zip, by tools/build_index.py); `indexing` says how.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.artwork import ARTWORK_FOLDER

INDEX_FILE: Final = ARTWORK_FOLDER / "index.zip"
FLAG: Final = "flag-"
UNSPACED: Final = frozenset({Language.ZH, Language.JA})
OF_CONCEPT: Final = 2.5
"""Weight of a concept's word; only a drawing's own name weighs more."""

Term = tuple[str, ...]
"""Stems of a few words in a row; where the script has no spaces, one normalised text."""

_BETWEEN: Final = "\t"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordIndex:
    """Which artwork a term may call for, and by what weight; see `hits`.

    `postings`: key of a term → places in `artwork` and in `weights`, by turns.
    `small`: stems of words for a nation that its language writes small, as "немецкий" or "français".
    `places`: flag → the names, whole and normalised, that may call for it where there are no capitals.
    """

    artwork: tuple[str, ...]
    weights: tuple[float, ...]
    postings: dict[str, tuple[int, ...]]
    small: frozenset[str]
    places: dict[str, frozenset[str]]

    def hits(self, term: Term) -> Iterator[tuple[str, float]]:
        """Artwork for a term with its weight, rarity included."""
        found = self.postings.get(key_of(term), ())
        for drawing, weight in zip(found[::2], found[1::2], strict=True):
            yield self.artwork[drawing], self.weights[weight]

    def knows(self, term: Term) -> bool:
        """Whether the term calls for any artwork."""
        return key_of(term) in self.postings


def key_of(term: Term) -> str:
    """The term as a key of the postings."""
    return _BETWEEN.join(term)


@lru_cache(maxsize=16)
def keyword_index(language: Language) -> KeywordIndex:
    """The shipped index.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    if not INDEX_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/index.zip")
    with zipfile.ZipFile(INDEX_FILE) as archive:
        return msgspec.json.decode(archive.read(f"{language.value}.json"), type=KeywordIndex)
