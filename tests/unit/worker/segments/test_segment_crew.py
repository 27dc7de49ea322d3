"""A crew of segment processes: which is asked, what is made or refused, what a dead child leaves behind."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from renderer.worker.segments.crew import PipedCrew
from renderer.worker.segments.feeder import SegmentFeeder

CHILD = """
import sys
for line in sys.stdin:
    plan, first, stop = line.split()
    {body}
    sys.stdout.flush()
"""
MAKES = "print('encoded', 0); print('made', f'{plan}-{first}-{stop}')"
REFUSES = "print('refused', 'disk_full')"
DIES = "sys.exit(3)"
HALTING = "sys.stdout.write('made di'); sys.stdout.flush(); sys.stdout.write('gest\\n')"
STOPS_HALFWAY = "print('encoded', 7)"
FIRST, SECOND, THIRD = range(10), range(10, 25), range(25, 40)


def line_of(body: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", CHILD.format(body=body))


@pytest.fixture
def crew() -> Iterator[PipedCrew]:
    one = PipedCrew()
    one.plan = "plan"
    yield one
    one.end()


def until(crew: PipedCrew, over: Callable[[], bool]) -> tuple[dict[range, str], list[range]]:
    """The segments made and refused until `over` is true; fails if nothing more comes."""
    made: dict[range, str] = {}
    refused: list[range] = []
    for _ in range(100):
        if over():
            return made, refused
        news = crew.news(wait=0.2)
        made.update(news.made)
        refused += news.refused
    pytest.fail(f"nothing came: {made}, {refused}")


def test_segments_are_made_by_whoever_is_idle(crew: PipedCrew) -> None:
    crew.grow(2, line_of(MAKES))
    assert (crew.working, crew.idle) == (2, 2)
    crew.give(FIRST)
    crew.give(SECOND)
    assert crew.idle == 0
    made, refused = until(crew, lambda: crew.idle == 2)
    assert made == {FIRST: "plan-0-10", SECOND: "plan-10-25"}
    assert refused == []


def test_growing_again_starts_only_those_that_are_missing(crew: PipedCrew) -> None:
    for count, working in ((1, 1), (1, 1), (3, 3), (2, 3), (0, 3)):
        crew.grow(count, line_of(MAKES))
        assert crew.working == working


def test_a_refused_segment_comes_back_and_the_child_stays(crew: PipedCrew) -> None:
    crew.grow(1, line_of(REFUSES))
    crew.give(FIRST)
    made, refused = until(crew, lambda: crew.idle == 1)
    assert (made, refused) == ({}, [FIRST])
    crew.give(SECOND)
    assert until(crew, lambda: crew.idle == 1) == ({}, [SECOND])


NEARLY = "print('encoded', 10); sys.stdout.flush(); sys.stdin.readline(); " + DIES
"""Says that it is nearly done, and dies when it is asked for more."""
GOES_ON = (
    "print('encoded', 5); sys.stdout.flush(); more = sys.stdin.readline().split(); "
    "print('made one'); print('made', '-'.join(more))"
)
"""Says that it is nearly done, and makes both when it is asked for more."""


def test_a_child_that_is_nearly_done_is_given_what_follows(crew: PipedCrew) -> None:
    crew.grow(1, line_of(GOES_ON))
    crew.give(SECOND)
    assert (crew.idle, crew.ended) == (0, frozenset())
    until(crew, lambda: crew.idle == 1)
    assert crew.ended == {25}
    crew.give(THIRD)
    assert (crew.idle, crew.ended) == (0, frozenset())
    assert until(crew, lambda: crew.ended == {40}) == ({SECOND: "one", THIRD: "plan-25-40"}, [])


def test_of_children_without_work_and_nearly_without_the_first_is_asked(crew: PipedCrew) -> None:
    crew.grow(1, line_of("print('encoded', 5); sys.stdout.flush(); sys.stdin.readline(); " + MAKES))
    crew.give(THIRD)
    until(crew, lambda: crew.idle == 1)
    crew.grow(2, line_of(MAKES))
    assert crew.idle == 2
    crew.give(FIRST)
    assert until(crew, lambda: FIRST.stop in crew.ended) == ({FIRST: "plan-0-10"}, [])


def test_a_child_that_dies_gives_back_what_should_have_followed_too(crew: PipedCrew) -> None:
    crew.grow(1, line_of(NEARLY))
    crew.give(SECOND)
    until(crew, lambda: crew.idle == 1)
    crew.give(THIRD)
    assert until(crew, lambda: not crew.working) == ({}, [SECOND, THIRD])


def test_a_child_that_dies_gives_its_segment_back_once(crew: PipedCrew) -> None:
    crew.grow(1, line_of(DIES))
    crew.give(FIRST)
    made, refused = until(crew, lambda: not crew.working)
    assert (made, refused) == ({}, [FIRST])
    assert crew.news() == type(crew.news())()
    assert crew.idle == 0


def test_a_child_that_died_idle_gives_back_what_it_is_asked_next(crew: PipedCrew) -> None:
    crew.grow(2, (sys.executable, "-S", "-c", "pass"))
    crew.give(FIRST)
    assert until(crew, lambda: not crew.working) == ({}, [FIRST])


def test_a_program_that_is_missing_leaves_an_empty_crew(crew: PipedCrew) -> None:
    crew.grow(2, ("/no/such/program",))
    assert (crew.working, crew.idle) == (0, 0)
    assert crew.news().made == {}


def test_a_line_in_two_pieces_is_one(crew: PipedCrew) -> None:
    crew.grow(1, line_of(HALTING))
    crew.give(FIRST)
    made, _ = until(crew, lambda: crew.idle == 1)
    assert made == {FIRST: "digest"}


def test_frames_under_way_are_counted_for_the_leader_alone(crew: PipedCrew) -> None:
    crew.grow(2, line_of(STOPS_HALFWAY))
    crew.give(FIRST)
    crew.give_ahead("other", SECOND, key="key")
    until(crew, lambda: crew.news(wait=0.2).encoded == 7)
    assert {*crew.underway} == {"key"}
    assert crew.news().encoded == 7


def test_what_is_made_ahead_is_no_news(crew: PipedCrew) -> None:
    crew.grow(1, line_of(MAKES))
    crew.give_ahead("other", SECOND, key="key")
    assert crew.underway == {"key"}
    assert until(crew, lambda: crew.idle == 1) == ({}, [])
    assert crew.underway == frozenset()


def test_a_feeder_asks_for_each_key_once_and_hands_its_crew_over(
    crew: PipedCrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, range, str]] = []
    given = PipedCrew.give_ahead

    def give_ahead(self: PipedCrew, plan: str, frames: range, *, key: str) -> None:
        asked.append((plan, frames, key))
        given(self, plan, frames, key=key)

    monkeypatch.setattr(PipedCrew, "give_ahead", give_ahead)
    crew.grow(1, line_of(STOPS_HALFWAY))
    feeder = SegmentFeeder(crew)
    feeder.add("ahead", {FIRST: "a", SECOND: "b"})
    feeder.add("ahead", {FIRST: "a"})
    for _ in range(200):
        if asked:
            break
        feeder._thread.join(0.02)
    mine = feeder.taken_over("plan")
    assert mine is crew
    assert mine.plan == "plan"
    assert asked == [("ahead", FIRST, "a")]
    assert mine.underway == {"a"}


def test_what_waits_is_rendered_of_the_latest_plan_that_has_it(
    crew: PipedCrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, range, str]] = []
    over = threading.Event()
    given = PipedCrew.give_ahead

    def give_ahead(self: PipedCrew, plan: str, frames: range, *, key: str) -> None:
        asked.append((plan, frames, key))
        over.wait(10 if len(asked) == 1 else 0)
        given(self, plan, frames, key=key)

    monkeypatch.setattr(PipedCrew, "give_ahead", give_ahead)
    crew.grow(1, line_of(MAKES))
    feeder = SegmentFeeder(crew)
    feeder.add("beginning", {FIRST: "a", SECOND: "b"})
    while not asked:
        feeder._thread.join(0.02)
    feeder.add("whole", {FIRST: "a", SECOND: "b", THIRD: "c"})
    over.set()
    for _ in range(200):
        if len(asked) == 3:
            break
        feeder._thread.join(0.05)
    feeder.taken_over("whole")
    assert asked == [("beginning", FIRST, "a"), ("whole", SECOND, "b"), ("whole", THIRD, "c")]
