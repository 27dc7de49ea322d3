"""Reading rules for dates, times, years and ordinals in languages with spaces between words."""

from __future__ import annotations

import re
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.context import Context
from renderer.text.normalization.german import ordinal_ending
from renderer.text.normalization.ordinals import DAY, say_ordinal, say_russian_ordinal, say_year

_ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTTED: Final = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_SLASHED: Final = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})")
_AMERICAN: Final = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})")
_CLOCK: Final = re.compile(r"(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?P<half>[aApP]\.?[mM]\.?)?")
_LETTERED: Final = frozenset({Language.ES, Language.PT, Language.FR})
"""Languages that write "14h30"."""
_O_CLOCK: Final = {Language.DE: "Uhr", Language.HI: "बजे"}
"""The word after a time that is spoken before the minutes."""
_YEAR: Final = re.compile(r"1\d{3}|20\d\d")
_DECADE: Final = re.compile(r"(?:(early|mid|late)-)?'?(\d{1,3}0)'?s")
_BEFORE_DECADE: Final = frozenset(
    {"the", "early", "late", "mid", "in", "of", "his", "her", "their", "my", "your", "our"}
)
_ENGLISH_ORDINAL: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)", re.IGNORECASE)
_ROMANCE_ORDINAL: Final = re.compile(r"(\d+)\.?(º|ª|er|re|e|ème|eme|ère|os|as)")

_RUSSIAN_ENDINGS: Final = {
    "й": ("n", "m"),
    "ый": ("n", "m"),
    "ой": ("n", "m"),
    "я": ("n", "f"),
    "ая": ("n", "f"),
    "е": ("n", "n"),
    "ое": ("n", "n"),
    "го": ("g", "m"),
    "ого": ("g", "m"),
    "му": ("d", "m"),
    "ому": ("d", "m"),
    "м": ("p", "m"),
    "ом": ("p", "m"),
    "ю": ("a", "f"),
    "ую": ("a", "f"),
}
_RUSSIAN_PLURAL: Final = {"е": "n", "ые": "n", "х": "p", "ых": "p", "м": "d", "ым": "d", "ми": "i"}
_RUSSIAN_ORDINAL: Final = re.compile(r"(\d+)-([а-яё]{1,3})")


def date(context: Context) -> tuple[str, ...]:
    """Read a whole date in figures."""
    slashed = _AMERICAN if context.language is Language.EN else _SLASHED
    found = _ISO.fullmatch(context.core) or _DOTTED.fullmatch(context.core) or slashed.fullmatch(context.core)
    if (
        not found
        or not 1 <= int(found["month"]) <= len(context.words.months)
        or not DAY.fullmatch(found["day"])
    ):
        return ()
    day, year = str(int(found["day"])), found["year"]
    ending = ordinal_ending(context.before(), month=True) if context.language is Language.DE else ""
    return (
        context.words.date.format(
            day=_day(context.language, day) + ending,
            month=context.words.months[int(found["month"]) - 1],
            year=_year_of_date(context.language, year),
        ),
    )


def _day(language: Language, day: str) -> str:
    if language is Language.RU:
        return say_russian_ordinal(day, case="n", gender="n")
    if language in {Language.EN, Language.DE} or (language in {Language.FR, Language.PT} and day == "1"):
        return say_ordinal(day, language)
    return say_whole(day, language)


def _year_of_date(language: Language, year: str) -> str:
    return say_russian_ordinal(year, case="g") if language is Language.RU else say_year(year, language)


def clock(context: Context) -> tuple[str, ...]:
    """Read "14:30", "3:05pm", "14:30 Uhr"."""
    text = context.core
    if context.language in _LETTERED:
        text = re.sub(r"(?<=\d)h(?=\d)", ":", text)
    o_clock = context.at(1).core == _O_CLOCK.get(context.language) and context.joined_to(1)
    if o_clock and context.language is Language.DE:
        text = text.replace(".", ":")
    found = _CLOCK.fullmatch(text)
    if not found:
        return ()
    hour, minute = str(int(found["hour"])), found["minute"]
    half = found["half"] or ""
    named = half or (
        context.language is Language.EN and context.at(1).core.lower().replace(".", "") in {"am", "pm"}
    )
    said = _clock_words(context, hour, minute, named=bool(named))
    if o_clock:
        hours, _, minutes = said.partition(" ")
        return hours, minutes
    return (f"{said} {' '.join(half.replace('.', '').lower())}".strip(),)


def _clock_words(context: Context, hour: str, minute: str, *, named: bool) -> str:
    language, words = context.language, context.words
    feminine = "f" if language in {Language.ES, Language.PT, Language.FR} else "m"
    hours = say_whole(hour, language, gender=feminine, counts=True)
    if minute == "00":
        return hours if named else _of_one_hour(words.full_hour.format(hour=hours), hour, language)
    minutes = say_whole(str(int(minute)), language)
    if minute[0] == "0" and language in {Language.EN, Language.RU}:
        minutes = f"{'oh' if language is Language.EN else 'ноль'} {minutes}"
    return _of_one_hour(words.time.format(hour=hours, minute=minutes), hour, language)


def _of_one_hour(said: str, hour: str, language: Language) -> str:
    """Use the singular for one hour in French and Portuguese, and for zero hours in French."""
    if hour == "1" or (hour == "0" and language is Language.FR):
        return said.replace("heures", "heure").replace("horas", "hora")
    return said


def year(context: Context) -> tuple[str, ...]:
    """Read a bare number as a year where the context suggests one."""
    text = context.core
    if context.language is Language.RU or not _YEAR.fullmatch(text):
        return ()  # Russian years have a word behind them
    return (say_year(text, context.language),) if _is_year(context) else ()


def _is_year(context: Context) -> bool:
    before = context.at(-1).core
    words = context.words
    if before in words.year_before or before.lower() in words.year_before or context.is_month(-1):
        return True
    if re.fullmatch(r"\d{1,2}(st|nd|rd|th)?", before) and context.is_month(-2):
        return True
    # alone at the end of a phrase, a number from 1900 on is a year: "… died. 1986."
    recent = context.core >= "1900"  # four digits each, so text compares like numbers
    return recent and (not context.at(1).core or bool(context.items[context.index].tail))


def decade(context: Context) -> tuple[str, ...]:
    """Read "1990s", "the '80s", "the 490s BC" in English."""
    found = _DECADE.fullmatch(context.core) if context.language is Language.EN else None
    if not found:
        return ()
    part, digits = found.groups()
    if len(digits) == len("490") and not context.has_era(1):
        return ()
    sure = part or context.core.startswith("'") or len(digits) > len("80")
    if not sure and context.at(-1).core.lower() not in _BEFORE_DECADE:
        return ()
    return (f"{part or ''} {_decade(digits)}".strip(),)


def _decade(digits: str) -> str:
    words = say_year(digits, Language.EN) if len(digits) > len("90") else say_whole(digits, Language.EN)
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def ordinal(context: Context) -> tuple[str, ...]:
    """Read "3rd", "2.º", "1er", "3. Oktober", "5-го"."""
    rule = {
        Language.EN: _english_ordinal,
        Language.ES: _romance_ordinal,
        Language.PT: _romance_ordinal,
        Language.FR: _romance_ordinal,
        Language.DE: _german_ordinal,
        Language.RU: _russian_ordinal,
    }.get(context.language)
    said = rule(context) if rule else ""
    return (said,) if said else ()


def _english_ordinal(context: Context) -> str:
    found = _ENGLISH_ORDINAL.fullmatch(context.core)
    return say_ordinal(found.group(1).replace(",", ""), Language.EN) if found else ""


def _romance_ordinal(context: Context) -> str:
    if found := _ROMANCE_ORDINAL.fullmatch(context.core):
        feminine = found.group(2) in {"ª", "re", "ère", "as"}
        said = say_ordinal(found.group(1), context.language, feminine=feminine)
        return said.removesuffix("o") if (context.language, found[2]) == (Language.ES, "er") else said
    return ""


def _german_ordinal(context: Context) -> str:
    word = context.items[context.index]
    if not re.fullmatch(r"\d{1,3}", word.core) or word.dotted == word.core or not context.at(1).core:
        return ""
    if not context.at(1).core[0].isalpha():
        return ""
    month = context.at(1).core in context.words.month_words
    return say_ordinal(word.core, Language.DE) + ordinal_ending(context.before(), month=month)


def _russian_ordinal(context: Context) -> str:
    if found := _RUSSIAN_ORDINAL.fullmatch(context.core):
        digits, ending = found.groups()
        decade = digits.endswith("0") and len(digits) in {2, 4} and ending in {"е", "х", "ых", "ые", "ми"}
        if decade:
            return say_russian_ordinal(digits, case=_RUSSIAN_PLURAL[ending], plural=True)
        case, gender = _RUSSIAN_ENDINGS.get(ending, ("", "m"))
        return say_russian_ordinal(digits, case=case, gender=gender) if case else ""
    return ""
