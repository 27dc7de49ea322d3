"""Which segment a process should render next, so that pictures are opened once and all finish together.

A segment that begins within a shot shows a picture that is still open in the process that has rendered the
segment before; any other process would have to open it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import ShotFrames, shots_in_frames

FEW: Final = 1
"""With this many segments left per process, or fewer, the costliest comes first: so all finish together."""
NEARLY: Final = 0.85
"""The share of its cost from which a segment that goes on with an open picture comes before it after all."""
_BEGINNING: Final = 17.0
"""Cost of a shot that begins: its picture is opened, and the encoder sees it for the first time."""
_MOVING: Final = 0.33
"""Cost of a frame under a moving camera, beyond that of another."""

_NEXT, _FREE, _AWAITED = range(3)


def expected_costs(plan: RenderPlan, segments: Sequence[range]) -> dict[range, float]:
    """What rendering each segment will cost, in frames under a still camera.

    Fitted to 712 segments of 32 shorts (docs/decisions/0063): the standard error is 19 % of the mean cost,
    that of the numbers of frames alone 27 %.
    """
    shots = tuple(shots_in_frames(plan.storyboard, plan.fps))
    return {each: sum(_cost(shot, each) for shot in shots) for each in segments}


def _cost(timed: ShotFrames, segment: range) -> float:
    """What this shot adds to the cost of a segment."""
    move, begins = timed.shot.camera, timed.start in segment
    seen = max(0, min(timed.stop, segment.stop) - max(timed.start, segment.start))
    return _BEGINNING * begins + seen * (1 + _MOVING * (move.start != move.end))


def in_order(
    left: Sequence[range],
    *,
    costs: Mapping[range, float],
    within: AbstractSet[int],
    under_way: Collection[range],
    ended: Collection[int],
    processes: int,
) -> list[range]:
    """The segments of `left` in the order in which they should be begun.

    `costs`: those of these segments, as expected. `within`: first frames of segments that begin within a
    shot. `under_way`: segments that a process is rendering. `ended`: frames at which the asking processes
    have ended, with the picture there still open. `processes`: how many processes render, one or more.

    Segments that go on where an asking process has ended come first, then those that begin a run of segments
    that go on with each other, most frames first, then single ones, the longest first. Last come those that
    go on with a segment that is not done, nearest to the middle of their run first: so two processes that
    share a run open few pictures twice. When few are left, the costliest comes first, unless one that goes on
    where an asking process has ended costs nearly as much.
    """
    if processes > 1 and len(left) <= FEW * processes:
        return _costliest_first(left, costs, going_on=within & set(ended))
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


def _costliest_first(
    left: Sequence[range], costs: Mapping[range, float], *, going_on: Collection[int]
) -> list[range]:
    """The segments by cost; those that begin at a frame of `going_on` first if they nearly cost the most."""
    much = NEARLY * max((costs[each] for each in left), default=0.0)

    def rank(each: range) -> tuple[bool, float, int]:
        return not (each.start in going_on and costs[each] >= much), -costs[each], each.start

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
