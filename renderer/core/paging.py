"""Words to pages, by meaning and rhythm: one shortest path over all places where a page may end.

Every page has a cost (how far it is from what the style aims at, how it sits in the sentence, how long
it stands) and the cheapest sequence of pages wins, so limits that contradict each other, such as a
sentence of one very short word, give the least bad answer instead of none. Pure and exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.core.phrasing import (
    closes_sentence,
    ends_clause,
    may_break,
    number_binds,
    weighs_little,
)
from renderer.core.timecode import TimeRange

PAUSE: Final = Fraction(3, 10)
"""A silence longer than this ends a page (seconds)."""

SHORTEST: Final = Fraction(1, 4)
"""No page stands shorter than this unless the whole text does (seconds)."""

HOLD: Final = Fraction(2, 5)
"""How long a page may stay after its last word (seconds)."""

FORBIDDEN: Final = 1e6
BLINK: Final = 1e4
BOUND: Final = 400.0
PAST_SENTENCE: Final = 300.0
PAST_PAUSE: Final = 260.0
ORPHAN: Final = 14.0
DANGLING: Final = 5.0
CLAUSE_END: Final = -3.0
LONG_WINDOW: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class PagingRules:
    """How much a page takes: `words` at most, `aim` at best, `characters` at most, `seconds` at most.

    Where words are not spaced (zh, ja) only characters count; `aim` is then ignored.
    """

    words: int
    aim: int
    characters: int
    seconds: Fraction
    spaced: bool
    language: Language


def text_length(words: Sequence[CaptionWord]) -> int:
    """Characters that `words` take on a page, gaps between them included."""
    return sum(len(word.text) + len(word.gap) for word in words) - (len(words[-1].gap) if words else 0)


def paginate(words: Sequence[CaptionWord], rules: PagingRules) -> tuple[range, ...]:
    """Ranges of `words` that make the pages, in order, without gaps."""
    best = [0.0] + [FORBIDDEN * FORBIDDEN] * len(words)
    came_from = [0] * (len(words) + 1)
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - LONG_WINDOW), end):
            cost = best[start] + _page_cost(words, start, end, rules) + _break_cost(words, end, rules)
            if cost < best[end]:
                best[end], came_from[end] = cost, start
    pages: list[range] = []
    end = len(words)
    while end:
        pages.append(range(came_from[end], end))
        end = came_from[end]
    return tuple(reversed(pages))


def page_span(words: Sequence[CaptionWord], page: range) -> TimeRange:
    """From the first word until the next page starts, at most `HOLD` after the last word."""
    end = words[page[-1]].span.end + HOLD
    if page.stop < len(words):
        end = min(end, words[page.stop].span.start)
    return TimeRange(words[page[0]].span.start, max(end, words[page[-1]].span.end))


def _page_cost(words: Sequence[CaptionWord], start: int, end: int, rules: PagingRules) -> float:
    page = words[start:end]
    excess = max(0, text_length(page) - rules.characters)
    cost = BLINK * excess if len(page) > 1 else 0.0
    if rules.spaced:
        cost += BLINK * max(0, len(page) - rules.words) + float((len(page) - rules.aim) ** 2)
    else:
        cost += ((text_length(page) - rules.characters * 0.8) / 2.0) ** 2
    span = page_span(words, range(start, end))
    if span.duration < SHORTEST:
        cost += BLINK
    if span.duration > rules.seconds and len(page) > 1:
        cost += 40.0 * float(span.duration - rules.seconds) + 4.0
    return cost + _inner_cost(page, rules) + _orphan_cost(words, start, end, rules)


def _inner_cost(page: Sequence[CaptionWord], rules: PagingRules) -> float:
    """What it costs to run over places where the voice stops."""
    cost = 0.0
    for word, following in zip(page, page[1:], strict=False):
        if closes_sentence(word.text):
            cost += PAST_SENTENCE
        if following.span.start - word.span.end > PAUSE:
            cost += PAST_PAUSE
        if ends_clause(word.text) and rules.spaced:
            cost += 1.5
    return cost


def _orphan_cost(words: Sequence[CaptionWord], start: int, end: int, rules: PagingRules) -> float:
    """A lone word is an orphan when its sentence goes on beside it."""
    if end - start > 1 or not rules.spaced or rules.aim == 1:
        return 0.0
    begins = start == 0 or closes_sentence(words[start - 1].text)
    ends = end == len(words) or closes_sentence(words[end - 1].text)
    return 0.0 if begins and ends else ORPHAN


def _break_cost(words: Sequence[CaptionWord], end: int, rules: PagingRules) -> float:
    """What it costs to end a page before word `end`."""
    if end == len(words):
        return 0.0
    last, following = words[end - 1], words[end]
    if not may_break(last.text, following.text) or last.broken:
        return BLINK * 10
    if number_binds(last.text, following.text, rules.language):
        return BOUND
    if closes_sentence(last.text) or ends_clause(last.text):
        return CLAUSE_END
    return DANGLING if weighs_little(last.text, rules.language) else 0.0
