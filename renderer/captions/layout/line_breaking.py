"""Distribution of a page's words over lines: the fewest lines that fit, as even as possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise

from msgspec import Struct
from msgspec.structs import replace

from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.spacing import spaced
from renderer.captions.layout.text_area import TextArea
from renderer.core.captions import CaptionWord
from renderer.core.phrasing import Border, border
from renderer.core.timecode import TimeRange
from renderer.text.languages import is_spaced
from renderer.text.typesetting.hyphenation import syllable_breaks

SMALLEST = 0.7
"""Smallest scale to which a page may shrink before it is split."""

FULLEST = 0.9
"""Share of a line's room that a part of a cut word should take."""

WIDEST_PART = 1.2
"""Share of a line's room that a part may take for a cut between syllables; the page is then shrunk."""

BARRED = 10.0
BINDING = 1.0
LEANING = 0.06
AFTER_COMMA = -0.15


class LineFit(Struct, frozen=True):
    """How words are distributed over lines (ranges of indices from 0), and the scale they need, at most 1.

    A scale below `SMALLEST` means that they do not fit.
    """

    lines: tuple[range, ...]
    scale: float


class Measured(Struct, frozen=True, kw_only=True, eq=False):
    """Words with running widths, gaps, growths, running character counts and the cost of a break after each.

    Widths are in pixels; `room` is the maximum width of a line.
    """

    words: tuple[CaptionWord, ...]
    ends: tuple[float, ...]
    gaps: tuple[float, ...]
    growths: tuple[float, ...]
    characters: tuple[int, ...]
    breaks: tuple[float, ...]
    room: float
    most_lines: int
    line_characters: int

    def fit(self, start: int, end: int) -> LineFit:
        """The best lines for words [start, end)."""
        best = self._best(start, end, 1)
        for count in range(2, min(self.most_lines, end - start) + 1):
            if best.scale >= 1.0:
                break
            other = self._best(start, end, count)
            best = other if other.scale > best.scale else best
        return best

    def _best(self, start: int, end: int, count: int) -> LineFit:
        """The most even way to cut the words into `count` lines."""
        choices = combinations(range(start + 1, end), count - 1)
        cuts = min(choices, key=lambda cuts: self._cost(start, end, cuts)) if count > 1 else ()
        edges = list(pairwise((start, *cuts, end)))
        widest = max(self._width(a, b) for a, b in edges)
        longest = max(self.characters[b] - self.characters[a] for a, b in edges)
        crowded = longest > self.line_characters + 1 and count < min(self.most_lines, end - start)
        lines = tuple(range(a - start, b - start) for a, b in edges)
        return LineFit(lines, 0.0 if crowded else min(1.0, self.room / max(widest, 1.0)))

    def _width(self, start: int, end: int) -> float:
        edge = max(self.growths[start], self.growths[end - 1])
        return self.ends[end] - self.ends[start] - self.gaps[end - 1] + edge

    def _cost(self, start: int, end: int, cuts: tuple[int, ...]) -> float:
        """Width of the widest line, plus the cost of the breaks."""
        widest = max(self._width(a, b) for a, b in pairwise((start, *cuts, end)))
        return widest + self.room * sum(self.breaks[cut - 1] for cut in cuts)


def _break_cost(place: Border) -> float:
    """Cost of a line break between two words, in multiples of a line's room."""
    cost = 0.0 if place.open else BARRED
    if place.binds:
        cost += BINDING
    if place.ends_clause or place.ends_sentence:
        return cost + AFTER_COMMA
    return cost + LEANING if place.leans_on else cost


def measured(words: Sequence[CaptionWord], letters: CaptionLettering, area: TextArea) -> Measured:
    """Measure a text for one style and language at its unshrunk size; too wide words are cut first."""
    style, language = letters.style, letters.language
    size = style.size * area.scale
    room = area.width - 2 * area.margins.x * area.scale
    parts = tuple(part for word in words for part in _cut_word(word, letters, size=size, room=room))
    rows = spaced(parts, letters, size)
    lengths = [len(word.text) + len(word.gap) for word in parts]
    return Measured(
        words=parts,
        ends=tuple(accumulate((row.width + row.gap for row in rows), initial=0.0)),
        gaps=tuple(row.gap for row in rows),
        growths=tuple(row.growth * row.width for row in rows),
        characters=tuple(accumulate(lengths, initial=0)),
        breaks=tuple(_break_cost(border(a.text, b.text, language)) for a, b in pairwise(parts)),
        room=room,
        most_lines=style.paging.lines,
        line_characters=style.paging.line_characters if is_spaced(language) else len(parts) * 99,
    )


def _cut_word(
    word: CaptionWord, letters: CaptionLettering, *, size: float, room: float
) -> tuple[CaptionWord, ...]:
    """Cut a word that is wider than any line allows into parts that share its time.

    Cuts lie between syllables where the language has patterns and a syllable break is near, otherwise between
    graphemes. A word that fits is returned whole.
    """
    (alone,) = spaced((word,), letters, size)
    drawn = alone.width * (1.0 + alone.growth)
    if drawn * SMALLEST <= room:
        return (word,)
    run = letters.run(word.text, size)
    widths = accumulate(unit.right - unit.left for unit in run.units)
    reached = dict(zip((unit.end for unit in run.units), widths, strict=True))
    cuts = _cuts(reached, set(syllable_breaks(word.text, letters.language)), drawn / room)
    return _shared(word, [word.text[a:b] for a, b in pairwise((0, *cuts, len(word.text)))])


def _cuts(reached: dict[int, float], preferred: set[int], rooms: float) -> list[int]:
    """Where to cut a word into even parts.

    `reached` maps each place to the word's width up to it; `rooms` is how many lines the word fills.
    """
    *places, end = reached
    pieces = math.ceil(rooms / FULLEST)
    cuts: list[int] = []
    for left in range(pieces, 1, -1):
        done = reached[cuts[-1]] if cuts else 0.0
        share = (reached[end] - done) / left
        away = {at: abs(reached[at] - done - share) for at in places if reached[at] > done}
        fits = WIDEST_PART * reached[end] / rooms
        near = [
            at
            for at in away
            if at in preferred
            and reached[at] - done <= fits
            and (reached[end] - reached[at]) / (left - 1) <= fits
        ]
        cuts += [min(near or away, key=lambda at: (away[at], at))] if away else []
    return cuts


def _shared(word: CaptionWord, texts: Sequence[str]) -> tuple[CaptionWord, ...]:
    """Parts of a word, each with a share of its time in proportion to its length."""
    total = sum(len(text) for text in texts)
    done = accumulate((len(text) for text in texts), initial=0)
    bounds = [word.span.start + word.span.duration * part / total for part in done]
    last = len(texts) - 1
    return tuple(
        replace(
            word,
            text=text,
            span=TimeRange(bounds[k], bounds[k + 1]),
            gap=word.gap if k == last else "",
            broken=k < last,
        )
        for k, text in enumerate(texts)
    )
