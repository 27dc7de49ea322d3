"""Segments that show one picture are consecutive; the others, and the last few, go by length."""

from __future__ import annotations

from renderer.rendering.segment_order import FEW, in_order

CUT = [range(90), range(90, 300), range(300, 420), range(420, 520), range(520, 700)]
"""Those from 300 and 420 begin within a shot."""
WITHIN = {300, 420}


def ordered(
    left: list[range], *, ended: int = -1, under_way: tuple[range, ...] = (), processes: int = 1
) -> list[int]:
    found = in_order(left, within=WITHIN, under_way=under_way, ended={ended}, processes=processes)
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
    found = in_order(run[1:], within=within, under_way=run[:1], ended=(), processes=2)
    assert [each.start for each in found] == [150, 200, 100, 250, 50]


def test_of_the_last_few_the_longest_goes_first_unless_there_is_but_one_process() -> None:
    few = [range(420, 520), range(600, 720)]
    assert ordered(few, ended=420, processes=len(few) // FEW) == [600, 420]
    assert ordered(few, ended=420, processes=1) == [420, 600]
    assert ordered([*few, range(90)], ended=420, processes=2) == [420, 600, 0]
