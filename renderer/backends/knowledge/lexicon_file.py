"""WordNet's nouns as packed by tools/build_lexicon.py: words, meanings, and the tree of kinds."""

from __future__ import annotations

import functools
import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import regex
from msgspec import Struct

from renderer.assets import ASSETS, asset_bytes, asset_name
from renderer.errors import ClipwrightError

FILE: Final = ASSETS / "lexicon" / "nouns.gz"
SPREAD_FILE: Final = ASSETS / "lexicon" / "spread.gz"
_FIELDS: Final = 5
_MOST_STEPS: Final = 16
_SUBSTANCE: Final = "27"
_SELDOM: Final = 10
"""Factor by which a sense may be rarer than the first before it is disregarded."""
_FEWEST_USES: Final = 3
_GLOSS: Final = regex.compile(rb"(?<=\n)=[^\n]*\t([^\t\n]*)(?=\n)")
_WORD: Final = regex.compile(r"[a-z]{3,}")
_BEFORE_NOUN: Final = regex.compile(rb" (an?|of|with|in|by|for|or|some|much)\Z")
_LONGEST_BEFORE: Final = len(" some")
_BEHIND_NOUN: Final = rb"(s?)(?= (?:that|of|in|with|for|from|used|or|and)\b|[;,\n])"
_PLURALS: Final = (
    ("ies", "y"), ("ves", "f"), ("sses", "ss"), ("xes", "x"), ("shes", "sh"), ("ches", "ch"),
    ("s", ""), ("es", ""),
)  # fmt: skip
_IRREGULAR: Final = {
    "mice": "mouse", "feet": "foot", "teeth": "tooth", "geese": "goose", "men": "man", "women": "woman",
    "children": "child", "people": "people", "oxen": "ox", "wolves": "wolf", "knives": "knife",
}  # fmt: skip


class Meaning(Struct, frozen=True, kw_only=True):
    """One meaning: the word it is filed under, its definition in WordNet, and the number of its kind.

    `field` is the number of WordNet's lexicographer file (lexnames(5WN)); `is_instance` is true of an
    individual such as Rome, false of a kind such as "city".
    """

    number: str
    word: str
    gloss: str
    above: str
    field: str
    is_instance: bool


Senses: TypeAlias = tuple[tuple[Meaning, int], ...]
"""The meanings of a noun, each with the number of times it was tagged in texts."""


def senses(noun: str) -> Senses:
    """The meanings of a lower-case noun in WordNet's order, each with the number of times it was tagged."""
    found = []
    for place in _line(noun).split("\t")[1:]:
        number, _, count = place.partition(":")
        one = meaning(number) if count else None
        if one is not None:
            found.append((one, int(count)))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def meaning(number: str) -> Meaning | None:
    """The meaning with this number; None if there is none."""
    fields = _line(f"={number}").split("\t")
    if len(fields) != _FIELDS:
        return None
    return Meaning(
        number=number,
        word=fields[2],
        gloss=fields[4],
        above=fields[3].removeprefix("i"),
        field=fields[1],
        is_instance=fields[3].startswith("i"),
    )


def ancestors(one: Meaning) -> tuple[Meaning, ...]:
    """The kinds above a meaning, the nearest first."""
    found: list[Meaning] = []
    above = meaning(one.above) if one.above else None
    while above is not None and len(found) < _MOST_STEPS:
        found.append(above)
        above = meaning(above.above) if above.above else None
    return tuple(found)


def is_seldom_noun(word: str) -> bool:
    """Whether texts use the word more often as a verb or an adjective ("find", "dark")."""
    return _line(word).split("\t")[1:2] == ["~"]


def base_form(phrase: str) -> str:
    """The form of a lower-case phrase that is in the lexicon, singular if necessary; empty if none is."""
    phrase = phrase.removesuffix("'s").removesuffix("’s")
    if phrase in _IRREGULAR:
        return _IRREGULAR[phrase]
    if _line(phrase) and (not phrase.endswith("s") or phrase.endswith(("ics", "ss", "us", "is"))):
        return phrase
    for ending, singular in _PLURALS:
        if phrase.endswith(ending) and len(phrase) > len(ending) + 2:
            base = phrase[: -len(ending)] + singular
            if _line(base):
                return base
    return phrase if _line(phrase) else ""


@functools.lru_cache(maxsize=4096)
def is_uncountable(word: str) -> bool:
    """Whether a noun is a substance, or mostly used without "a" and plural in definitions."""
    found = senses(word)[:2]
    if any(one.field == _SUBSTANCE and count * _SELDOM >= found[0][1] for one, count in found):
        return True
    uses = tuple(_uses(word.encode()))
    counted = sum(uses)
    return len(uses) - counted > 2 * counted and len(uses) >= _FEWEST_USES


def _uses(word: bytes) -> Iterator[bool]:
    """For each use of the word after an article or the like in a definition, whether it is counted."""
    data, over = _data(), 0
    # search for the word, which is rare; to start from the words before it takes a hundred times as long
    for hit in regex.finditer(b" " + regex.escape(word) + _BEHIND_NOUN, data):
        before = _BEFORE_NOUN.search(data, max(over, hit.start() - _LONGEST_BEFORE), hit.start())
        if before:
            over = hit.end()
            yield before[1] in {b"a", b"an"} or bool(hit[1])


@functools.cache
def spread() -> Counter[str]:
    """The number of definitions that contain each word."""
    lines = (line.split("\t") for line in _unpacked(SPREAD_FILE).decode().splitlines())
    return Counter({word: int(count) for word, count in lines})


def counted(data: bytes) -> Counter[str]:
    """The counts of `spread`, from the lexicon itself: takes half a second, so it is done when packing."""
    glosses = (found.group(1).decode() for found in _GLOSS.finditer(data))
    return Counter(word for gloss in glosses for word in set(_WORD.findall(gloss.casefold())))


def _line(key: str) -> str:
    """The line with this key, by binary search: a table of all lines would take four times their size."""
    data, wanted = _data(), key.encode()
    low, high, place = 0, len(data) - 1, _place(wanted)
    while low < high:
        start = data.rfind(b"\n", 0, (low + high) // 2 + 1) + 1
        end = data.index(b"\n", start)
        found = data[start:end].partition(b"\t")[0]
        if found == wanted:
            return data[start:end].decode()
        low, high = (end, high) if _place(found) < place else (low, start - 1)
    return ""


def _place(key: bytes) -> tuple[int, int, bytes]:
    """The sort key of a line: nouns in WordNet's order come first, then meanings by number."""
    return (1, len(key), key) if key.startswith(b"=") else (0, 0, key.replace(b" ", b"_"))


@functools.cache
def _data() -> bytes:
    return _unpacked(FILE)


def _unpacked(file: Path) -> bytes:
    # deflated: a format that is a quarter smaller takes four times as long to unpack
    try:
        return gzip.decompress(asset_bytes(file))
    except (OSError, EOFError, zlib.error) as error:
        raise ClipwrightError("asset_missing", path=asset_name(file)) from error
