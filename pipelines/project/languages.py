"""Which supported language a text is in: by its label if that names one, otherwise by its letters."""

from __future__ import annotations

from renderer.contract.vocabulary import Language
from renderer.text.language_check import seems_written_in

_BY_LETTERS = (Language.ZH, Language.JA, Language.HI, Language.AR, Language.RU)


def language_of(label: str | None, text: str) -> Language:
    """The language of a text with a label such as "en", "pt-BR" or "pt_BR", or without one."""
    base = (label or "").lower().replace("_", "-").partition("-")[0]
    if base in set(Language):
        return Language(base)
    letters = any(char.isalpha() for char in text)
    candidates = (*_BY_LETTERS, *Language)
    return next((one for one in candidates if letters and seems_written_in(text, one)), Language.EN)
