"""Detects sentences that lean on the one before: those opened by a pronoun or connective that points back.

The openings are listed in assets/manuscript/leaning.toml by language, in lower case. They are compared with
whole words in spaced languages, and with the first characters in Chinese and Japanese.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

import regex

from renderer.assets import ASSETS
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.languages import is_spaced

LEANING_FILE: Final = ASSETS / "manuscript" / "leaning.toml"
_BEFORE: Final = regex.compile(r"^[\p{P}\p{S}\s]+")
_BETWEEN: Final = regex.compile(r"[\s,]+")


@cache
def openings(language: Language) -> tuple[str, ...]:
    """The language's openings that point back, longest first.

    Raises:
        ClipwrightError: `asset_missing` when the file or the language's list is not there.
    """
    try:
        listed = tomllib.loads(LEANING_FILE.read_text(encoding="utf-8"))
        found: list[str] = listed[language.value]["openings"]
    except (OSError, KeyError) as error:
        raise ClipwrightError("asset_missing", path="assets/manuscript/leaning.toml") from error
    return tuple(sorted(map(str.casefold, found), key=len, reverse=True))


def leans(text: str, language: Language) -> bool:
    """Whether a sentence opens with something that only the sentence before it explains."""
    opened: str = _BEFORE.sub("", text).casefold()
    if not is_spaced(language):
        return opened.startswith(openings(language))
    words: str = _BETWEEN.sub(" ", opened) + " "
    return words.startswith(tuple(f"{opening} " for opening in openings(language)))
