"""Words without a picture: those that say nothing about a subject, and those that cannot be shown."""

from __future__ import annotations

from functools import lru_cache

from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import spoken_words
from renderer.visuals.matching.stemming import normalised


@lru_cache(maxsize=16)
def function_words(language: Language) -> frozenset[str]:
    """Normalised words (see `stemming.normalised`) that carry no picture in this language."""
    words = spoken_words(language)
    return frozenset(
        normalised(word, language) for word in (*words.stop_words.split(), *words.pictureless.split())
    )


def is_content(word: str, language: Language) -> bool:
    """Whether the word could have a picture: it has a letter and is not a function word."""
    plain = normalised(word, language)
    return any(char.isalpha() for char in plain) and plain not in function_words(language)
