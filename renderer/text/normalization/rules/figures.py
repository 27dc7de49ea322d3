"""Figures alone, with a sign or inside a word ("-5", "COVID-19", "3D"), and signs that are spoken."""

from __future__ import annotations

import re
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_digits, say_whole
from renderer.text.normalization.context import Context
from renderer.text.normalization.number_words import spoken_words
from renderer.text.normalization.numbers import NUMBER, parse_number, say_number
from renderer.text.normalization.speakable import is_speakable

_SIGNED: Final = re.compile(rf"([-−+±~≈<>])?({NUMBER})")
_PIECES: Final = regex.compile(rf"{NUMBER}|[\p{{L}}\p{{M}}'\u200c\u200d]+|[^\p{{L}}\p{{M}}\p{{N}}]+")
SHORTEST_NOUN: Final = 3
LONGEST_CODE: Final = 4
"""Longer figures inside a word ("A320123") are read digit by digit."""
_SHOWN_GENDER: Final = {
    Language.ES: re.compile(r"(?:a|as|ción|ciones|dad|dades)$"),
    Language.PT: re.compile(r"(?:a|as|ção|ções|dade|dades)$"),
    Language.DE: re.compile(r"(?:e|ung|heit|keit|schaft|ion)$"),
    Language.FR: re.compile(r"(?:ion|té|ée|euse|ette)s?$"),
    Language.RU: re.compile(r"(?:[ыи]|[ыи]е)$"),
}


def figure(context: Context) -> tuple[str, ...]:
    """Read a plain number, possibly with a sign."""
    found = _SIGNED.fullmatch(context.core)
    if not found:
        return ()
    said = _agreeing(context, found.group(2)) or reading(found.group(2), context.language)
    sign = found.group(1) or ""
    word = context.words.minus if sign in {"-", "−"} else context.words.symbols.get(sign, "")
    return (f"{word} {said}".strip() if sign else said,)


def _agreeing(context: Context, digits: str) -> str:
    """Read one and two in the gender that their noun's ending shows: "una persona", "duas casas"."""
    noun = context.at(1).core
    if context.language not in _SHOWN_GENDER or not digits.isdecimal() or not context.joined_to(1):
        return ""
    if not noun[0].isalpha() or len(noun) < SHORTEST_NOUN:
        return ""
    gender = "f" if _SHOWN_GENDER[context.language].search(noun) else "m"
    if context.language is Language.RU and not digits.endswith("2"):
        gender = {"а": "f", "я": "f", "о": "n", "е": "n"}.get(noun[-1], "m")
    return say_whole(digits, context.language, gender=gender, counts=True)


def reading(digits: str, language: Language) -> str:
    """Read a number as written; the parts of a version ("1.2.3") are read one by one."""
    number = parse_number(digits, language)
    if number is None:
        parts = re.split(r"\D+", digits)
        point = spoken_words(language).point
        return f" {point} ".join(say_whole(part, language) for part in parts if part)
    return say_number(number, language)


def sign(context: Context) -> tuple[str, ...]:
    """Read a sign that stands alone and is spoken: "&", "+"."""
    word = context.words.symbols.get(context.core, "")
    return (word,) if word else ()


def mixed(context: Context) -> tuple[str, ...]:
    """Read letters with figures or signs in one token: "COVID-19", "3D", "R&B", "and/or"."""
    text, language = context.core, context.language
    if not re.search(r"\d", text) and not any(mark in text for mark in context.words.symbols):
        return ()
    said = []
    for piece in _PIECES.findall(text):
        if re.fullmatch(NUMBER, piece):
            long_code = len(piece) > LONGEST_CODE and piece.isdecimal()
            said.append(say_digits(piece, language) if long_code else reading(piece, language))
        elif is_speakable(piece):
            said.append(piece)
        else:
            said += [context.words.symbols[mark] for mark in piece if mark in context.words.symbols]
    return (" ".join(said),)
