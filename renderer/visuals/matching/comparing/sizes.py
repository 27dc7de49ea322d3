"""Comparisons by size: two or more named things with a measure each (for factors, see ratios.py).

Nothing is guessed: without two names, or without a word or a unit that says what is measured, there is no
comparison by size.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, Spread
from renderer.visuals.matching.comparing.measures import (
    Amount,
    Name,
    Sizes,
    begins,
    cleaned,
    name_before,
    speaks_of,
)
from renderer.visuals.matching.comparing.units import SQUARE, SYMBOLS, WORDS, MeasureUnit
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import normalised

MOST_COMPARED: Final = 4
_FURTHEST: Final = Decimal(400)
"""Maximum ratio; beyond it the smaller thing could not be seen."""

_UNIT_NEAR: Final = 3
_DIGITS: Final = re.compile(r"(\d+(?:[.,]\d+)*)")


class MeasuredAmount(Struct, frozen=True, kw_only=True):
    """A measure in a text as written, from `start` to before `end`, with its unit."""

    value: Decimal
    text: str
    unit: MeasureUnit
    start: int
    end: int


def sizes_in(
    words: Sequence[str], language: Language, names: Sequence[Name], amounts: Sequence[Amount]
) -> Sizes | None:
    """The measured things of a text, in order; None unless each has one of the `names` of its own."""
    measured = measured_in(words, language, amounts)
    kinds = {one.unit.kind for one in measured}
    if not 2 <= len(measured) <= MOST_COMPARED or len(kinds) != 1:  # noqa: PLR2004 - a pair at least
        return None
    labels = _labels(measured, words, language, names)
    if "" in labels or len(set(labels)) < len(labels):
        return None
    values = [one.value * one.unit.size for one in measured]
    if min(values) <= 0 or max(values) / min(values) > _FURTHEST or len(set(values)) == 1:
        return None
    return Sizes(
        measures=tuple(
            Measure(label=label, value=value, text=one.text)
            for label, value, one in zip(labels, values, measured, strict=True)
        ),
        spread=spread_of(words, language, kind=kinds.pop()),
        at=measured[-1].start,
    )


def measured_in(words: Sequence[str], language: Language, amounts: Sequence[Amount]) -> list[MeasuredAmount]:
    """The amounts with a unit of length, mass or area, in order."""
    return list(_unspaced(words, language) if language in UNSPACED else _spaced(words, language, amounts))


def spread_of(words: Sequence[str], language: Language, *, kind: str) -> Spread:
    """How sizes of a kind are drawn: masses and areas as areas, the rest according to the words."""
    if kind != "length":
        return "area"
    return "height" if speaks_of("height", words, language) else "length"


def _labels(
    measured: Sequence[MeasuredAmount], words: Sequence[str], language: Language, names: Sequence[Name]
) -> list[str]:
    """A label for each: the names before the numbers or, if the first has none before it, those after."""
    if language in UNSPACED:
        text = _joined(words)
        starts = (0, *(one.end for one in measured[:-1]))
        return [name_before(text, one.start, start) for one, start in zip(measured, starts, strict=True)]
    borders = [0, *(one.end for one in measured), len(words)]
    before = [_last(names, borders[place], one.start) for place, one in enumerate(measured)]
    if before[0]:
        return before
    return [_first(names, one.end, borders[place + 2]) for place, one in enumerate(measured)]


def _last(names: Sequence[Name], start: int, end: int) -> str:
    return next((name.text for name in reversed(names) if start <= name.start and name.end <= end), "")


def _first(names: Sequence[Name], start: int, end: int) -> str:
    return next((name.text for name in names if start <= name.start and name.end <= end), "")


def _spaced(words: Sequence[str], language: Language, amounts: Sequence[Amount]) -> Iterator[MeasuredAmount]:
    for quantity in amounts:
        found = _unit_behind(quantity, words, language)
        if quantity.unit == "" and found is not None:
            unit, place = found
            behind = range(quantity.at + 1, min(place + 2, len(words)))
            said = (
                cleaned(words[at])
                for at in behind
                if at == place or begins(normalised(words[at], language), SQUARE[language])
            )
            yield MeasuredAmount(
                value=quantity.value,
                text=" ".join((quantity.text, *said)),
                unit=unit,
                start=quantity.at,
                end=place + 1,
            )


def _unit_behind(
    quantity: Amount, words: Sequence[str], language: Language
) -> tuple[MeasureUnit, int] | None:
    """The unit of a number and its index: attached to the digits, or one or two words after them."""
    own = normalised(re.sub(r"^[\d.,٬٫'\u00a0\u202f]+", "", cleaned(words[quantity.at])), language)
    square = False
    for place in range(quantity.at, min(quantity.at + _UNIT_NEAR, len(words))):
        word = own if place == quantity.at else normalised(words[place], language)
        square |= begins(word, SQUARE[language])
        if (unit := _unit(word, language)) is not None:
            after = normalised(words[place + 1], language) if place + 1 < len(words) else ""
            square |= begins(after, SQUARE[language])
            return (MeasureUnit("area", unit.size**2) if square and unit.kind == "length" else unit), place
        if place > quantity.at and words[place - 1].endswith((",", ";", ".")):
            return None
    return None


def _unit(word: str, language: Language) -> MeasureUnit | None:
    if word in SYMBOLS:
        return SYMBOLS[word]
    table = {normalised(name, language): unit for name, unit in WORDS[language].items()}
    return next((table[name] for name in sorted(table, key=len, reverse=True) if begins(word, (name,))), None)


def _joined(words: Sequence[str]) -> str:
    return unicodedata.normalize("NFKC", "".join(words))


def _unspaced(words: Sequence[str], language: Language) -> Iterator[MeasuredAmount]:
    """Numbers immediately followed by a unit: 8849米."""
    text = _joined(words)
    names = sorted(WORDS[language], key=len, reverse=True)
    units = "|".join(map(re.escape, (*names, "km²", "km", "kg", "cm", "m", "t")))
    for hit in re.finditer(rf"{_DIGITS.pattern}\s*(万|千|亿|億)?({units})", text):
        unit = WORDS[language].get(hit[3]) or SYMBOLS.get(hit[3].replace("²", "2"))
        factor = {"万": 10**4, "千": 10**3, "亿": 10**8, "億": 10**8}.get(hit[2] or "", 1)
        if unit is not None:
            value = Decimal(hit[1].replace(",", "")) * factor
            yield MeasuredAmount(value=value, text=hit[0], unit=unit, start=hit.start(), end=hit.end())
