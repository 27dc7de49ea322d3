"""When the pages and words of a track are shown, and what determines their pixels; nothing is drawn here."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.captions.layout.page_geometry import power_word
from renderer.captions.style.schema import Reveal, Style
from renderer.core.captions import CaptionTrack, CaptionWord, Page
from renderer.core.timecode import ZERO, TimeRange, frame_time, nearest_frame, nearest_frames

FLASH_GAP: Final = Fraction(1)
"""Minimum seconds from a flicker to the next page change. Counting the appearance and disappearance of the
page itself, no spot then flashes more than three times in any second (WCAG 2.3.1).
"""

LIVELY: Final = Fraction(7, 10)
"""Pages that follow each other faster than this (seconds) appear without a change of light: a page that fades
in adds two changes to those of its highlights, and three pairs a second are the limit. Growing and rising
remain.
"""

LIVELY_WORD: Final = Fraction(1, 4)
"""Words shorter than this (seconds) light up at once; their growth remains."""


class PageMoment(Struct, frozen=True, kw_only=True):
    """The state of a page in a frame: seconds since the page appeared and since word `active` was lit.

    `active` is -1 before the first word. A page that `opens` the video appears at once, because its first
    frame is the cover. `page_moves` and `word_moves` are false where changes of light would make the captions
    flash.
    """

    seconds: float
    page: float
    active: int
    word: float
    may_flicker: bool
    page_moves: bool
    opens: bool
    word_moves: bool


class PageTiming:
    """The pages of a track mapped to frames.

    `powers` counts the power words before each page.
    """

    def __init__(self, track: CaptionTrack, *, fps: int, style: Style) -> None:
        self._track = track
        self._fps = fps
        self._style = style
        self._shown = [nearest_frames(page.span, fps) for page in track.pages]
        self._starts = [frames.start for frames in self._shown]
        spans = [page.span for page in track.pages]
        self._flickers, self._moves = flicker_pages(spans), moving_pages(spans)
        powers = (
            sum(power_word(style, word) for line in page.lines for word in line.words) for page in track.pages
        )
        self.powers = list(accumulate(powers, initial=0))
        self._settles = settling(style)
        self._kept: tuple[int, list[CaptionWord], list[int]] = -1, [], []

    def page_at(self, frame: int) -> int | None:
        """Index of the page on screen in a frame; None between pages."""
        number = bisect_right(self._starts, frame) - 1
        return number if number >= 0 and frame in self._shown[number] else None

    def moment(self, number: int, frame: int) -> PageMoment:
        """State of page `number` in a frame."""
        page = self._track.pages[number]
        words, starts = self._words(number)
        active = bisect_right(starts, frame) - 1
        word = words[max(0, active)].span
        return PageMoment(
            seconds=frame / self._fps,
            page=self._since(page.span.start, frame),
            active=active,
            word=self._since(word.start, frame),
            may_flicker=active == 0 and self._flickers[number],
            page_moves=self._moves[number],
            opens=page.span.start == ZERO,
            word_moves=word.duration >= LIVELY_WORD,
        )

    def still_frames(self, number: int, frame: int, moment: PageMoment) -> range:
        """Frames of a page, from `frame` on, that look the same; `moment` is the page's state in `frame`."""
        page, word = self._settles
        if moment.page < page or moment.word < word:
            return range(frame, frame + 1)
        words = self._words(number)[1][moment.active + 1 :][:1]
        pages = self._starts[number + 1 :][:1]
        return range(frame, min([self._shown[number].stop, *words, *pages]))

    def _words(self, number: int) -> tuple[list[CaptionWord], list[int]]:
        """The words of a page and the frames from which they are lit; cached for the last page requested."""
        if self._kept[0] != number:
            page = self._track.pages[number]
            words = [word for line in page.lines for word in line.words]
            self._kept = number, words, word_frames(page, self._fps)
        return self._kept[1:]

    def _since(self, start: Fraction, frame: int) -> float:
        """Seconds from a moment to a frame, 0 before it; computed exactly and rounded once."""
        passed = frame * start.denominator - start.numerator * self._fps
        return max(0, passed) / (self._fps * start.denominator)

    def content(self, frames: range) -> tuple[object, ...]:
        """Everything that determines the captions' pixels on `frames`, with times relative to the first.

        Equal captions yield equal content, wherever in the video they are and whatever precedes or follows
        them.
        """
        origin = frame_time(frames.start, self._fps)
        shown = (
            number
            for number, on_screen in enumerate(self._shown)
            if on_screen.start < frames.stop and frames.start < on_screen.stop
        )
        return tuple(self._page_content(number, origin) for number in shown)

    def _page_content(self, number: int, origin: Fraction) -> tuple[object, ...]:
        page, style = self._track.pages[number], self._style
        words = [word for line in page.lines for word in line.words]
        return (
            replace(page, span=page.span.shifted(-origin), lines=(), contrast=0.0),
            [len(line.words) for line in page.lines],
            [replace(word, span=word.span.shifted(-origin), index=0) for word in words],
            number % math.lcm(2, len(style.palette) or 1),
            self.powers[number] % (len(style.power.colours) or 1),
            self._flickers[number],
            self._moves[number],
            page.span.start == ZERO,
            origin if style.ground.pulse else 0,
        )


def settling(style: Style) -> tuple[float, float]:
    """Seconds after which a page and its active word stop moving; infinite where that is not certain."""
    if style.ground.pulse or style.reveal is Reveal.TYPEWRITER:
        return math.inf, math.inf
    page = max((move.seconds for move in style.enter), default=0.0)
    word = max((move.seconds for move in style.activate), default=0.0)
    return page, max(word, style.pill.seconds)


def active_word(page: Page, frame: int, fps: int) -> int:
    """Index of the lit word of a page: the last whose frame has come; -1 before the first."""
    return bisect_right(word_frames(page, fps), frame) - 1


def word_frames(page: Page, fps: int) -> list[int]:
    """The frames from which the words of a page are lit, in order."""
    return [nearest_frame(word.span.start, fps) for line in page.lines for word in line.words]


def flicker_pages(spans: Sequence[TimeRange]) -> tuple[bool, ...]:
    """Which pages may flicker: those shown long enough, with flickers at least `FLASH_GAP` apart."""
    last = None
    allowed: list[bool] = []
    for span in spans:
        may = span.duration >= FLASH_GAP and (last is None or span.start - last >= FLASH_GAP)
        last = span.start if may else last
        allowed.append(may)
    return tuple(allowed)


def moving_pages(spans: Sequence[TimeRange]) -> tuple[bool, ...]:
    """Which pages may appear with a change of light: those neither too short nor too soon after the last."""
    starts = [span.start for span in spans]
    since = [LIVELY, *(later - earlier for earlier, later in pairwise(starts))]
    return tuple(span.duration >= LIVELY and gap >= LIVELY for span, gap in zip(spans, since, strict=False))
