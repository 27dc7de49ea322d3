"""Which segment a process should render next, so that pictures are opened once and all finish together.

A segment that begins within a shot shows a picture that is still open in the process that has rendered the
segment before; any other process would have to open it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

FEW: Final = 1
"""With this many segments left per process, or fewer, only length counts, so that all finish together."""

_NEXT, _FREE, _AWAITED = range(3)


def in_order(
    left: Sequence[range],
    *,
    within: Collection[int],
    under_way: Collection[range],
    ended: Collection[int],
    processes: int,
) -> list[range]:
    """The segments of `left` in the order in which they should be begun.

    `within`: first frames of segments that begin within a shot. `under_way`: segments that a process is
    rendering. `ended`: frames at which the asking processes have ended, with the picture there still open.
    `processes`: how many processes render, one or more.

    Segments that go on where an asking process has ended come first, then those that go on with each other,
    most frames first, then the others, the longest first, and last those that go on with a segment that is
    not done. When few are left, the longest comes first, whatever goes on with what.
    """
    if processes > 1 and len(left) <= FEW * processes:
        return sorted(left, key=lambda each: (-len(each), each.start))
    starts = {each.start: each for each in left}
    undone = {each.stop for each in (*left, *under_way)}

    def rank(each: range) -> tuple[int, bool, int, int]:
        place = _FREE
        if each.start in within:
            place = _NEXT if each.start in ended else _AWAITED if each.start in undone else _FREE
        run = _run(each, starts, within)
        return place, run == len(each), -run, each.start

    return sorted(left, key=rank)


def _run(first: range, starts: Mapping[int, range], within: Collection[int]) -> int:
    """The number of frames of a segment and of those that go on with it, one after the other."""
    stop = first.stop
    while stop in within and stop in starts:
        stop = starts[stop].stop
    return stop - first.start
