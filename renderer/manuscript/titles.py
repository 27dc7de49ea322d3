"""Titles for chapters without a heading, in the text's own words.

A title is a name or a group of one to four words (four to fourteen characters in Chinese and Japanese) found
in the chapter between words that carry no meaning. It names what this chapter has and the others do not.
Names are preferred, then what the chapter mentions repeatedly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import regex
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import leans_back, weighs_little
from renderer.manuscript.document import ScriptPassage
from renderer.manuscript.terms import terms
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words
from renderer.text.segmentation.tokens import tokenise

LONGEST_WORDS: Final = 4
LONGEST_PIECES: Final = 4
LONGEST_CHARACTERS: Final = 60
LONGEST_UNSPACED: Final = 14
_STRETCH: Final = regex.compile(r"[^\p{P}\p{S}\n--['’\-‐·・]]+", flags=regex.VERSION1)
_INFLECTED: Final = regex.compile(r"\p{Hiragana}$")
_NAMED: Final = 1.6
_WHOLE: Final = 1.25
_INSIDE: Final = 0.6
_LEANING: Final = 0.01
"""Factors on the worth of a title: a name; a whole run of words; a part of a run or the opening of its
sentence; one that leans on its neighbours.
"""
_AGAIN: Final = 0.5
_OFTEN: Final = 3
"""Worth added by each repetition, and how many count; a single word that is not a name needs all of them."""


class _Candidate(Struct, frozen=True, kw_only=True):
    """Words that may become a title.

    `worth` is the factor on the score of their terms; `alone` when they qualify however seldom they occur.
    """

    text: str
    worth: float
    alone: bool = True


class _Word(Struct, frozen=True, kw_only=True):
    """A meaningful word: whether it is written as a name, and whether it opens its sentence."""

    text: str
    named: bool
    opens: bool


def titles(chapters: Sequence[Sequence[ScriptPassage]], language: Language) -> list[str]:
    """One title per chapter, no two alike."""
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
        fresh = [title for _, _, title in ranked if title.casefold() not in map(str.casefold, found)]
        unlike = (title for title in fresh if not _is_like(title, found))
        found.append(next(iter((*unlike, *fresh)), str(len(found) + 1)))
    return found


def _is_like(title: str, taken: Sequence[str]) -> bool:
    """Whether a title contains a taken one, or is contained in it."""
    own = title.casefold()
    return any(own in other.casefold() or other.casefold() in own for other in taken)


def _candidates(
    text: Sequence[str], weights: dict[str, float], language: Language
) -> Iterator[tuple[float, int, str]]:
    """Score, negated position and title of each candidate."""
    found = [
        (position, candidate)
        for position, sentence in enumerate(text)
        for candidate in (_groups(sentence, language) if is_spaced(language) else _pieces(sentence, language))
    ]
    said = Counter(candidate.text.casefold() for _, candidate in found)
    for position, candidate in found:
        times = min(said[candidate.text.casefold()], _OFTEN + 1)
        own = set(terms(candidate.text, language))
        if own and (candidate.alone or times > _OFTEN):
            size = math.sqrt(1 + len(candidate.text.split()))
            score = candidate.worth * sum(weights.get(term, 0.0) for term in own) / size
            again = _AGAIN * (times - 1) if is_spaced(language) else 0.0
            yield score * (1 + again), -position, _capitalised(candidate.text)


def _groups(sentence: str, language: Language) -> Iterator[_Candidate]:
    """Parts of the runs of words between words that carry no meaning."""
    opening = True
    for stretch in _STRETCH.findall(sentence):
        run: list[_Word] = []
        for text in (*stretch.split(), ""):
            if text and not _is_loose(text, language):
                named = text[:1].isupper() and (language is Language.DE or not opening)
                run.append(_Word(text=text, named=named, opens=opening))
            else:
                yield from _parts(run, language)
                run = []
            opening = False


def _parts(run: Sequence[_Word], language: Language) -> Iterator[_Candidate]:
    """All parts of a run that may be titles."""
    for start in range(len(run)):
        for end in range(start + 1, min(start + LONGEST_WORDS, len(run)) + 1):
            words = run[start:end]
            named = all(word.named for word in words)
            text = " ".join(word.text for word in words)
            is_noun = language is not Language.DE or words[-1].named
            long = len(text) > LONGEST_CHARACTERS or (len(words) == LONGEST_WORDS and not named)
            if is_noun and not long and (named or len(words) > 1 or not words[0].opens):
                beside = 1.0 if named or not (start or words[0].opens) else _INSIDE
                whole = _WHOLE if len(words) == len(run) else 1.0
                worth = (_NAMED if named else 1.0) * beside * whole
                yield _Candidate(text=text, worth=worth, alone=len(words) > 1 or named)


def _pieces(sentence: str, language: Language) -> Iterator[_Candidate]:
    """Runs of whole words of an unspaced text, with little worth where they lean on their neighbours."""
    for stretch in _STRETCH.findall(sentence):
        pieces = [piece.display for piece in tokenise(stretch.strip(), language)]
        for start in range(len(pieces)):
            for end in range(start + 1, min(start + LONGEST_PIECES, len(pieces)) + 1):
                title = "".join(pieces[start:end])
                if 3 < len(title) <= LONGEST_UNSPACED:  # noqa: PLR2004 - shorter says too little
                    leans = _leans(pieces[start], language) or _leans(pieces[end - 1], language)
                    leans = leans or bool(_INFLECTED.search(title))
                    yield _Candidate(text=title, worth=_LEANING if leans else 1.0)


def _leans(piece: str, language: Language) -> bool:
    """Whether no title may open or close with the piece."""
    return len(piece) == 1 or leans_back(piece, language) or weighs_little(piece, language)


def _is_loose(word: str, language: Language) -> bool:
    """Whether the word says nothing about a subject, or contains a digit."""
    plain = word.casefold()
    loose = plain in _silent(language) or weighs_little(word, language) or leans_back(word, language)
    return loose or any(map(str.isdigit, word))


@cache
def _silent(language: Language) -> frozenset[str]:
    words = spoken_words(language)
    return frozenset((*words.stop_words.casefold().split(), *words.pictureless.casefold().split()))


def _capitalised(title: str) -> str:
    return title[:1].upper() + title[1:]
