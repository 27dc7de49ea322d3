"""Finds the words that carry a topic's meaning, and texts that mention them, in ten languages.

It needs no lexicon: inflected forms of a word share their beginning, so two words are *akin* when they agree
in at least three fifths of the longer one. Chinese and Japanese words count as present where their characters
occur.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words
from renderer.text.segmentation.tokens import tokenise

SHARED: Final = 0.6
"""Share of the longer word that akin words have in common at the beginning."""
SHORTEST_STEM: Final = {Language.HI: 2, Language.AR: 3}
USUAL_STEM: Final = 4
_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[.,:\u00a0]\p{N}+)*")
_ELIDED: Final = regex.compile(r"^\p{L}{1,2}['’](?=\p{L}{2})")
_MARK: Final = regex.compile(r"\p{Mn}+")
_ARABIC_HEAD: Final = regex.compile(r"^(?:[وفبك]?ال|لل)(?=\p{L}{3})")
_KANA_TAIL: Final = regex.compile(r"(?<=[\p{Han}\p{Katakana}])\p{Hiragana}+$")
_ONLY_HIRAGANA: Final = regex.compile(r"\p{Hiragana}+")
_UNMARKED: Final = frozenset({Language.HI, Language.ZH, Language.JA})
"""Languages whose scripts have marks that are part of the letter."""
_FOLDED: Final = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه", "ё": "е"})


@functools.lru_cache(maxsize=65536)
def stem(word: str, language: Language) -> str:
    """The word in lower case, without accents, elided articles and the Arabic article."""
    text: str = _ELIDED.sub("", word.casefold())
    if language not in _UNMARKED:
        text = unicodedata.normalize("NFC", _MARK.sub("", unicodedata.normalize("NFD", text)))
    text = text.translate(_FOLDED)
    bare: str = _ARABIC_HEAD.sub("", text) if language is Language.AR else text
    return bare


def words_of(text: str, language: Language) -> tuple[str, ...]:
    """All words of a text as stems; in Chinese and Japanese, the segmented words."""
    if is_spaced(language):
        return tuple(stem(word, language) for word in _WORD.findall(_unelided(text)))
    found: list[str] = []
    for piece in tokenise(text, language):
        found += [
            _KANA_TAIL.sub("", word.casefold()) if language is Language.JA else word.casefold()
            for word in _WORD.findall(piece.display)
        ]
    return tuple(found)


def _unelided(text: str) -> str:
    parted: str = regex.sub(r"(?<=\b\p{L}{1,2})['’](?=\p{L}{2})", " ", text)
    return parted


@functools.cache
def stop_stems(language: Language) -> frozenset[str]:
    """Stems of words that say nothing about a subject."""
    return frozenset(stem(word, language) for word in spoken_words(language).stop_words.split())


def topic_words(text: str, language: Language) -> tuple[str, ...]:
    """Stems of the words that carry the meaning, in order, without repeats."""
    shortest = 2 if is_spaced(language) else 1
    stops = stop_stems(language)
    found = [
        word
        for word in words_of(text, language)
        if word not in stops
        and (len(word) >= shortest or word.isdigit())
        and not (language is Language.JA and _ONLY_HIRAGANA.fullmatch(word))
    ]
    return tuple(dict.fromkeys(found))


def akin(first: str, second: str, language: Language) -> bool:
    """Whether two stems are forms of one word."""
    if first == second:
        return True
    longest = max(len(first), len(second))
    shared = next(
        (index for index, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    return shared >= SHORTEST_STEM.get(language, USUAL_STEM) and shared >= SHARED * longest


def present(word: str, text: str, said: Iterable[str], language: Language) -> bool:
    """Whether a topic's word occurs in `text`, whose words are `said`."""
    if is_spaced(language):
        return any(akin(word, other, language) for other in said)
    folded = text.casefold()
    if word in folded:
        return True
    pairs = [word[at : at + 2] for at in range(len(word) - 1)]
    return len(word) > len(pairs[:2]) and sum(pair in folded for pair in pairs) >= SHARED * len(pairs)


def mentioned(topic: tuple[str, ...], text: str, language: Language) -> tuple[str, ...]:
    """The topic's words that the text mentions."""
    said = words_of(text, language) if is_spaced(language) else ()
    return tuple(word for word in topic if present(word, text, said, language))
