"""Which key frames are looked at: few, and still no picture that is black or stands still goes unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.media.sample_table import SampleTable

_BETWEEN: Final = 2
"""Seconds between two glimpses."""
_PIXELS_PER_BYTE: Final = 32
"""A black picture takes far fewer bytes; only something drawn on it takes more."""

_BEFORE: Final = Fraction(3, 5)
"""Fewest looks in films whose key frames come every second or two: one more in a hundred than must be."""


class Glimpse(Struct, frozen=True, kw_only=True):
    """A key frame that may be looked at: its sample, when it shows (s), whether it could be black."""

    number: int
    moment: Fraction
    is_small: bool


def glimpses_of(samples: SampleTable, *, pixels: int) -> tuple[Glimpse, ...]:
    """A key frame every other second, and any that is small enough to be black; in order."""
    keys = sorted(
        (
            Glimpse(
                number=int(number),
                moment=samples.moment(int(number)),
                is_small=int(samples.sizes[number]) <= pixels // _PIXELS_PER_BYTE,
            )
            for number in sorted(set(samples.keys.tolist()))
        ),
        key=lambda glimpse: glimpse.moment,
    )
    return tuple(_spaced(keys))


def _spaced(keys: Iterable[Glimpse]) -> Iterator[Glimpse]:
    due = Fraction(0)
    for key in keys:
        if key.is_small or key.moment >= due:
            due = key.moment + _BETWEEN
            yield key


def first_looks(glimpses: Sequence[Glimpse], *, still: Fraction) -> tuple[Glimpse, ...]:
    """Those to look at first: the first, all small ones, and so many that no two that follow are far apart.

    A picture that is on one of them alone stands no longer than from the first that was passed over before it
    to the last behind it: not longer than `still` seconds. One that stands longer is on two that follow
    each other. Of `still`, what is passed over before a look may take up the `_BEFORE` part.
    """
    looks: list[Glimpse] = []
    passed: list[Glimpse] = []
    room = still
    for glimpse, after in zip(glimpses, [*glimpses, None][1:], strict=True):
        first = passed[0] if passed else glimpse
        fits = looks and glimpse.moment - looks[-1].moment <= room
        leaves_room = after is None or after.moment - first.moment <= _BEFORE * still
        if fits and leaves_room and not glimpse.is_small:
            passed.append(glimpse)
        else:
            looks.append(glimpse)
            room = still - (glimpse.moment - first.moment)
            passed = []
    return tuple(looks)


def doubtful(
    glimpses: Sequence[Glimpse], looks: Sequence[Glimpse], *, alike: Sequence[bool]
) -> tuple[Glimpse, ...]:
    """What was passed over beside or between two looks that are `alike`; one truth for each but the last.

    There a picture may stand still, for as long as only these can tell.
    """
    before = [None, *looks]
    behind = [*looks[2:], None]
    stretches = [
        (low.moment if low else None, high.moment if high else None)
        for low, high, is_alike in zip(before, behind, alike, strict=False)
        if is_alike
    ]
    seen = {glimpse.number for glimpse in looks}
    return tuple(
        glimpse
        for glimpse in glimpses
        if glimpse.number not in seen and any(_within(glimpse.moment, *stretch) for stretch in stretches)
    )


def _within(moment: Fraction, low: Fraction | None, high: Fraction | None) -> bool:
    return (low is None or low < moment) and (high is None or moment < high)
