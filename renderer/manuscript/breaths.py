"""Divides prose into sentences that can be said in one breath."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Prose
from renderer.manuscript.document import Sentence
from renderer.manuscript.leaning import leans
from renderer.text.languages import is_spaced
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.segmentation.sentences import sentences

LONGEST: Final = 400
LONGEST_UNSPACED: Final = 130
"""Characters; longer sentences are split at their clauses, and longer clauses between words."""
_ENDED: Final = regex.compile(r"[.!?…。！？।॥؟۔:：][\"'”’»」』)）]*$")
_EAST_ASIAN_END: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]\W*$")
_CLAUSE: Final = regex.compile(r"(?<=[,;:，、；：،؛—])(?!\p{Nd})\s*")


def said(item: Prose, language: Language, *, ends: bool = False) -> Iterator[Sentence]:
    """The sentences of a stretch of prose, with empty ids; `ends` closes an unfinished last one.

    Text with neither a letter nor a digit is dropped.
    """
    text = _ended(item.text) if ends else item.text
    for sentence in sentences(text, language):
        stressed = tuple(phrase for phrase in item.stressed if phrase in sentence)
        for index, breath in enumerate(breaths(sentence, language)):
            if is_speakable(breath):
                points_back = index > 0 or leans(breath, language)
                yield Sentence(id="", text=breath, stressed=stressed, leans=points_back)


def _ended(text: str) -> str:
    if _ENDED.search(text):
        return text
    return text + ("。" if _EAST_ASIAN_END.search(text) else ".")


def breaths(sentence: str, language: Language) -> list[str]:
    """The sentence itself, or its clauses joined into pieces of up to one breath."""
    longest = LONGEST if is_spaced(language) else LONGEST_UNSPACED
    if len(sentence) <= longest:
        return [sentence]
    joint = " " if is_spaced(language) else ""
    clauses = [piece for clause in _CLAUSE.split(sentence) for piece in _pieces(clause, longest) if piece]
    held = clauses[:1]
    for clause in clauses[1:]:
        if len(held[-1]) + len(joint) + len(clause) <= longest:
            held[-1] += joint + clause
        else:
            held.append(clause)
    return held


def _pieces(clause: str, longest: int) -> list[str]:
    """A clause in pieces of at most `longest` characters, split at spaces where there are any.

    Elsewhere it is split between grapheme clusters, and only one that is longer than a piece is cut in two.
    """
    pieces: list[str] = []
    rest = clause.strip()
    while len(rest) > longest:
        at = rest.rfind(" ", 1, longest + 1)
        cut = at if at > 0 else _border(rest, longest)
        pieces.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*pieces, rest]


def _border(text: str, most: int) -> int:
    """The end of the last grapheme cluster that ends within the first `most` characters."""
    ends = accumulate(map(len, graphemes(text[: most + 1])))
    return max((end for end in ends if end <= most), default=most)
