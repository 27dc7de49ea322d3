"""Terms of a sentence, by which sentences about the same thing are recognised.

In spaced languages these are Snowball stems (Porter, 2001) of all words but function words; in Chinese and
Japanese, pairs of neighbouring ideographs and runs of katakana, which need no dictionary.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import regex
import snowballstemmer

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?")
_IDEOGRAPHS: Final = regex.compile(r"\p{Han}+|\p{Katakana}[\p{Katakana}ー]+|[\p{Latin}\p{Nd}]+")
_STEMMERS: Final[dict[Language, str]] = {
    Language.EN: "english",
    Language.ES: "spanish",
    Language.PT: "portuguese",
    Language.FR: "french",
    Language.DE: "german",
    Language.RU: "russian",
    Language.HI: "hindi",
    Language.AR: "arabic",
}
_FIGURE: Final = regex.compile(r"\p{Nd}[\p{Nd}.,\u00a0\u202f]*")
_NAME: Final = regex.compile(r"(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{M}'’-]+")


@cache
def _stemmer(language: Language) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(_STEMMERS[language])


@cache
def _function_words(language: Language) -> frozenset[str]:
    return frozenset(spoken_words(language).stop_words.casefold().split())


@lru_cache(maxsize=32768)
def _stem(word: str, language: Language) -> str:
    return str(_stemmer(language).stemWord(word))


@lru_cache(maxsize=4096)
def terms(text: str, language: Language) -> tuple[str, ...]:
    """The terms of a text, in order, repeated as often as they occur."""
    if not is_spaced(language):
        return tuple(term for run in _IDEOGRAPHS.findall(text) for term in _pairs(run))
    words = [word.casefold() for word in _WORD.findall(text)]
    return tuple(_stem(word, language) for word in words if word not in _function_words(language))


def _pairs(run: str) -> list[str]:
    """Pairs of neighbouring ideographs; any other run is one term."""
    if len(run) < 2 or not regex.match(r"\p{Han}", run):  # noqa: PLR2004 - a pair needs two
        return [run.casefold()]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def figures(text: str) -> tuple[str, ...]:
    """The numbers of a text as written, without trailing punctuation."""
    return tuple(found.rstrip(".,\u00a0\u202f") for found in _FIGURE.findall(text))


def names(text: str) -> tuple[str, ...]:
    """Capitalised words inside sentences; none in scripts without capitals."""
    return tuple(_NAME.findall(text))
