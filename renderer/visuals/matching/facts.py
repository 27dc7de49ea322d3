"""Facts in a phrase that a picture can show: numbers, money, years, trends, places, dates.

Nothing is invented: every value is read from the words as displayed, and a value that cannot be read with
certainty is left out. Comparisons are found in `comparing`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import CalendarDay, Figure, PictureFacts, Place
from renderer.painters.base import Need
from renderer.visuals.matching.dates import day_in, names_day, names_year
from renderer.visuals.matching.eras import era_before, era_behind
from renderer.visuals.matching.journeys import is_journey
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.places.cities import cities_around
from renderer.visuals.matching.places.gazetteer import places_in
from renderer.visuals.matching.quantities import CURRENCY_WORDS, PERCENT_WORDS, SCALES, SIGNS, TRENDS
from renderer.visuals.matching.stemming import normalised, stem

_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_COMMA_DECIMAL: Final = frozenset({Language.DE, Language.ES, Language.PT, Language.FR, Language.RU})
_LETTERS: Final = {
    "k": Decimal(10**3),
    "K": Decimal(10**3),
    "M": Decimal(10**6),
    "B": Decimal(10**9),
    "bn": Decimal(10**9),
    "T": Decimal(10**12),
}
FEWEST_COUNTED, MOST_COUNTED = 3, 100
_COUNTED_NEAR: Final = 2
"""Maximum distance in words from a number to what it counts: "12 brave sailors"."""

_LARGEST: Final = Decimal(10**15)
"""Beyond this, a picture is meaningless, and floats are no longer exact."""
_NUMBER: Final = re.compile(r"\d+(?:[.,'\u00a0\u202f٬٫]\d+)*")


class Quantity(Struct, frozen=True, kw_only=True):
    """One number of the phrase. `unit`: "%" or a currency code or ""; `at` is its word's index.

    `counts`: the number counts something, so it is not a year.
    """

    value: Decimal
    text: str
    unit: str
    at: int
    counts: bool = False

    @property
    def is_year(self) -> bool:
        """Whether it reads as a calendar year."""
        bare = self.unit == "" and self.text.isdigit() and len(self.text) == len("1929")
        return bare and not self.counts and _FIRST_YEAR <= self.value < _LAST_YEAR


class Facts(Struct, frozen=True, kw_only=True):
    """What was found, and the painters' needs that it meets."""

    found: PictureFacts
    meets: frozenset[Need]


def find_facts(words: Sequence[str], language: Language, *, near: Sequence[str] = ()) -> Facts:
    """Facts of the words of one phrase, as displayed; `near` are those of its sentence and title.

    Comparisons are found separately (`comparing`).
    """
    quantities = quantities_in(words, language)
    date = day_in(words, language, near=near)
    places = places_in(words, language, near=near)
    found = PictureFacts(
        number=_number([one for one in quantities if not (one.is_year or _is_of(one, date))]),
        years=tuple(int(quantity.value) for quantity in quantities if quantity.is_year),
        trend=_trend(words, language),
        places=places,
        date=date,
        journey=len(places) > 1 and is_journey(words, language),
        around=cities_around(places, language),
    )
    return Facts(found=found, meets=frozenset(_met(found)))


def _is_of(quantity: Quantity, date: CalendarDay) -> bool:
    """Whether the number is part of the date, and so no amount."""
    return bool(date.year) and quantity.unit == "" and quantity.value <= date.days


def counted(facts: Facts, words: Sequence[str], language: Language, *, name: str) -> Facts:
    """The facts with the number of things called `name`, if such a number precedes it."""
    for quantity in quantities_in(words, language):
        behind = "".join(words[quantity.at : quantity.at + 1 + _COUNTED_NEAR])
        own = name and normalised(name, language) in normalised(behind, language)
        whole = quantity.unit == "" and not quantity.is_year and quantity.value == int(quantity.value)
        if own and whole and FEWEST_COUNTED <= quantity.value <= MOST_COUNTED:
            found = replace(facts.found, count=int(quantity.value))
            return Facts(found=found, meets=facts.meets | {Need.COUNT})
    return facts


def located(facts: Facts, places: Sequence[Place], language: Language) -> Facts:
    """The facts with these places, if they have none of their own."""
    if facts.found.places or not places:
        return facts
    found = replace(facts.found, places=tuple(places), around=cities_around(places, language))
    return Facts(found=found, meets=facts.meets | {Need.PLACE})


def is_share(found: PictureFacts) -> bool:
    """Whether the number is a percentage of a whole."""
    return found.number.unit == "%" and 0 < found.number.value <= 100  # noqa: PLR2004 - percent


def _met(found: PictureFacts) -> Iterator[Need]:
    if found.number.text:
        yield Need.NUMBER
        if found.number.unit not in {"", "%"}:
            yield Need.MONEY
    if found.years and not found.date.year:
        yield Need.YEARS
    if found.trend:
        yield Need.TREND
    if found.places:
        yield Need.PLACE
    if found.date.year:
        yield Need.DATE
    if found.count or is_share(found):
        yield Need.COUNT


def quantities_in(words: Sequence[str], language: Language) -> tuple[Quantity, ...]:
    """Every number in digits except days and months, with scale words ("million", "万") and units."""
    found = []
    words = _grouped(words, language)
    for index in range(len(words)):
        quantity = _quantity(words, index, language)
        if quantity is not None and not names_day(words, index, language):
            found.append(quantity)
    return tuple(found)


def _grouped(words: Sequence[str], language: Language) -> list[str]:
    """The words with grouped digits ("12 000") joined in the first word's place; the others become ""."""
    found = list(words)
    for index in range(len(found) - 1, 0, -1):
        both = re.fullmatch(r"\d{1,3}", found[index - 1]) and re.match(r"\d{3}(?!\d)", found[index])
        if both and language in _COMMA_DECIMAL:
            found[index - 1], found[index] = f"{found[index - 1]}\u00a0{found[index]}", ""
    return found


def _quantity(words: Sequence[str], index: int, language: Language) -> Quantity | None:
    word = _plain_digits(words[index])
    hit = _NUMBER.search(word)
    prefix = word[: hit.start()] if hit else ""
    if hit is None or (any(map(str.isalpha, prefix)) and prefix[-1] not in SIGNS):
        return None
    value = _decimal(hit[0], language)
    if value is None:
        return None
    after = [behind for behind in words[index + 1 :] if behind]
    found = _written(word[hit.end() :], after[:3], language)
    if value * found.factor >= _LARGEST:
        return None
    unit = next((SIGNS[sign] for sign in sorted(SIGNS, key=len, reverse=True) if sign in word), found.unit)
    text = _clean(words[index] if found.own else word[: hit.end()])
    counts = not names_year(words, index, language)
    text = _with_era(text + found.added, words, index=index, before=word[: hit.start()], language=language)
    return Quantity(value=value * found.factor, text=text, unit=unit, at=index, counts=counts)


def _with_era(text: str, words: Sequence[str], *, index: int, before: str, language: Language) -> str:
    """The number with the era that makes it a year, as a bare "401" would be an amount."""
    if language in UNSPACED:
        era = era_before("".join(words[:index]) + before, language)
        return f"{era}{text}年" if era else text
    era = era_behind(words, index, language)
    return f"{text} {era}" if era else text


class _Written(Struct, frozen=True, kw_only=True):
    """What follows the digits: a factor, a unit, the text it adds; `own`: the digits' word is kept whole."""

    factor: Decimal
    unit: str
    added: str
    own: bool = True


def _written(tail: str, after: Sequence[str], language: Language) -> _Written:
    """Read the rest of the number's word and the words after it."""
    tail = _clean(tail)
    if language in UNSPACED:
        return _written_unspaced(tail + "".join(after), language)
    if tail in _LETTERS:
        return _Written(factor=_LETTERS[tail], unit="", added="")
    names = [normalised(word, language) for word in after]
    scales = SCALES[language]
    if names and names[0] in scales:
        unit = _unit(next((name for name in names[1:] if name != "de"), ""), language)
        return _Written(factor=Decimal(scales[names[0]]), unit=unit, added=f" {_clean(after[0])}")
    if (after and after[0].startswith(("%", "٪"))) or "".join(names[:2]) in PERCENT_WORDS[language]:
        return _Written(factor=Decimal(1), unit="%", added="")
    unit = _unit(normalised(tail, language), language) or _unit(names[0] if names else "", language)
    return _Written(factor=Decimal(1), unit=unit, added="")


def _written_unspaced(rest: str, language: Language) -> _Written:
    """Read scale and unit right after the digits, where Chinese and Japanese write them: 3万亿元."""
    scales = sorted(SCALES[language].items(), key=lambda item: -len(item[0]))
    scale = next((name for name, _ in scales if rest.startswith(name)), "")
    unit = next(
        (
            unit
            for name, unit in CURRENCY_WORDS[language].items()
            if rest.removeprefix(scale).startswith(name)
        ),
        "",
    )
    share = any(rest.startswith(name) for name in PERCENT_WORDS[language])
    return _Written(
        factor=Decimal(dict(scales).get(scale, 1)),
        unit="%" if share else unit,
        added=scale,
        own=rest.startswith("%"),
    )


def _plain_digits(word: str) -> str:
    """Replace digits of any script with ASCII digits."""
    return "".join(
        str(unicodedata.digit(char)) if char.isdecimal() and not char.isascii() else char for char in word
    )


def _decimal(text: str, language: Language) -> Decimal | None:
    text = re.sub(r"['\u00a0\u202f٬]", "", text).replace("٫", ".")
    point, comma = (",", ".") if language in _COMMA_DECIMAL else (".", ",")
    whole, _, rest = text.partition(point)
    if comma in rest or (
        comma in whole and not re.fullmatch(rf"\d{{1,3}}(?:{re.escape(comma)}\d{{2,3}})+", whole)
    ):
        return None
    try:
        return Decimal(whole.replace(comma, "") + (f".{rest}" if rest else ""))
    except InvalidOperation:
        return None


def _unit(name: str, language: Language) -> str:
    """Percent or currency of a normalised word; "" for any other."""
    if name in PERCENT_WORDS[language]:
        return "%"
    found = stem(name, language)
    currencies = CURRENCY_WORDS[language].items()
    return next((unit for written, unit in currencies if found and stem(written, language) == found), "")


def _clean(word: str) -> str:
    return word.strip(" .,;:!?()[]«»“”\"'…。、，！？")


def _number(numbers: Sequence[Quantity]) -> Figure:
    """The number most worth showing: those with a unit before those without, then the larger."""
    if not numbers:
        return Figure()
    best = max(numbers, key=lambda number: (number.unit != "", number.value))
    if best.unit == "" and best.value < 5:  # noqa: PLR2004 - "two of them" is no counter
        return Figure()
    return Figure(value=best.value, text=best.text, unit=best.unit)


def _trend(words: Sequence[str], language: Language) -> Literal["", "up", "down"]:
    text = normalised("".join(words), language)
    for direction, names in TRENDS[language].items():
        stems = {stem(name, language) for name in names.split()}
        spaced = any(stem(word, language) in stems for word in words)
        if spaced or (language in UNSPACED and any(name in text for name in names.split())):
            return direction
    return ""
