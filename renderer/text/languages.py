"""Properties of the ten languages that typesetting depends on."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import Language

RIGHT_TO_LEFT: Final = frozenset({Language.AR})
UNSPACED: Final = frozenset({Language.ZH, Language.JA})
CASED: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.DE, Language.RU})


def is_rtl(language: Language) -> bool:
    """Whether lines of this language run from right to left."""
    return language in RIGHT_TO_LEFT


def is_spaced(language: Language) -> bool:
    """Whether words are separated by spaces."""
    return language not in UNSPACED


def upper(text: str, language: Language) -> str:
    """Capitals where the language's script has them, else `text` unchanged.

    German ß becomes SS, as its orthography requires in all-capital text. Latin words inside Arabic, Hindi,
    Chinese or Japanese stay as they are: capitals in only part of a line would look like shouting.
    """
    return text.upper() if language in CASED else text
