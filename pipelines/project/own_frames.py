"""A source's own frames as a clock: captions moved onto it, and the stretches of it that captions touch.

Works on numbers alone. Everything that draws counts frames at an even rate; on this clock, a frame of the
plan is a frame of the source, whenever that one shows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import TimeRange, nearest_frames

_EXACT = 1_000_000
"""Parts of a frame to which moments are rounded, so that documents stay small."""


class OwnFrames(Struct, frozen=True, kw_only=True):
    """When each frame of a source shows (seconds, rising from 0), and where frames may be exchanged.

    `borders` and `ends` are frame numbers: decoding may begin anew at `borders`, the first of which is 0; at
    `ends`, which include the borders, everything decoded before is also shown before.
    """

    times: tuple[Fraction, ...]
    borders: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def groups(self) -> Iterator[range]:
        """The frames from each border to the next."""
        return (range(first, stop) for first, stop in pairwise((*self.borders, len(self.times))))

    def counted(self, moment: Fraction, fps: int) -> Fraction:
        """A moment on the clock whose frame n shows at n/fps; linear between two frames."""
        number = max(0, bisect_right(self.times, moment) - 1)
        here = self.times[number]
        step = self.times[number + 1] - here if number + 1 < len(self.times) else Fraction(1, fps)
        place = number + (moment - here) / step
        return Fraction(round(place * _EXACT), _EXACT * fps)


def counted_track(track: CaptionTrack, frames: OwnFrames, fps: int) -> CaptionTrack:
    """The captions on the clock of a source's own frames."""

    def moved(span: TimeRange) -> TimeRange:
        return TimeRange(frames.counted(span.start, fps), frames.counted(span.end, fps))

    def page_moved(page: Page) -> Page:
        lines = tuple(
            replace(line, words=tuple(replace(word, span=moved(word.span)) for word in line.words))
            for line in page.lines
        )
        return replace(page, span=moved(page.span), lines=lines)

    return replace(track, pages=tuple(page_moved(page) for page in track.pages))


def touched_stretches(
    track: CaptionTrack, frames: OwnFrames, *, fps: int, shortest: int
) -> tuple[range, ...]:
    """The frames that must be drawn so that every page of a counted track is seen.

    Each stretch begins as late as it can and ends at a border: the frames between a caption and the border
    refer to those that the caption changes. Adjacent stretches are joined, but split at the first border
    after `shortest` frames.
    """
    shown = [span for page in track.pages if (span := nearest_frames(page.span, fps))]
    found: list[range] = []
    for touched in _touched(shown, frames):
        if found and found[-1].stop == touched.start and len(found[-1]) < shortest:
            found[-1] = range(found[-1].start, touched.stop)
        else:
            found.append(touched)
    return tuple(found)


def unbroken(frames: OwnFrames, stretches: Sequence[range]) -> OwnFrames:
    """The same frames without the borders inside stretches, so that one decoder runs through each stretch."""
    inside = {border for each in stretches for border in frames.borders if each.start < border < each.stop}
    return replace(frames, borders=tuple(border for border in frames.borders if border not in inside))


def _touched(shown: Sequence[range], frames: OwnFrames) -> Iterator[range]:
    """For each group of pictures with a page on it, the frames from that page on."""
    for group in frames.groups:
        first = min(
            (max(span.start, group.start) for span in shown if _meet(span, group)), default=group.stop
        )
        if first < group.stop:
            yield range(frames.ends[bisect_right(frames.ends, first) - 1], group.stop)


def _meet(one: range, other: range) -> bool:
    return one.start < other.stop and other.start < one.stop
