"""Nouns after figures: their plural forms and gender, and the word that links them to a scale."""

from __future__ import annotations

from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import spoken_words


def forms_of(entry: str) -> tuple[tuple[str, ...], str]:
    """Parse a table entry into plural forms and gender."""
    gender, colon, rest = entry.partition(":")
    return (tuple(rest.split("|")), gender) if colon else (tuple(entry.split("|")), "m")


def linked(link: str, noun: str, language: Language) -> str:
    """The noun after its linking word: "de dólares", and in French "d'euros"."""
    if language is Language.FR and link and noun[0] in "aeiou":
        return f"d'{noun}"
    return f"{link} {noun}".strip()


def linked_behind(forms: tuple[str, ...], language: Language, *, scale: str) -> str:
    """A noun in the form used after a scale: "de kilomètres" after millions, "kilomètres" after mille."""
    noun = forms[0] if language is Language.AR else forms[-1]
    link = "" if scale.endswith(("mil", "mille")) else spoken_words(language).scale_link
    return linked(link, noun, language)
