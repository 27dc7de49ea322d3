"""Segments that show one picture are consecutive; the others go by length, the last few by expected cost."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.core.camera import CameraMove, View
from renderer.core.render_plan import RenderPlan
from renderer.rendering.segment_order import FEW, NEARLY, expected_costs, in_order
from tests.support.production.leading import PLAN, SEGMENTS

CUT = [range(90), range(90, 300), range(300, 420), range(420, 520), range(520, 700)]
"""Those from 300 and 420 begin within a shot."""
WITHIN = {300, 420}


def ordered(
    left: list[range], *, ended: int = -1, under_way: tuple[range, ...] = (), processes: int = 1
) -> list[int]:
    found = in_order(
        left,
        costs={each: len(each) for each in left},
        within=WITHIN,
        under_way=under_way,
        ended={ended},
        processes=processes,
    )
    assert sorted(found, key=lambda each: each.start) == sorted(left, key=lambda each: each.start)
    return [each.start for each in found]


def test_segments_that_go_on_with_each_other_come_first_and_each_after_the_one_before() -> None:
    assert ordered(CUT) == [90, 520, 0, 300, 420]


def test_who_has_ended_before_a_segment_goes_on_with_it() -> None:
    assert ordered([CUT[0], *CUT[2:]], ended=300) == [300, 520, 0, 420]


def test_a_hard_cut_is_nothing_to_go_on_with() -> None:
    assert ordered([CUT[0], CUT[4]], ended=520) == [520, 0]
    assert ordered([CUT[0], CUT[4]], ended=0) == [520, 0]


def test_what_goes_on_with_a_segment_under_way_is_left_to_who_renders_that() -> None:
    assert ordered([CUT[0], *CUT[2:]], under_way=(CUT[1],)) == [520, 0, 420, 300]


def test_what_goes_on_with_a_segment_that_is_done_elsewhere_waits_for_nobody() -> None:
    assert ordered([CUT[0], *CUT[2:]]) == [300, 520, 0, 420]


def test_of_a_run_that_another_process_is_rendering_the_middle_comes_first() -> None:
    run = [range(start, start + 50) for start in range(0, 300, 50)]
    within = {each.start for each in run}
    costs = dict.fromkeys(run, 50.0)
    found = in_order(run[1:], costs=costs, within=within, under_way=run[:1], ended=(), processes=2)
    assert [each.start for each in found] == [150, 200, 100, 250, 50]


def last_two(costs: tuple[float, float]) -> list[int]:
    """The order of the last two, for a process that could go on with the second."""
    left = [range(600, 720), range(420, 520)]
    found = in_order(
        left,
        costs=dict(zip(left, costs, strict=True)),
        within=WITHIN,
        under_way=(),
        ended={420},
        processes=len(left) // FEW,
    )
    return [each.start for each in found]


def test_of_the_last_few_the_costliest_goes_first_however_long_it_is() -> None:
    assert last_two((90.0, 100.0)) == [420, 600]
    assert last_two((100.0, NEARLY * 100 - 1)) == [600, 420]


def test_of_the_last_few_one_that_goes_on_comes_first_if_it_is_nearly_the_costliest() -> None:
    assert last_two((100.0, NEARLY * 100 + 1)) == [420, 600]


def test_of_the_last_few_the_longest_goes_first_unless_there_is_but_one_process() -> None:
    few = [range(420, 520), range(600, 720)]
    assert ordered(few, ended=420, processes=len(few) // FEW) == [600, 420]
    assert ordered(few, ended=420, processes=1) == [420, 600]
    assert ordered([*few, range(90)], ended=420, processes=2) == [420, 600, 0]


def moving(plan: RenderPlan, number: int) -> RenderPlan:
    """The plan with a camera that moves over one of its shots."""
    shots = list(plan.storyboard.shots)
    shots[number] = replace(shots[number], camera=CameraMove(end=View(zoom=1.1)))
    return replace(plan, storyboard=replace(plan.storyboard, shots=tuple(shots)))


def test_a_shot_that_begins_in_a_segment_adds_to_its_cost_and_one_that_goes_on_does_not() -> None:
    begins, goes_on = range(30, 60), range(60, 90)
    costs = expected_costs(PLAN, (begins, goes_on))
    assert costs[goes_on] == len(goes_on)
    assert costs[begins] > costs[goes_on]
    two_begin = range(110, 185)
    more = costs[begins] - costs[goes_on]
    assert expected_costs(PLAN, (two_begin,))[two_begin] == len(two_begin) + 2 * more


def test_a_moving_camera_adds_to_the_cost_of_the_frames_that_it_films() -> None:
    segments = (range(30, 60), range(90, 140), range(140, 170))
    still, moved = expected_costs(PLAN, segments), expected_costs(moving(PLAN, 1), segments)
    assert moved[segments[2]] == still[segments[2]]
    assert 0 < moved[segments[0]] - still[segments[0]] == moved[segments[1]] - still[segments[1]]


@given(st.sets(st.integers(1, 199), max_size=20))
def test_however_a_plan_is_cut_its_segments_cost_as_much_together(cuts: set[int]) -> None:
    borders = [0, *sorted(cuts), 200]
    segments = [range(start, stop) for start, stop in pairwise(borders)]
    whole = expected_costs(PLAN, SEGMENTS)
    assert sum(expected_costs(PLAN, segments).values()) == sum(whole.values())
