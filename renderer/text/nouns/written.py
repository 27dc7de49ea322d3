"""The nouns of a short text in nine languages, in the forms in which they occur."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, partial
from typing import Final

from renderer.assets import asset_bytes
from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import SPOKEN_FOLDER, spoken_words
from renderer.text.nouns import german
from renderer.text.nouns.arabic import arabic
from renderer.text.nouns.grammar import GRAMMAR_FILE, grammar
from renderer.text.nouns.hindi import hindi
from renderer.text.nouns.placed import Reading, nouns_of, placed_words, read_kinds
from renderer.text.nouns.romance import romance
from renderer.text.nouns.russian import russian
from renderer.text.nouns.tagged import chinese_nouns, japanese_nouns
from renderer.text.topical import stem

LONGEST_NOUN: Final = 24

_BY_NEIGHBOURS: Final[dict[Language, Reading]] = {
    Language.ES: partial(romance, language=Language.ES),
    Language.PT: partial(romance, language=Language.PT),
    Language.FR: partial(romance, language=Language.FR),
    Language.DE: german.with_capitals,
    Language.RU: russian,
    Language.AR: arabic,
    Language.HI: hindi,
}
_BY_TAGS: Final[dict[Language, Callable[[str], tuple[str, ...]]]] = {
    Language.ZH: chinese_nouns,
    Language.JA: japanese_nouns,
}


def written_nouns(text: str, language: Language) -> tuple[str, ...]:
    """Nouns of a topic or title that one can ask about: things, beings, names, ideas; without repeats.

    Words that say nothing about a subject are left out, as are those about how it is told ("the history of").
    Empty where the text has no noun, and for English, which `backends.knowledge.topic_nouns` handles better.
    """
    found = _BY_TAGS[language](text) if language in _BY_TAGS else _by_neighbours(text, language)
    said = [word for word in found if not is_empty(word, language) and len(word) <= LONGEST_NOUN]
    return tuple(dict.fromkeys(said))


def is_empty(word: str, language: Language) -> bool:
    """Whether the word is one of those that cannot be a subject by themselves, such as stop words."""
    return stem(word, language) in _empty(language)


@cache
def nouns_digest() -> str:
    """Twelve hex digits that change with any of the word lists that noun detection uses."""
    files = [GRAMMAR_FILE, *(SPOKEN_FOLDER / f"{language.value}.toml" for language in Language)]
    return hashlib.sha256(b"".join(map(asset_bytes, files))).hexdigest()[:12]


def _by_neighbours(text: str, language: Language) -> tuple[str, ...]:
    if language not in _BY_NEIGHBOURS:
        return ()
    words = placed_words(text, partial(is_empty, language=language))
    reading = _BY_NEIGHBOURS[language]
    if language is Language.DE and not german.has_capitals(words):
        reading = german.in_small_letters
    return tuple(nouns_of(words, read_kinds(words, reading, grammar(language))))


@cache
def _empty(language: Language) -> frozenset[str]:
    words = spoken_words(language)
    lists = words.stop_words, words.pictureless, words.telling
    return frozenset(stem(word, language) for listed in lists for word in listed.split())
