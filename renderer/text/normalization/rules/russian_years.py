"""The reading rule for Russian years."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.context import Context
from renderer.text.normalization.numbers import Number, plural_form
from renderer.text.normalization.ordinals import RUSSIAN_PREPOSITIONS, say_russian_ordinal

_YEAR: Final = re.compile(r"[1-9]\d{0,3}")
_RECENT: Final = re.compile(r"1\d{3}|20\d\d")
_CASES: Final = {"год": "n", "года": "g", "году": "p", "годом": "i"}


def russian_year(context: Context) -> tuple[str, ...]:
    """Read "1917 году", "1912 г.", "44 г. до н. э.": an ordinal in the case of the word after it."""
    if context.language is not Language.RU or not _YEAR.fullmatch(context.core):
        return ()
    if not context.joined_to(1):
        return ()
    if not _RECENT.fullmatch(context.core) and not _is_early(context):
        return ()
    before = context.at(-1).core.lower()
    if context.at(1).dotted == "г.":
        inside = before in RUSSIAN_PREPOSITIONS
        said = say_russian_ordinal(context.core, case="p" if inside else "g")
        return said, "году" if inside else "года"
    case = _CASES.get(context.at(1).core, "")
    case = "d" if case == "p" and before in {"к", "ко"} else case
    return (say_russian_ordinal(context.core, case=case),) if case else ()


def _is_early(context: Context) -> bool:
    """Whether a figure below 1000 is a year, not a count: "2 года", "21 год", but "в 2 году", "476 года"."""
    if context.has_era(2) or context.at(1).core == "году":
        return True
    counts = plural_form(("год", "года", "лет"), Number(whole=context.core), Language.RU)
    return counts == "лет" and context.at(1).core == "года"
