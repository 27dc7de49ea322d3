"""From words to the cues of a subtitle file, by one shortest path over all places where a cue may end.

A cue has one or two lines and is shown long enough to be read. Every cue has a cost (how full it is, how it
divides its sentence, how fast it has to be read), and the cheapest sequence wins, so that no word of a
sentence is left on its own. Pure; costs are floats, cue times are exact.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Final, TypeVar

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionTrack, CaptionWord
from renderer.core.paging import HOLD, PAUSE
from renderer.core.phrasing import Border, border
from renderer.core.timecode import TimeRange

LINE: Final = 42
LINE_UNSPACED: Final = 16
"""Characters per line; a cue has at most two lines."""
LONGEST_CUE: Final = Fraction(6)
SHORTEST_CUE: Final = Fraction(1)
"""Maximum duration of a cue in seconds, and its minimum where nothing follows immediately."""
READING: Final = 20
READING_UNSPACED: Final = 9
"""Characters per second that are read with ease."""
_HOLD, _SHORTEST_CUE = float(HOLD), float(SHORTEST_CUE)
_ORDINAL: Final = re.compile(r"\W*\d{1,2}\.")
_AT_ONCE: Final = Fraction(12, 100)
"""Seconds of silence up to which a point after one or two digits marks an ordinal number."""
_ORPHAN_SHARE: Final = 6
"""A part of a sentence shorter than a full cue divided by this is an orphan."""

BROKEN: Final = 1e5
ORPHAN: Final = 60.0
PAST_SENTENCE: Final = 40.0
PAST_SILENCE: Final = 300.0
TOO_LONG: Final = 150.0
TOO_SHORT: Final = 60.0
TOO_FAST: Final = 8.0
EMPTY: Final = 20.0
EMPTY_PART: Final = 50.0
BOUND: Final = 60.0
DANGLING: Final = 25.0
INSIDE: Final = 5.0
CLAUSE_END: Final = -10.0
EVENNESS: Final = 84
"""Break cost that weighs as much as a whole line of characters when a cue is divided into two lines."""

Moment = TypeVar("Moment", float, Fraction)


class Cue(Struct, frozen=True, kw_only=True):
    """Words shown together in a subtitle file, on one or two lines."""

    span: TimeRange
    lines: tuple[tuple[CaptionWord, ...], ...]


def cues(track: CaptionTrack) -> tuple[Cue, ...]:
    """All words of the track, in order: at most two lines a cue, cut at sentences, silences and clauses."""
    words = whole_words([word for page in track.pages for line in page.lines for word in line.words])
    text = _read(words, track.language)
    best, came_from = [0.0] + [math.inf] * len(words), [0] * (len(words) + 1)
    for end in range(1, len(words) + 1):
        for start in range(end - 1, -1, -1):
            if start < end - 1 and text.length(start, end) > 2 * text.line:
                break
            cost = best[start] + text.cost(start, end)
            if cost < best[end]:
                best[end], came_from[end] = cost, start
    found: list[Cue] = []
    end = len(words)
    while end:
        found.append(text.cue(came_from[end], end))
        end = came_from[end]
    return tuple(reversed(found))


def whole_words(words: Sequence[CaptionWord]) -> list[CaptionWord]:
    """Words, with those that were cut for the screen put together again."""
    whole: list[CaptionWord] = []
    for word in words:
        if whole and whole[-1].broken:
            head = whole.pop()
            whole.append(
                CaptionWord(
                    text=head.text + word.text,
                    span=TimeRange(head.span.start, word.span.end),
                    index=word.index,
                    gap=word.gap,
                    emphasis=word.emphasis,
                    broken=word.broken,
                )
            )
        else:
            whole.append(word)
    return whole


class _Text(Struct, frozen=True, eq=False):
    """What the search needs to know about each word, computed once.

    `borders[i]` is the border after word i, and `closes[i]` says whether its sentence ends there; `starts`
    and `ends` are in seconds. `characters` are running sums, gaps included, and `passed` are running sums of
    the cost of continuing past a word. A line holds `line` characters, and `reading` characters are read per
    second.
    """

    words: Sequence[CaptionWord]
    line: int
    reading: int
    characters: Sequence[int]
    borders: Sequence[Border]
    closes: Sequence[bool]
    passed: Sequence[float]
    starts: Sequence[float]
    ends: Sequence[float]

    def length(self, start: int, end: int) -> int:
        """Characters of words [start, end) on one line."""
        return self.characters[end] - self.characters[start] - len(self.words[end - 1].gap)

    def cost(self, start: int, end: int) -> float:
        """Cost of a cue of words [start, end), including the cost of ending it there."""
        length = self.length(start, end)
        whole = (start == 0 or self.closes[start - 1]) and self.closes[end - 1]
        empty = 1 - min(1.0, length / (2 * self.line))
        cost = (EMPTY if whole else EMPTY_PART) * empty**2
        cost += self._in_time(length, self._stands(start, end, length))
        if end - start > 1 and not self._fits(start, end, length):
            cost += BROKEN
        cost += self.passed[end - 1] - self.passed[start]
        if not whole and (end - start == 1 or length < 2 * self.line / _ORPHAN_SHARE):
            cost += ORPHAN
        return cost + (self._ends(end - 1) if end < len(self.words) else 0.0)

    def cue(self, start: int, end: int) -> Cue:
        """The cue of words [start, end)."""
        lines = self._lines(start, end)
        return Cue(span=self._span(start, end), lines=tuple(tuple(self.words[a:b]) for a, b in lines))

    def _in_time(self, length: int, seconds: float) -> float:
        over = max(0.0, seconds - float(LONGEST_CUE))
        cost = TOO_LONG * (over > 0) + TOO_SHORT * over
        cost += TOO_SHORT * max(0.0, float(SHORTEST_CUE) - seconds)
        return cost + TOO_FAST * max(0.0, length / max(seconds, 0.01) - self.reading)

    def _ends(self, at: int) -> float:
        """Cost of ending a cue after word `at`."""
        place = self.borders[at]
        if not place.open:
            return BROKEN
        if place.binds or place.cuts_name:
            return BOUND
        if self.closes[at] or place.ends_clause:
            return CLAUSE_END
        return DANGLING if place.leans_on or place.leans_back else INSIDE

    def _fits(self, start: int, end: int, length: int) -> bool:
        return length <= self.line or any(
            self.borders[at - 1].open
            and self.length(start, at) <= self.line
            and self.length(at, end) <= self.line
            for at in range(start + 1, end)
        )

    def _lines(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """One line if it fits, otherwise the most even two lines that end well."""
        places = [at for at in range(start + 1, end) if self.borders[at - 1].open]
        if self.length(start, end) <= self.line or not places:
            return ((start, end),)
        cut = min(places, key=lambda at: (self._two_lines(start, at, end), at))
        return (start, cut), (cut, end)

    def _two_lines(self, start: int, at: int, end: int) -> float:
        longer = max(self.length(start, at), self.length(at, end))
        over = BROKEN * (longer > self.line)
        return over + longer + self._ends(at - 1) * self.line / EVENNESS

    def _stands(self, start: int, end: int, length: int) -> float:
        """Duration of `_span` in seconds, for a cue of `length` characters."""
        first, last = self.starts[start], self.ends[end - 1]
        if end == len(self.words):
            return last + _HOLD - first
        read = first + max(_SHORTEST_CUE, length / self.reading)
        return _until(last, held=last + _HOLD, read=read, follows=self.starts[end]) - first

    def _span(self, start: int, end: int) -> TimeRange:
        """From the first word until the last one is over and all can be read, or until the next begins."""
        first, last = self.words[start].span.start, self.words[end - 1].span.end
        if end == len(self.words):
            return TimeRange(first, last + HOLD)
        read = first + max(SHORTEST_CUE, Fraction(self.length(start, end), self.reading))
        follows = self.words[end].span.start
        return TimeRange(first, _until(last, held=last + HOLD, read=read, follows=follows))


def _until(last: Moment, *, held: Moment, read: Moment, follows: Moment) -> Moment:
    """When a cue ends, its last word over at `last`: once `held` and `read` have passed, or at `follows`."""
    return max(last, min(max(held, read), follows))


def _read(words: Sequence[CaptionWord], language: Language) -> _Text:
    unspaced = language in {Language.ZH, Language.JA}
    silences = [after.span.start - before.span.end for before, after in pairwise(words)]
    borders = [border(before.text, after.text, language) for before, after in pairwise(words)]
    closes = [*_closing(words, borders, silences), True]
    passing = (
        PAST_SENTENCE * ends + PAST_SILENCE * (silence > 2 * PAUSE)
        for ends, silence in zip(closes, silences, strict=False)
    )
    return _Text(
        words=words,
        line=LINE_UNSPACED if unspaced else LINE,
        reading=READING_UNSPACED if unspaced else READING,
        characters=list(accumulate((len(word.text) + len(word.gap) for word in words), initial=0)),
        borders=borders,
        closes=closes,
        passed=list(accumulate(passing, initial=0.0)),
        starts=[float(word.span.start) for word in words],
        ends=[float(word.span.end) for word in words],
    )


def _closing(
    words: Sequence[CaptionWord], borders: Sequence[Border], silences: Sequence[Fraction]
) -> Iterator[bool]:
    """Whether a sentence ends after each word but the last; it does not in "12. März"."""
    for word, place, silence in zip(words, borders, silences, strict=False):
        goes_on = silence <= _AT_ONCE and _ORDINAL.fullmatch(word.text)
        yield place.ends_sentence and not goes_on
