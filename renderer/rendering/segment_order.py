"""Which segment a process should render next, so that pictures are opened once and all finish together.

A segment that begins within a shot shows a picture that is still open in the process that has rendered the
segment before; any other process would have to open it again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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

    Segments that go on where an asking process has ended come first, then those that begin a run of segments
    that go on with each other, most frames first, then single ones, the longest first. Last come those that
    go on with a segment that is not done, nearest to the middle of their run first: so two processes that
    share a run open few pictures twice. When few are left, the longest comes first, whatever goes on with
    what.
    """
    if processes > 1 and len(left) <= FEW * processes:
        return sorted(left, key=lambda each: (-len(each), each.start))
    undone = {each.stop for each in (*left, *under_way)}
    runs = {each.start: run for run in _runs(left, within) for each in run}

    def rank(each: range) -> tuple[int, bool, int, int, int]:
        run = runs[each.start]
        length = run[-1].stop - run[0].start
        if each.start in within and each.start in ended:
            return _NEXT, False, 0, 0, each.start
        if each.start in within and each.start in undone:
            return _AWAITED, False, -length, abs(2 * (each.start - run[0].start) - length), each.start
        return _FREE, len(run) == 1, -length, 0, each.start

    return sorted(left, key=rank)


def _runs(left: Sequence[range], within: Collection[int]) -> list[list[range]]:
    """The segments in runs of those that go on with each other, one after the other."""
    runs: list[list[range]] = []
    for each in sorted(left, key=lambda each: each.start):
        if runs and each.start in within and each.start == runs[-1][-1].stop:
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs
