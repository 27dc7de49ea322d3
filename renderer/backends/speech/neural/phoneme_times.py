"""Turns timed phonemes with word gaps into a span per token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from renderer.backends.speech.base import TokenSpan
from renderer.core.script import Token

GAP: Final = " "
_MARKS: Final = frozenset(".,!?;:…—–-\"'“”«»¿¡()。、！？；：،؛؟।^$_")
EXACT: Final = 0.98
"""Confidence of the model's own durations; the sound may lag them by a frame."""


def word_ranges(phonemes: Iterable[tuple[str, int, int]]) -> list[tuple[int, int]]:
    """Start and end of each word, without marks, from (phoneme, start, end) in any unit."""
    groups = groupby(phonemes, key=lambda row: row[0] == GAP)
    words = ([row for row in rows if row[0] not in _MARKS] for is_gap, rows in groups if not is_gap)
    return [(rows[0][1], rows[-1][2]) for rows in words if rows]


def spans_of_words(words: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> tuple[TokenSpan, ...]:
    """A span per token if the words are those of the spoken forms; else none, so that an aligner decides."""
    counts = [len(token.spoken.split()) for token in tokens]
    if sum(counts) != len(words) or not all(counts):
        return ()
    spans: list[TokenSpan] = []
    position = 0
    for number, count in enumerate(counts):
        start, end = words[position][0], words[position + count - 1][1]
        if end <= start or (spans and start < spans[-1].end):
            return ()
        spans.append(TokenSpan(token=number, start=start, end=end, confidence=EXACT))
        position += count
    return tuple(spans)
