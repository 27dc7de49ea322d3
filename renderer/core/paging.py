"""Splits words into pages by meaning and rhythm: one shortest path over all places where a page may end.

Every page has a cost (how far it is from what the style aims at, how it sits in the sentence, how long
it stands) and the cheapest sequence of pages wins, so limits that contradict each other, such as a
sentence of one very short word, give the least bad answer instead of none. Pure and exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.core.phrasing import Border, border
from renderer.core.timecode import TimeRange

PAUSE: Final = Fraction(3, 10)
"""A silence longer than this ends a page (seconds)."""

SHORTEST: Final = Fraction(1, 4)
"""No page is shown for less than this, unless the whole text is shorter (seconds)."""

HOLD: Final = Fraction(2, 5)
"""How long a page may stay after its last word (seconds)."""

BLINK: Final = 1e4
BOUND: Final = 400.0
PAST_SENTENCE: Final = 300.0
PAST_PAUSE: Final = 260.0
ORPHAN: Final = 14.0
DANGLING: Final = 60.0
CLAUSE_END: Final = -3.0
PAST_COMMA: Final = 1.5
CROWDED: Final = 8.0
"""Cost of each character over a page's limit, up to an excess of 1/`SLACK` of the limit."""

SLACK: Final = 4
EXTRA_WORD: Final = 32.0
"""Cost of one word over a page's limit: less than ending on a word that leans on the next (`DANGLING`)."""

LONGEST: Final = 32
EPSILON: Final = 1e-9


class PagingRules(Struct, frozen=True, kw_only=True):
    """How much a page holds: at most `words`, ideally `aim` of them, at most `characters` and `seconds`.

    Where words are not `spaced` (zh, ja), characters count instead of words, and `aim` is ignored.
    """

    words: int
    aim: int
    characters: int
    seconds: Fraction
    spaced: bool
    language: Language


Crowding = Callable[[int, int], float]
"""Cost of words [start, end) not fitting a page at full size; 0 when they fit."""


def paginate(
    words: Sequence[CaptionWord], rules: PagingRules, *, crowding: Crowding = lambda _start, _end: 0.0
) -> tuple[range, ...]:
    """Ranges of `words` that make the pages, in order, without gaps."""
    text = _read(words, rules)
    best = [0.0] + [math.inf] * len(words)
    came_from = [0] * (len(words) + 1)
    for end in range(1, len(words) + 1):
        after = text.breaks[end]
        for start in range(end - 1, max(-1, end - LONGEST - 1), -1):
            cost = best[start] + text.page_cost(start, end) + after
            if text.length(start, end) > 2 * rules.characters and start < end - 1:
                break
            if cost < best[end]:
                cost += crowding(start, end)
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


class _Text(Struct, frozen=True, eq=False):
    """What the search needs of each word, computed once: times in seconds, running sums, sentence ends.

    `ends[i]` is when a page that ends with word i disappears; `breaks[i]` is the cost of ending a page before
    word i; `runs_over[i]` is the summed cost, up to word i, of not ending a page where the voice stops.
    """

    rules: PagingRules
    starts: Sequence[float]
    ends: Sequence[float]
    characters: Sequence[int]
    gaps: Sequence[int]
    breaks: Sequence[float]
    runs_over: Sequence[float]
    closes: Sequence[bool]

    def length(self, start: int, end: int) -> int:
        """Characters of words [start, end) on a page."""
        return self.characters[end] - self.characters[start] - self.gaps[end - 1]

    def page_cost(self, start: int, end: int) -> float:
        """Cost of a page of words [start, end) by itself."""
        rules, count, length = self.rules, end - start, self.length(start, end)
        cost = self._overfull(length) if count > 1 else 0.0
        if rules.spaced:
            over = max(0, count - rules.words)
            cost += (EXTRA_WORD * over if over <= 1 else BLINK * over) + (count - rules.aim) ** 2
            cost += self._orphan(start, end)
        else:
            cost += ((length - rules.characters * 0.8) / 2.0) ** 2
        seconds = self.ends[end - 1] - self.starts[start]
        if seconds < SHORTEST - EPSILON:
            cost += BLINK
        elif seconds > rules.seconds and count > 1:
            cost += 4.0 + 40.0 * (seconds - float(rules.seconds))
        return cost + self.runs_over[end - 1] - self.runs_over[start]

    def _overfull(self, length: int) -> float:
        """Cost of too many characters: low for a few, since shrinking a page beats ending on a loose word."""
        over = max(0, length - self.rules.characters)
        slack = self.rules.characters // SLACK if self.rules.spaced else 0
        return CROWDED * over if over <= slack else BLINK * over

    def _orphan(self, start: int, end: int) -> float:
        """Cost of a page of one word whose sentence continues on a neighbouring page."""
        if end - start > 1 or self.rules.aim == 1:
            return 0.0
        return 0.0 if (start == 0 or self.closes[start - 1]) and self.closes[end - 1] else ORPHAN


def _read(words: Sequence[CaptionWord], rules: PagingRules) -> _Text:
    places = [border(last.text, following.text, rules.language) for last, following in pairwise(words)]
    pauses = (following.span.start - last.span.end for last, following in pairwise(words))
    lengths = (len(word.text) + len(word.gap) for word in words)
    ends = [float(page_span(words, range(k, k + 1)).end) for k in range(len(words))]
    return _Text(
        rules=rules,
        starts=[float(word.span.start) for word in words],
        ends=ends,
        characters=list(accumulate(lengths, initial=0)),
        gaps=[len(word.gap) for word in words],
        breaks=[0.0, *map(_break_cost, places), 0.0],
        runs_over=list(
            accumulate(
                (_run_cost(pause, place, rules) for pause, place in zip(pauses, places, strict=True)),
                initial=0.0,
            )
        ),
        closes=[*(place.ends_sentence for place in places), True],
    )


def _run_cost(pause: Fraction, place: Border, rules: PagingRules) -> float:
    """Cost of a page that continues past the place between two words."""
    cost = PAST_SENTENCE if place.ends_sentence else 0.0
    if pause > PAUSE:
        cost += PAST_PAUSE
    return cost + PAST_COMMA if rules.spaced and place.ends_clause else cost


def _break_cost(place: Border) -> float:
    """Cost of ending a page between two words."""
    if not place.open:
        return BLINK * 10
    if place.binds or place.cuts_name:
        return BOUND
    if place.ends_sentence or place.ends_clause:
        return CLAUSE_END
    return DANGLING if place.leans_on or place.leans_back else 0.0
