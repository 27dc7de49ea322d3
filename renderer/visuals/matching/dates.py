"""Calendar days that a text names, in ten languages, for calendars with the right weekdays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import CalendarDay
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.plain import plain

_FIRST_YEAR: Final = 1583
"""Earlier, few countries used the calendar whose weekdays are known."""

_LAST_YEAR: Final = 2100
_LONGEST_MONTH: Final = 31
_NEAR: Final = 3
"""Maximum distance in words between day, month and year of one date."""

_MONTHS: Final[dict[Language, str]] = {
    Language.EN: "January February March April May June July August September October November December",
    Language.ES: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    Language.PT: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    Language.FR: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    Language.DE: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    Language.RU: "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
    Language.HI: "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    Language.AR: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    Language.ZH: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    Language.JA: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
}
_IN_TEXTS: Final[dict[Language, str]] = {
    Language.RU: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
"""Inflected names of months in texts."""

_WEEKDAYS: Final[dict[Language, str]] = {
    Language.EN: "M T W T F S S",
    Language.ES: "L M X J V S D",
    Language.PT: "S T Q Q S S D",
    Language.FR: "L M M J V S D",
    Language.DE: "M D M D F S S",
    Language.RU: "П В С Ч П С В",
    Language.HI: "सो मं बु गु शु श र",
    Language.AR: "ن ث ر خ ج س ح",
    Language.ZH: "一 二 三 四 五 六 日",
    Language.JA: "月 火 水 木 金 土 日",
}
"""Weekdays from Monday on (Unicode CLDR, narrow)."""

_SUNDAY_FIRST: Final = frozenset({Language.EN, Language.PT, Language.HI, Language.AR, Language.JA})
_EAST_ASIAN: Final = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})[日号]")

_EAST_ASIAN_MONTH: Final = re.compile(r"\d{1,2}月(?![亮球])")
_EAST_ASIAN_DAY: Final = re.compile(r"\d{1,2}[日号]")
_BETWEEN: Final = frozenset({"de", "of"})
"""Words that may come between a day and its month."""

_BEFORE_YEARS: Final[dict[Language, str]] = {
    Language.EN: "in since until till year early late mid circa summer spring winter autumn fall",
    Language.ES: "en año desde hasta del",
    Language.PT: "em ano desde até",
    Language.FR: "en année depuis dès",
    Language.DE: "in im jahr jahre seit anno",
    Language.RU: "в с до к после около",
    Language.AR: "عام سنة العام السنة منذ",
    Language.HI: "सन् सन वर्ष साल",
}
"""Words that make a bare number after them a year, whatever follows."""
_BEFORE_AMOUNTS: Final[dict[Language, str]] = {
    Language.EN: "only just about nearly almost over than some exactly all for",
    Language.ES: "solo sólo unos casi más apenas para",
    Language.PT: "só apenas uns quase mais para",
    Language.FR: "seulement environ presque que pour",
    Language.DE: "nur etwa fast rund über knapp für",
    Language.RU: "на лишь только почти всего более",
    Language.AR: "حوالي نحو فقط",
    Language.HI: "केवल सिर्फ लगभग करीब",
}
_AFTER_YEARS: Final = "год года году годах г гг bc bce ad ce में ई ईस्वी م و and und y e et и bis to through"


def names_year(words: Sequence[str], at: int, language: Language) -> bool:
    """Whether the bare number at `at` can be a year, unlike those that count: "1178 people", "only 1178".

    In Chinese and Japanese, years are recognised by their sign.
    """
    if language in UNSPACED:
        return True
    before = plain(words[at - 1], language) if at else ""
    after = plain(words[at + 1], language) if at + 1 < len(words) else ""
    if before in _BEFORE_YEARS[language].split() or after in _AFTER_YEARS.split():
        return True
    if before in _BEFORE_AMOUNTS[language].split():
        return False
    ends = not words[at].rstrip()[-1:].isalnum()
    return ends or not is_content(after, language)


def names_day(words: Sequence[str], at: int, language: Language) -> bool:
    """Whether the number at `at` is a day or, in Chinese and Japanese, a month, and so no amount.

    A number after a month counts what follows it, if anything does ("in March 12 ships").
    """
    if language in UNSPACED:
        rest, before = "".join(words[at:]), "".join(words[:at])
        month = _EAST_ASIAN_MONTH.match(rest)
        return bool(month or (_EAST_ASIAN_DAY.match(rest) and before.endswith("月")))
    if not 0 < _number(plain(words[at], language)) <= _LONGEST_MONTH:
        return False
    behind = [place for place in range(at + 1, len(words)) if plain(words[place], language) not in _BETWEEN]
    if behind and _is_month(words[behind[0]], language):
        return True
    ends = at + 1 == len(words) or not words[at].rstrip()[-1:].isalnum()
    counts = not ends and is_content(words[at + 1], language)
    return at > 0 and _is_month(words[at - 1], language) and not counts


def _is_month(word: str, language: Language) -> bool:
    return plain(word, language) in _months(language) and not (language is Language.EN and word[:1].islower())


def day_in(words: Sequence[str], language: Language, *, near: Sequence[str] = ()) -> CalendarDay:
    """The first day with month and year; the year may be elsewhere in the sentence (`near`)."""
    if language in UNSPACED:
        hit = _EAST_ASIAN.search("".join(words))
        return _day(int(hit[1]), int(hit[2]), int(hit[3]), language) if hit else CalendarDay()
    months = _months(language)
    bare = [plain(word, language) for word in words]
    for place, word in enumerate(bare):
        if not _is_month(words[place], language):
            continue
        around = bare[max(place - _NEAR, 0) : place + _NEAR + 1]
        spoken = (*around, *(plain(one, language) for one in near))
        years = [number for number in map(_year, spoken) if number]
        day = _day_at(words, place, -1, language) or _day_at(words, place, 1, language)
        if day and years:
            return _day(years[0], months[word], day, language)
    return CalendarDay()


def _day_at(words: Sequence[str], month: int, step: int, language: Language) -> int:
    """The day on one side of a month; beyond a year or another word, a number counts something else."""
    for at in range(month + step, month + step * (_NEAR + 1), step):
        word = plain(words[at], language) if 0 <= at < len(words) else ""
        if 0 < _number(word) <= _LONGEST_MONTH:
            return _number(word)
        if _year(word) or is_content(word, language):
            break
    return 0


@lru_cache(maxsize=16)
def _months(language: Language) -> dict[str, int]:
    every = [*_MONTHS[language].split(), *_IN_TEXTS.get(language, "").split()]
    return {plain(name, language): place % 12 + 1 for place, name in enumerate(every)}


def _number(word: str) -> int:
    """The number of a day, without ordinal endings; 0 if it is no number."""
    digits = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|er|º|o|-?го)?", word)
    return int(digits[1]) if digits else 0


def _year(word: str) -> int:
    return int(word) if re.fullmatch(r"\d{4}", word) and _FIRST_YEAR <= int(word) < _LAST_YEAR else 0


def _title(year: int, month: int, language: Language) -> str:
    name = _MONTHS[language].split()[month - 1]
    return f"{year}年{name}" if language in UNSPACED else f"{name} {year}"


def _day(year: int, month: int, number: int, language: Language) -> CalendarDay:
    try:
        first = date(year, month, 1)
        date(year, month, number)
    except ValueError:
        return CalendarDay()
    if not _FIRST_YEAR <= year < _LAST_YEAR:
        return CalendarDay()
    following = date(year + month // 12, month % 12 + 1, 1)
    sunday = language in _SUNDAY_FIRST
    weekdays = _WEEKDAYS[language].split()
    return CalendarDay(
        year=year,
        month=_title(year, month, language),
        day=number,
        days=(following - first).days,
        first=(first.weekday() + sunday) % 7,
        weekdays=tuple([*weekdays[-1:], *weekdays[:-1]] if sunday else weekdays),
    )
