"""Tone and time of artwork: what a mode excludes, what was not invented yet (assets/artwork/tags.toml)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from renderer.assets import ARTWORK_FOLDER, check_choices, invalid, read_asset
from renderer.contract.vocabulary import VideoMode
from renderer.painters.artwork import artwork_names

TAGS_FILE: Final = ARTWORK_FOLDER / "tags.toml"
_FOUR_DIGITS: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_YEARS: Final = range(1000, 2100)
_WORD: Final = re.compile(r"[\w\u0900-\u097f]+")
_LAST_WORD: Final = re.compile(rf"{_WORD.pattern}$")
_CURRENCIES: Final = ("$", "€", "£", "¥", "₹", "₽")
_FIRST_UNSPACED: Final = "\u3000"
_TWICE: Final = 2
_GRACE: Final = 3
"""Years by which artwork may be younger than the year that a story names."""


class Gate(Struct, frozen=True, kw_only=True):
    """Which artwork may be shown: none with a barred tag, none younger than `year` (0 for any).

    In a story with a `told` year, nothing that was out of use by then is shown either.
    """

    barred: frozenset[str] = frozenset()
    year: int = 0
    told: bool = False

    def admits(self, artwork: str) -> bool:
        """Whether the drawing fits tone and time."""
        tags, since, until = _table()
        early = self.year and since.get(artwork, 0) > self.year + _GRACE
        late = self.told and until.get(artwork, self.year) < self.year
        return not (tags.get(artwork, frozenset()) & self.barred or early or late)


Kind = Literal["spread", "named", "setting", "stand_in"]
"""Kinds of drawings: things that stand for great amounts ("a flood of letters"); things that keep their
meaning in names; times and places, which a sentence names to say when and where something happens; and what
only stands for something that cannot be drawn.
"""

OPEN: Final = Gate()
"""Admits everything."""


def gate_of(mode: VideoMode, texts: Sequence[str]) -> Gate:
    """The gate of a video: its mode's bars and the first year that its texts name, starting with the title.

    If none is named, a word of the title may indicate the era.
    """
    told = next((year for text in texts for year in _told(text)), 0)
    year = told or _era(next(iter(texts), ""))
    return Gate(barred=_barred(mode) | _foreign(texts), year=year, told=bool(told))


def _told(text: str) -> Iterator[int]:
    """Years that a text names in digits."""
    for found in _FOUR_DIGITS.finditer(text):
        if int(found[0]) in _YEARS and not _is_amount(text, found.start(), found.end()):
            yield int(found[0])


def _is_amount(text: str, start: int, end: int) -> bool:
    """Whether the number is an amount: "1500 metres", "$1500", "1500 people", but not "in 1500 people"."""
    before, after = text[:start].rstrip().casefold(), text[end:].lstrip(" \u00a0-").casefold()
    amounts = _file().amounts
    if before.endswith(_CURRENCIES) or after.startswith((*_CURRENCIES, "%", "٪", "°")):
        return True
    if any(after.startswith(name) for name in amounts["measured"] if name >= _FIRST_UNSPACED):
        return True
    word = _WORD.match(after)
    if not word or after[word.end() :].startswith(("'", "’")):
        return False
    last = _LAST_WORD.search(before)
    dated = last is not None and last[0] in amounts["dated"]
    return word[0] in amounts["measured"] or (not dated and word[0] in amounts["counted"])


def gate_within(gate: Gate, text: str) -> Gate:
    """The gate of one line: nothing younger than an era it names, as "Roman soldiers" in a film on salt."""
    era = _era(text)
    return replace(gate, year=era, told=False) if era and (not gate.year or era < gate.year) else gate


def _era(text: str) -> int:
    """The last year of the oldest era that a word of the text names; 0 if there is none."""
    words = frozenset(_WORD.findall(text.casefold()))
    eras = _file().eras
    years = [int(year) for year, names in eras.items() if any(_names(name, words, text) for name in names)]
    return min(years, default=0)


def _foreign(texts: Sequence[str]) -> frozenset[str]:
    """Tags that do not fit the country that the title or two other texts name."""
    told = [(frozenset(_WORD.findall(text.casefold())), text) for text in texts]
    return frozenset(
        tag
        for tag, names in _file().foreign.items()
        if _tells_of(names, told[:1]) or _tells_of(names, told) >= _TWICE
    )


def _tells_of(names: Iterable[str], told: Sequence[tuple[frozenset[str], str]]) -> int:
    """How many of the texts have one of the words."""
    return sum(any(_names(name, words, text) for name in names) for words, text in told)


def _names(name: str, words: frozenset[str], text: str) -> bool:
    """Whether the text has the word; in scripts without spaces, whether it has those letters."""
    return name in text if name >= _FIRST_UNSPACED else name in words


class _Tags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Patterns of names by tag, tags that a mode bars, and patterns of names by first and by last year.

    `foreign`: words for countries that the things of a tag do not fit. `eras`: words that date a story, by
    the last year that they may mean. `amounts`: words around a figure that show whether it is a year.
    `kinds`: patterns of names by what their words are also used for.
    """

    tags: dict[str, tuple[str, ...]]
    barred: dict[VideoMode, tuple[str, ...]]
    foreign: dict[str, tuple[str, ...]]
    since: dict[str, tuple[str, ...]]
    until: dict[str, tuple[str, ...]]
    eras: dict[str, tuple[str, ...]]
    amounts: dict[Literal["measured", "counted", "dated"], frozenset[str]]
    kinds: dict[Kind, tuple[str, ...]]


@lru_cache(maxsize=4)
def of_kind(kind: Kind) -> frozenset[str]:
    """Names of the drawings of that kind."""
    return _matching(_file().kinds[kind])


@lru_cache(maxsize=8)
def _barred(mode: VideoMode) -> frozenset[str]:
    return frozenset(_file().barred.get(mode, ()))


@lru_cache(maxsize=1)
def _file() -> _Tags:
    """The file, checked.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid` naming the entry at fault.
    """
    file = read_asset(TAGS_FILE, _Tags)
    for mode, tags in file.barred.items():
        check_choices(TAGS_FILE, f"barred.{mode.value}", tags, allowed=file.tags)
    check_choices(TAGS_FILE, "foreign", file.foreign, allowed=file.tags)
    for table, years in (("since", file.since), ("until", file.until), ("eras", file.eras)):
        for year in (year for year in years if not year.isdigit()):
            raise invalid(TAGS_FILE, f"{table}.{year}", "must be a year")
    return file


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, frozenset[str]], dict[str, int], dict[str, int]]:
    """Tags of each drawing, the first year in which it existed, and the last in which it was in use."""
    tags = {tag: _matching(patterns) for tag, patterns in _file().tags.items()}
    every = {name for names in tags.values() for name in names}
    by_name = {name: frozenset(tag for tag, names in tags.items() if name in names) for name in every}
    return by_name, _years(_file().since), _years(_file().until)


def _years(table: Mapping[str, Iterable[str]]) -> dict[str, int]:
    return {name: int(year) for year, patterns in table.items() for name in _matching(patterns)}


def _matching(patterns: Iterable[str]) -> frozenset[str]:
    wanted = frozenset(patterns)
    open_ended = sorted(pattern for pattern in wanted if "*" in pattern)
    exact = wanted.difference(open_ended) & artwork_names()
    if not open_ended:
        return exact
    fits = re.compile("|".join(translate(pattern) for pattern in open_ended)).match
    return exact.union(name for name in artwork_names() if fits(name))
