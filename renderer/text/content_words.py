"""Content words of a topic, to guide the search for pictures."""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words
from renderer.text.segmentation.tokens import tokenise

MOST: Final = 5
_EDGES: Final = regex.compile(r"^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$")
_KANA_TAIL: Final = regex.compile(r"(?<=[\p{Han}\p{Katakana}])\p{Hiragana}+$")


def content_words(topic: str, language: Language) -> tuple[str, ...]:
    """Up to five words that carry the meaning, in order, lower case, without repeats."""
    shortest = 3 if is_spaced(language) else 1
    stops = spoken_words(language).stop_words.split()
    words: dict[str, None] = {}
    for piece in tokenise(topic, language):
        word = _EDGES.sub("", piece.display).lower()
        word = _KANA_TAIL.sub("", word) if language is Language.JA else word
        word = regex.sub(r"^\p{L}{1,2}['’](?=\p{L}{3})", "", word)
        if len(word) >= shortest and word not in stops:
            words[word] = None
    return tuple(words)[:MOST]
