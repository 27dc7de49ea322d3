"""Where a word may be cut at the end of a line, by hyphenation patterns (F. M. Liang, 1983)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

import regex

from renderer.contract.vocabulary import Language

# LibreOffice dictionaries as bundled with Pyphen; the other languages are not hyphenated at syllables.
_PATTERNS: Final[dict[Language, str]] = {
    Language.EN: "en_US",
    Language.ES: "es",
    Language.PT: "pt_BR",
    Language.FR: "fr",
    Language.DE: "de_DE",
    Language.RU: "ru_RU",
}
_WORD: Final = regex.compile(r"\p{L}[\p{L}\p{M}]+")
_JOINT: Final = regex.compile(r"(?<=\w[-\u2010–—/_.@&+=?#:])(?=\w)")


@cache
def _patterns(language: Language) -> Any:
    import pyphen  # noqa: PLC0415 - dictionaries load only when a word is too long for a line

    return pyphen.Pyphen(lang=_PATTERNS[language])


@lru_cache(maxsize=1024)
def syllable_breaks(text: str, language: Language) -> tuple[int, ...]:
    """Positions in `text`, in order, where readers expect a break: between syllables and after joints.

    Joints are hyphens, slashes, dots and the like inside a compound or an address. Languages without patterns
    break at joints only.
    """
    found = {match.start() for match in _JOINT.finditer(text)}
    if language in _PATTERNS:
        for match in _WORD.finditer(text):
            positions = _patterns(language).positions(match[0].lower())
            # A position with `data` would respell its neighbours, which a caption must not do.
            found |= {match.start() + int(at) for at in positions if not at.data}
    return tuple(sorted(found))
