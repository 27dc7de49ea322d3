"""WordNet's nouns as they are packed by tools/build_lexicon.py: words, meanings, and the tree of kinds."""

from __future__ import annotations

import functools
import lzma
from collections import Counter
from dataclasses import dataclass
from typing import Final

import regex

from renderer.assets import ASSETS
from renderer.errors import ClipwrightError

FILE: Final = ASSETS / "lexicon" / "nouns.xz"
_FIELDS: Final = 5
_MOST_STEPS: Final = 16
_SUBSTANCE: Final = "27"
_FEWEST_USES: Final = 3
_WORD: Final = regex.compile(r"[a-z]{3,}")
_PLURALS: Final = (
    ("ies", "y"), ("ves", "f"), ("sses", "ss"), ("xes", "x"), ("shes", "sh"), ("ches", "ch"),
    ("s", ""), ("es", ""),
)  # fmt: skip
_IRREGULAR: Final = {
    "mice": "mouse", "feet": "foot", "teeth": "tooth", "geese": "goose", "men": "man", "women": "woman",
    "children": "child", "people": "people", "oxen": "ox", "wolves": "wolf", "knives": "knife",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One meaning: the word it is filed under, its definition as WordNet has it, and what it is a kind of.

    `field` is the number of WordNet's lexicographer file (lexnames(5WN)); `is_instance` is true of the one
    Rome, false of any city.
    """

    number: str
    word: str
    gloss: str
    above: str
    field: str
    is_instance: bool


def senses(noun: str) -> tuple[tuple[Meaning, int], ...]:
    """Meanings of a noun in lower case in WordNet's order, each with how often texts were tagged with it."""
    found = []
    for place in _line(noun).split("\t")[1:]:
        number, _, count = place.partition(":")
        one = meaning(number) if count else None
        if one is not None:
            found.append((one, int(count)))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def meaning(number: str) -> Meaning | None:
    """The meaning of a number; None when there is none."""
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
    """What it is a kind of, the nearest first."""
    found: list[Meaning] = []
    above = meaning(one.above) if one.above else None
    while above is not None and len(found) < _MOST_STEPS:
        found.append(above)
        above = meaning(above.above) if above.above else None
    return tuple(found)


def is_seldom_noun(word: str) -> bool:
    """Whether texts use it more as a verb or an adjective ("find", "dark")."""
    return _line(word).split("\t")[1:2] == ["~"]


def base_form(phrase: str) -> str:
    """A phrase in lower case as the lexicon has it, singular where it must be; empty when it has not."""
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
    """Whether definitions use a noun without an article more than with one or in the plural."""
    found = senses(word)[:2]
    if any(one.field == _SUBSTANCE for one, _ in found):
        return True
    uses = regex.findall(
        rb" (an?|of|with|in|by|for|or|some|much) "
        + regex.escape(word).encode()
        + rb"(s?)(?= (?:that|of|in|with|for|from|used|or|and)\b|[;,\n])",
        _data(),
    )
    counted = sum(before in {b"a", b"an"} or bool(plural) for before, plural in uses)
    return len(uses) - counted > 2 * counted and len(uses) >= _FEWEST_USES


@functools.cache
def spread() -> Counter[str]:
    """In how many definitions a word stands, up to repeats within one."""
    glosses = (line.rpartition("\t")[2] for line in _data().decode().split("\n") if line.startswith("="))
    return Counter(word for gloss in glosses for word in set(_WORD.findall(gloss.casefold())))


def _line(key: str) -> str:
    return _lines().get(key.encode(), b"").decode()


@functools.cache
def _lines() -> dict[bytes, bytes]:
    lines = _data().split(b"\n")
    return {line.partition(b"\t")[0]: line for line in lines if line}


@functools.cache
def _data() -> bytes:
    try:
        return lzma.decompress(FILE.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise ClipwrightError("asset_missing", path=f"assets/lexicon/{FILE.name}") from error
