"""Words of measures: what is compared, what it is called, whether a word is about a height or a weight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure, Spread
from renderer.visuals.matching.comparing.units import HEIGHT, LENGTH, MASS, SYMBOLS, WORDS
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import normalised

LONGEST_NAME: Final = 26
_MARKS: Final = " .,;:!?()[]«»“”„\"'…。、，！？؟،؛「」『』।"
_LEADS: Final = re.compile(r"^(?:而且|而|但是|但|和|与|比|从|在|一座|一头|一只|その|この|一方|また)+")
_TAILS: Final = re.compile(
    r"(?:的|之|は|が|の|も|に|と|で|高达|高|长达|长|宽|深|重达|重|大|约为|大约|约|大概|仅|只有|"
    r"只|有|为|是|达到|达|"
    r"海拔|高度|长度|重量|面积|体重|身高|体长|高さ|長さ|重さ|大きさ|面積|標高|全長|体長|約|およそ|わずか)+$"
)
CLAUSE: Final = re.compile(r"[，、。；！？,;…]")


class Amount(Protocol):
    """A number in the text, as found by the reader of facts (`facts.Quantity`)."""

    @property
    def value(self) -> Decimal:
        """Its numerical value."""
        ...

    @property
    def text(self) -> str:
        """Its text as written."""
        ...

    @property
    def unit(self) -> str:
        """A percent sign, a currency or nothing."""
        ...

    @property
    def at(self) -> int:
        """Index of its word."""
        ...

    @property
    def is_year(self) -> bool:
        """Whether it reads as a calendar year."""
        ...


class Name(Struct, frozen=True, kw_only=True):
    """A name as it is shown; `start` and `end`: its range of words."""

    text: str
    start: int
    end: int


class Sizes(Struct, frozen=True, kw_only=True):
    """What is compared, by height, length or area; `at`: where its last number is, as in the text."""

    measures: tuple[Measure, ...]
    spread: Spread
    at: int


def name_before(text: str, end: int, start: int = 0) -> str:
    """The name at the start of a Chinese or Japanese clause whose number is at `text[end]`."""
    clause = CLAUSE.split(text[start:end])[-1]
    return clean_name(clause)


def clean_name(text: str) -> str:
    """A name without words that lead to it and particles after it; "" if nothing certain is left."""
    bare = _TAILS.sub("", _LEADS.sub("", text.strip(_MARKS)))
    bare = re.split(r"は|が", bare)[-1] if len(bare) > LONGEST_NAME // 2 else bare
    return bare if 0 < len(bare) <= LONGEST_NAME // 2 and not re.search(r"\d", bare) else ""


def cleaned(word: str) -> str:
    """The word without punctuation at its edges."""
    return word.strip(_MARKS)


def begins(word: str, beginnings: Sequence[str]) -> bool:
    """Whether the normalised word starts with one of `beginnings`."""
    return bool(word) and word.startswith(tuple(beginnings))


@lru_cache(maxsize=64)
def cues(kind: str, language: Language) -> tuple[str, ...]:
    """Normalised beginnings of words about "height", "length" or "mass"."""
    table = {"height": HEIGHT, "length": LENGTH, "mass": MASS}[kind]
    return tuple(normalised(word, language) for word in table[language].split())


def measures(word: str, language: Language) -> bool:
    """Whether the word is a unit or is about a measure."""
    if language is Language.AR:
        word = word.removeprefix("و") if len(word) > len("وزن") else word
    units = tuple(normalised(unit, language) for unit in WORDS[language])
    every = (*cues("height", language), *cues("length", language), *cues("mass", language))
    return word in SYMBOLS or begins(word, units) or begins(word, every)


def speaks_of(kind: str, words: Sequence[str], language: Language) -> bool:
    """Whether a word is about "height", "length" or "mass"."""
    if language in UNSPACED:
        text = "".join(words)
        return any(cue in text for cue in cues(kind, language))
    return any(begins(normalised(word, language), cues(kind, language)) for word in words)
