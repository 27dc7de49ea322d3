"""Titles for chapters without a heading, in the text's own words.

A title is a run of two to six words (four to twelve characters in Chinese and Japanese) that stands in the
chapter, opens and closes with a content word, and says what this chapter has and the others have not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import ScriptPassage
from renderer.manuscript.terms import is_function_word, terms
from renderer.text.languages import is_spaced
from renderer.text.segmentation.tokens import tokenise

LONGEST_WORDS: Final = 6
LONGEST_PIECES: Final = 4
LONGEST_CHARACTERS: Final = 60
LONGEST_UNSPACED: Final = 14
_STRETCH: Final = regex.compile(r"[^\p{P}\p{S}\n--['’\-‐·・]]+", flags=regex.VERSION1)


def titles(chapters: Sequence[Sequence[ScriptPassage]], language: Language) -> list[str]:
    """One title a chapter, no two alike."""
    texts = [[sentence.text for passage in chapter for sentence in passage.sentences] for chapter in chapters]
    counted = [Counter(terms(" ".join(text), language)) for text in texts]
    spread = Counter(term for chapter in counted for term in chapter)
    found: list[str] = []
    for text, counts in zip(texts, counted, strict=True):
        weights = {
            term: (1 + math.log(count)) * math.log(1 + len(texts) / spread[term])
            for term, count in counts.items()
        }
        ranked = sorted(_candidates(text, weights, language), reverse=True)
        taken = {title.casefold() for title in found}
        fresh = (title for _, _, title in ranked if title.casefold() not in taken)
        found.append(next(fresh, str(len(found) + 1)))
    return found


def _candidates(
    text: Sequence[str], weights: dict[str, float], language: Language
) -> Iterator[tuple[float, int, str]]:
    """Score, minus the position, title."""
    for position, sentence in enumerate(text):
        for stretch in _STRETCH.findall(sentence):
            for title in _runs(stretch.strip(), language):
                found = set(terms(title, language))
                if found:
                    score = sum(weights.get(term, 0.0) for term in found) / math.sqrt(1 + len(title.split()))
                    yield score, -position, _capitalised(title)


def _runs(stretch: str, language: Language) -> Iterator[str]:
    if is_spaced(language):
        words = stretch.split()
        for start in range(len(words)):
            for end in range(start + 2, min(start + LONGEST_WORDS, len(words)) + 1):
                title = " ".join(words[start:end])
                edges = (words[start], words[end - 1])
                if len(title) <= LONGEST_CHARACTERS and not any(is_function_word(w, language) for w in edges):
                    yield title
        return
    pieces = [piece.display for piece in tokenise(stretch, language)]
    for start in range(len(pieces)):
        for end in range(start + 1, min(start + LONGEST_PIECES, len(pieces)) + 1):
            title = "".join(pieces[start:end])
            if 3 < len(title) <= LONGEST_UNSPACED:  # noqa: PLR2004 - shorter says too little
                yield title


def _capitalised(title: str) -> str:
    return title[:1].upper() + title[1:]
