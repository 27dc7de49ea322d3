"""What the ten languages need from typesetting."""

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
    """Whether words are parted by spaces."""
    return language not in UNSPACED


def upper(text: str, language: Language) -> str:
    """Capitals where the language's script has them, else `text` unchanged.

    German ß becomes SS as its orthography asks in running capitals. Latin words inside Arabic, Hindi, Chinese
    or Japanese stay as they are: capitals for some words of a line would shout.
    """
    return text.upper() if language in CASED else text
