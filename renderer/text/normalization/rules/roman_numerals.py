"""Roman numerals, read only where the adjacent word leaves no doubt."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.context import Context
from renderer.text.normalization.ordinals import RUSSIAN_PREPOSITIONS, say_ordinal, say_russian_ordinal

_ROMAN: Final = re.compile(r"(?=[IVXL])(XL|L?X{0,3})(IX|IV|V?I{0,3})")
_FRENCH_CENTURY: Final = re.compile(r"([IVX]+)(?:e|er|ème|ᵉ)")
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50}
_RUSSIAN_CENTURY: Final = {"век": "n", "века": "g", "веке": "p", "веком": "i", "веку": "d"}
_OF_WOMEN: Final = ("a", "eth", "Isabel")
"""Endings of queens' names; "Friedrich" and "Heinrich" end in "h" as well."""
_LAST_CENTURY: Final = 30
_ORDINAL_UP_TO: Final = {Language.ES: 10, Language.PT: 10, Language.FR: 1}


def roman_value(text: str) -> int:
    """The value, 1 to 89, or 0 when `text` is not a Roman numeral."""
    if not text or not _ROMAN.fullmatch(text):
        return 0
    values = [_VALUES[letter] for letter in text]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def roman(context: Context) -> tuple[str, ...]:
    """Read "Louis XIV", "siglo XIX", "XIXe siècle", "XIX век", "Chapter II"."""
    if context.language is Language.RU and (century := _russian_century(context)):
        return century
    said = _french_century(context) or _after_name(context)
    return (said,) if said else ()


def _french_century(context: Context) -> str:
    if context.language is not Language.FR:
        return ""
    found = _FRENCH_CENTURY.fullmatch(context.core)
    value = roman_value(found.group(1)) if found else 0
    return say_ordinal(str(value), Language.FR) if value else ""


def _russian_century(context: Context) -> tuple[str, ...]:
    """Read "XX веке", "20 в."."""
    value = roman_value(context.core) or (int(context.core) if re.fullmatch(r"\d{1,2}", context.core) else 0)
    if not 0 < value <= _LAST_CENTURY or not context.joined_to(1):
        return ()
    if context.at(1).dotted == "в.":
        inside = context.at(-1).core.lower() in RUSSIAN_PREPOSITIONS
        return say_russian_ordinal(str(value), case="p" if inside else "g"), "веке" if inside else "века"
    case = _RUSSIAN_CENTURY.get(context.at(1).core, "")
    return (say_russian_ordinal(str(value), case=case),) if case else ()


def _after_name(context: Context) -> str:
    value = roman_value(context.core)
    before = context.at(-1)
    if not value or before.tail:
        return ""
    digits = str(value)
    if before.core in context.words.counted:
        return say_whole(digits, context.language)
    if before.core not in context.words.regnal:
        return ""
    if context.language is Language.RU:
        return say_russian_ordinal(digits, case="n", gender="f" if before.core[-1] == "а" else "m")
    if value > _ORDINAL_UP_TO.get(context.language, value):
        return say_whole(digits, context.language)
    feminine = before.core.endswith(_OF_WOMEN)
    said = say_ordinal(digits, context.language, feminine=feminine)
    articles = {Language.EN: "the ", Language.DE: "die " if feminine else "der "}
    said = said.capitalize() if context.language is Language.DE else said
    return articles.get(context.language, "") + said
