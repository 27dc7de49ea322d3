"""Chooses the key frames to look at: few, yet no black picture or picture that stands still goes unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.media.sample_table import SampleTable

_BETWEEN: Final = 2
"""Seconds between two glimpses."""
_PIXELS_PER_BYTE: Final = 32
"""A key frame that takes fewer bytes could be black: a black picture takes far fewer than that."""

_BEFORE: Final = Fraction(3, 5)
"""Share of `still` that skipped glimpses before a look may take up.

It gives the fewest looks in films whose key frames come every second or two: 1% more than needed.
"""


class Glimpse(Struct, frozen=True, kw_only=True):
    """A key frame that may be looked at: its sample number, its time (s), and whether it could be black."""

    number: int
    moment: Fraction
    is_small: bool


def glimpses_of(samples: SampleTable, *, pixels: int) -> tuple[Glimpse, ...]:
    """A key frame every `_BETWEEN` seconds, and any that is small enough to be black; in order."""
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
    """The glimpses to look at first: the first one, all small ones, and enough that none are far apart.

    A picture seen in only one look lasts at most from the first glimpse skipped before that look to the last
    one skipped after it, which is not longer than `still` seconds. So a picture that stands longer is seen in
    two consecutive looks. The glimpses skipped before a look may take up the share `_BEFORE` of `still`.
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
    """The skipped glimpses next to or between two consecutive looks that are `alike`.

    `alike` has one value for each look but the last. A picture may stand still there, and only these glimpses
    tell for how long.
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
