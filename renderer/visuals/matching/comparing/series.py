"""Amounts of one sentence that a chart can set side by side, each under its own year or name.

A chart says what the sentence says, or there is none: an amount whose label is uncertain makes no chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import closes_sentence
from renderer.core.picture_spec import Measure
from renderer.painters.base import Need
from renderer.visuals.matching.comparing.measures import CLAUSE, Amount, Name, name_before
from renderer.visuals.matching.comparing.names import BREAKS, names_in
from renderer.visuals.matching.comparing.sizes import measured_in
from renderer.visuals.matching.facts import Facts, quantities_in
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import normalised

_FEWEST: Final = 2
_JOINING: Final[dict[Language, frozenset[str]]] = {
    Language.EN: frozenset({"and", "but", "while", "whereas"}),
    Language.DE: frozenset({"und", "aber", "während"}),
    Language.ES: frozenset({"y", "e", "pero", "mientras"}),
    Language.PT: frozenset({"e", "mas", "enquanto"}),
    Language.FR: frozenset({"et", "mais", "tandis"}),
    Language.RU: frozenset({"и", "а", "но"}),
    Language.HI: frozenset({"और", "लेकिन", "जबकि"}),
}
"""Words that begin a clause."""


def charted(facts: Facts, words: Sequence[str], language: Language) -> Facts:
    """The facts of a phrase with the amounts that a chart can compare."""
    places = [place.text for place in facts.found.places]
    series = series_in(words, language, quantities_in(words, language), places=places)
    if not series:
        return facts
    return Facts(found=replace(facts.found, series=series), meets=facts.meets | {Need.COMPARISON})


def with_unit(facts: Facts, words: Sequence[str], language: Language) -> Facts:
    """The facts of a phrase with the unit added to their number: "828" alone says nothing about a tower."""
    number = facts.found.number
    if not number.text or number.unit:
        return facts
    measured = measured_in(words, language, quantities_in(words, language))
    text = next((one.text for one in measured if one.text.startswith(number.text)), number.text)
    return replace(facts, found=replace(facts.found, number=replace(number, text=text)))


def series_in(
    words: Sequence[str], language: Language, amounts: Sequence[Amount], *, places: Sequence[str] = ()
) -> tuple[Measure, ...]:
    """The amounts of the first sentence with two or more in one unit that says what each belongs to.

    `places` are those of the text, as written there.
    """
    if not _alike(amounts):
        return ()
    years = _years(amounts)
    if years:
        return _measured(amounts, years)
    for sentence in _sentences(words):
        own = [amount for amount in amounts if amount.at in sentence]
        labels = _years(own) or _names(own, words, language, sentence)
        if labels:
            return _measured(own, [_in_full(label, places) for label in labels])
    return ()


def _alike(amounts: Sequence[Amount]) -> bool:
    """Whether there are at least two amounts, all in one unit."""
    numbers = _numbers(amounts)
    return len(numbers) >= _FEWEST and len({number.unit for number in numbers}) == 1


def _numbers(amounts: Sequence[Amount]) -> list[Amount]:
    return [amount for amount in amounts if not amount.is_year]


def _measured(amounts: Sequence[Amount], labels: Sequence[str]) -> tuple[Measure, ...]:
    """The amounts under their labels; none if two labels are equal."""
    if len(set(labels)) < len(labels):
        return ()
    return tuple(
        Measure(label=label, value=number.value, text=number.text)
        for label, number in zip(labels, _numbers(amounts), strict=True)
    )


def _sentences(words: Sequence[str]) -> Iterator[range]:
    """Ranges of words; a point after digits ends a sentence only before a capital."""
    start = 0
    for place, word in enumerate(words):
        following = words[place + 1][:1] if place + 1 < len(words) else ""
        if closes_sentence(word) and (following.isupper() or not word.strip(".").isdigit()):
            yield range(start, place + 1)
            start = place + 1
    if start < len(words):
        yield range(start, len(words))


def _in_full(label: str, places: Sequence[str]) -> str:
    """The whole name of a place: "New York" if "York" was found."""
    return next((place for place in places if place.endswith(f" {label}")), label)


def _years(amounts: Sequence[Amount]) -> list[str]:
    """The years, if amounts and years alternate one to one, at least two of each."""
    ordered = sorted(amounts, key=lambda amount: amount.at)
    years = [amount.text for amount in ordered if amount.is_year]
    turns = all(one.is_year is not other.is_year for one, other in pairwise(ordered))
    return years if turns and len(ordered) == 2 * len(years) >= 2 * _FEWEST else []


def _names(amounts: Sequence[Amount], words: Sequence[str], language: Language, sentence: range) -> list[str]:
    """The names of the amounts, all before them or all after them; none if one is uncertain."""
    numbers = _numbers(amounts)
    if len(numbers) < _FEWEST:
        return []
    if language in UNSPACED:
        return _unspaced(numbers, words, sentence)
    clauses = [_clause(number.at, words, language, sentence) for number in numbers]
    if len(set(clauses)) < len(clauses):
        return []
    said = words[sentence.start : sentence.stop]
    names = [_moved(name, sentence.start) for name in names_in(said, language)]
    for is_side in (_before, _behind):
        found = [
            _sure([name for name in names if _within(name, clause) and is_side(name, number)])
            for number, clause in zip(numbers, clauses, strict=True)
        ]
        if all(found):
            return found
    return []


def _moved(name: Name, places: int) -> Name:
    return Name(text=name.text, start=name.start + places, end=name.end + places)


def _before(name: Name, number: Amount) -> bool:
    return name.end <= number.at


def _behind(name: Name, number: Amount) -> bool:
    return name.start > number.at


def _within(name: Name, clause: range) -> bool:
    return clause.start <= name.start and name.end <= clause.stop


def _sure(names: Sequence[Name]) -> str:
    """The only name, or the only capitalised one; otherwise ""."""
    capital = [name for name in names if name.text[:1].isupper()]
    kept = names if len(names) == 1 else capital
    return kept[0].text if len(kept) == 1 else ""


def _clause(place: int, words: Sequence[str], language: Language, sentence: range) -> range:
    """The clause of a sentence that contains a word."""
    joining = _JOINING.get(language, frozenset())

    def begins(at: int) -> bool:
        joins = normalised(words[at], language) in joining
        return joins or words[at - 1].endswith(BREAKS) or (language is Language.AR and words[at][:1] == "و")

    start = next((at for at in range(place, sentence.start, -1) if begins(at)), sentence.start)
    stop = next((at for at in range(place + 1, sentence.stop) if begins(at)), sentence.stop)
    return range(start, stop)


def _unspaced(numbers: Sequence[Amount], words: Sequence[str], sentence: range) -> list[str]:
    """What the clause of each amount begins with."""
    labels: list[str] = []
    start = sentence.start
    for number in numbers:
        led = "".join(words[start : number.at])  # from the previous amount on, whose word may end a clause
        if labels and not CLAUSE.search(led):
            return []
        labels.append(name_before(led, len(led)))
        start = number.at
    return labels if all(labels) else []
