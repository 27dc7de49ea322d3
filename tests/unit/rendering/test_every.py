"""What is due every so many frames is due once, however far the count jumps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from renderer.rendering.every import Every


@given(
    st.integers(1, 60), st.integers(1, 60), st.lists(st.integers(0, 400), min_size=1, max_size=80).map(sorted)
)
def test_each_mark_is_passed_once_and_none_is_missed(step: int, first: int, counts: list[int]) -> None:
    every = Every(step, first=first)
    marks = [count for count in range(401) if count >= first and (count - first) % step == 0]
    before = -1
    for count in counts:
        crossed = any(before < mark <= count for mark in marks)
        assert every.passed(count) == crossed
        before = max(before, count)


def test_a_count_that_comes_step_by_step() -> None:
    every = Every(60, first=30)
    assert [count for count in range(200) if every.passed(count)] == [30, 90, 150]
