"""Reading rules for years next to an era: "1500 BC", "AD 79", "79 n. Chr.", "656 هـ"."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.context import BEFORE_YEAR, Context
from renderer.text.normalization.ordinals import say_year

_YEAR: Final = re.compile(r"[1-9]\d{0,3}")
_YEARS: Final = re.compile(r"([1-9]\d{0,3})[-–]([1-9]\d{0,3})")
_COUNTED_IN_HUNDREDS: Final = range(1100, 2000)
"""German years read like fünfzehnhundert."""
_TO: Final = {
    Language.EN: frozenset({"to", "and", "or", "until"}),
    Language.DE: frozenset({"bis", "und", "oder"}),
    Language.HI: frozenset({"से", "और", "या"}),
}
"""Words between two years of the same era."""
_OTHERWISE_READ: Final = {Language.EN, Language.DE, Language.HI}
"""Languages that read a year differently from a number."""
_ARABIC_YEAR: Final = re.compile(r"(\d{1,4})(م|هـ)?")
_ARABIC_ERAS: Final = {"م": "للميلاد", "هـ": "للهجرة"}
_YEAR_BEFORE_ARABIC: Final = re.compile(r"[وفبل]*(?:ال)?(?:عام|سنة|قرن)")
"""Words that mark a number as a year, since the same letter abbreviates both the era and metres."""


def year_of_era(context: Context) -> tuple[str, ...]:
    """Read a year, or two, next to an era."""
    if context.language is Language.AR:
        return _arabic(context)
    if context.language not in _OTHERWISE_READ:
        return ()
    text = context.core
    if found := _YEARS.fullmatch(text):
        first, last = (_said(digits, context.language) for digits in found.groups())
        return (f"{first} {context.words.range} {last}",) if context.has_era(1) else ()
    return (_said(text, context.language),) if _YEAR.fullmatch(text) and _beside_era(context) else ()


def _beside_era(context: Context) -> bool:
    before = context.at(-1)
    if context.language is Language.EN and {before.core, before.dotted} & BEFORE_YEAR:
        return True
    if not context.at(0).tail and context.has_era(1):
        return True
    joint = context.at(1).core in _TO[context.language] and context.joined_to(2)
    return joint and bool(_YEAR.fullmatch(context.at(2).core)) and context.has_era(3)


def _said(digits: str, language: Language) -> str:
    if language is Language.DE and int(digits) not in _COUNTED_IN_HUNDREDS:
        return say_whole(digits, language)
    return say_year(digits, language)


def _arabic(context: Context) -> tuple[str, ...]:
    found = _ARABIC_YEAR.fullmatch(context.core)
    if not found:
        return ()
    digits, glued = found.groups()
    era = glued or (context.at(1).core if context.joined_to(1) else "")
    dated = bool(_YEAR_BEFORE_ARABIC.fullmatch(context.at(-1).core)) or context.is_month(-1)
    if era not in _ARABIC_ERAS or (era == "م" and not dated):
        return ()
    said = say_whole(digits, Language.AR)
    return (f"{said} {_ARABIC_ERAS[era]}",) if glued else (said, _ARABIC_ERAS[era])
