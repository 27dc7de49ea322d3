"""Reading rules for the day of a month: "5 March", "5–9 March", "Am 5.3.", "5 марта", "1 de março"."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.arabic import arabic_day
from renderer.text.normalization.context import Context
from renderer.text.normalization.german import ordinal_ending
from renderer.text.normalization.ordinals import DAY, say_ordinal, say_russian_ordinal

_ENGLISH_DAY: Final = re.compile(r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_DAYS: Final = re.compile(r"(\d{1,2})[-–](\d{1,2})")
_GERMAN_DAYS: Final = re.compile(r"(\d{1,2})\.[-–](\d{1,2})")
_DAY_AND_MONTH: Final = re.compile(r"(\d{1,2})\.(\d{1,2})")
_BEFORE_GERMAN_DATE: Final = frozenset({"am", "vom", "zum", "dem", "den"})
_DETERMINERS: Final = frozenset({"the", "this", "that", "every", "each", "next", "last"})
_TO: Final = {
    Language.EN: frozenset({"to", "and", "or", "until", "till", "through"}),
    Language.FR: frozenset({"au", "et", "ou"}),
    Language.PT: frozenset({"a", "ao", "e", "ou"}),
    Language.RU: frozenset({"по", "до", "и", "или"}),
}
"""Words between two days of the same month."""
_LOOSE: Final = frozenset({Language.FR, Language.RU})
"""Languages in which a day may be followed by a mistaken full stop: "12. мая"."""
_OF: Final = frozenset({"de", "من"})
"""Words between a day and its month in Portuguese and Arabic."""
_RUSSIAN_CASES: Final = {
    "на": "a", "по": "a", "за": "a", "к": "d", "ко": "d", "между": "i", "сегодня": "n", "завтра": "n",
}  # fmt: skip
"""The case that a word requires of the day after it; after any other word it is in the genitive."""
_RUSSIAN_AND: Final = frozenset({"и", "или"})


def day(context: Context) -> tuple[str, ...]:
    """Read a day next to its month, or before another day that is."""
    rule = {
        Language.EN: _english,
        Language.DE: _german,
        Language.FR: _first,
        Language.PT: _first,
        Language.RU: _russian,
        Language.AR: _arabic,
    }.get(context.language)
    said = rule(context) if rule else ""
    return (said,) if said else ()


def _month_follows(context: Context, step: int = 1) -> bool:
    """Whether a month is `step` words on, possibly after "de"."""
    if context.language in {Language.PT, Language.AR} and context.at(step).core in _OF:
        step += 1
    elif context.language is Language.PT:
        return False
    dotted = step == 1 and context.at(0).tail == "." and context.language in _LOOSE
    return (dotted or context.joined_to(step)) and context.is_month(step)


def _month_before(context: Context) -> bool:
    """Whether a month precedes this word; the full stop of an abbreviated month does not separate them."""
    word = context.at(-1)
    return context.is_month(-1) and (not word.tail or word.core not in context.words.month_words)


def _another_follows(context: Context) -> bool:
    """Whether this is the first of two days: "5 to 9 March"."""
    joint = context.at(1).core in _TO.get(context.language, frozenset())
    return joint and bool(_ENGLISH_DAY.fullmatch(context.at(2).core)) and _month_follows(context, 3)


def _english(context: Context) -> str:
    before = context.at(-1)
    article = "" if before.core.lower() in _DETERMINERS and not before.tail else "the "
    if (found := _DAYS.fullmatch(context.core)) and all(map(DAY.fullmatch, found.groups())):
        first, last = (say_ordinal(digits, Language.EN) for digits in found.groups())
        if _month_before(context):
            return f"{first} to {last}"
        return f"{article}{first} to the {last} of" if _month_follows(context) else ""
    single = _ENGLISH_DAY.fullmatch(context.core)
    if not single:
        return ""
    said = say_ordinal(str(int(single[1])), Language.EN)
    if _month_before(context):
        return said
    if _month_follows(context):
        return f"{article}{said} of"
    return f"{article}{said}" if _another_follows(context) else ""


def _german(context: Context) -> str:
    word = context.at(0)
    if word.dotted == word.core:
        return ""
    ending = ordinal_ending(context.before(), month=True)
    if (found := _GERMAN_DAYS.fullmatch(word.core)) and context.is_month(1):
        first, last = (say_ordinal(digits, Language.DE) + ending for digits in found.groups())
        return f"{first} {context.words.range} {last}"
    found = _DAY_AND_MONTH.fullmatch(word.core)
    dated = found and DAY.fullmatch(found[1]) and 1 <= int(found[2]) <= len(context.words.months)
    if not found or not dated or context.at(-1).core.lower() not in _BEFORE_GERMAN_DATE:
        return ""
    month = context.words.months[int(found[2]) - 1]
    return f"{say_ordinal(str(int(found[1])), Language.DE)}{ending} {month}"


def _first(context: Context) -> str:
    """Read the first of a month as an ordinal, the only one in French and Portuguese."""
    follows = context.core == "1" and (_month_follows(context) or _another_follows(context))
    return say_ordinal("1", context.language) if follows else ""


def _russian(context: Context) -> str:
    if not DAY.fullmatch(context.core) or not (_month_follows(context) or _another_follows(context)):
        return ""
    shared = context.at(-1).core in _RUSSIAN_AND and DAY.fullmatch(context.at(-2).core)
    governing = context.at(-3 if shared else -1)
    case = "g" if governing.tail else _RUSSIAN_CASES.get(governing.core.lower(), "g")
    return say_russian_ordinal(str(int(context.core)), case=case, gender="n")


def _arabic(context: Context) -> str:
    if not DAY.fullmatch(context.core) or not _month_follows(context):
        return ""
    said = arabic_day(int(context.core))
    return said if context.at(1).core in _OF else f"{said} من"
