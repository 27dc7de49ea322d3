"""Reads assets/grammar.toml: words that indicate the part of speech of their neighbours."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language

GRAMMAR_FILE: Final = ASSETS / "grammar.toml"


class _Lists(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Words of one language, separated by spaces; described in the file."""

    before_verbs: str = ""
    before_adjectives: str = ""
    before_nouns: str = ""
    auxiliaries: str = ""
    others: str = ""
    nouns: str = ""


class Grammar(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The word lists of a language as sets of lower-case words."""

    before_verbs: frozenset[str]
    before_adjectives: frozenset[str]
    before_nouns: frozenset[str]
    auxiliaries: frozenset[str]
    others: frozenset[str]
    nouns: frozenset[str]


@functools.cache
def grammar(language: Language, path: Path = GRAMMAR_FILE) -> Grammar:
    """Read the word lists of a language; empty where the file has none for it.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    lists = read_asset(path, dict[Language, _Lists]).get(language, _Lists())
    return Grammar(
        **{name: frozenset(words.split()) for name, words in msgspec.structs.asdict(lists).items()}
    )
