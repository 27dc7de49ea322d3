"""A crew of processes over pipes: which is asked, what it answers, and what becomes of dead children."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from renderer.runtime.segment_processes import SegmentNews
from renderer.worker.segments import feeder as feeding
from renderer.worker.segments.crew import PipedCrew
from renderer.worker.segments.feeder import SegmentFeeder

PLAN = "f" * 64
CHILD = """
import sys
for line in sys.stdin:
    plan, first, stop, *ahead = line.split()
    if first == "13":
        sys.exit(3)
    if first == "7":
        print("refused encoder_failed", flush=True)
        continue
    sys.stdout.write("encoded 10\\nencoded 2")
    sys.stdout.flush()
    sys.stdout.write("0\\nmade " + "-".join([plan[:4], first, stop, *ahead]) + "\\n")
    sys.stdout.flush()
"""
LINE = (sys.executable, "-S", "-c", CHILD)
SILENT = (sys.executable, "-S", "-c", "import sys; print('encoded 30', flush=True); sys.stdin.read()")


@pytest.fixture
def crew() -> Iterator[PipedCrew]:
    made = PipedCrew()
    made.plan = PLAN
    yield made
    made.end()


def heard(crew: PipedCrew, count: int) -> tuple[dict[range, str], list[range]]:
    """The segments made and refused, once there are `count` answers."""
    made: dict[range, str] = {}
    refused: list[range] = []
    for _ in range(200):
        news = crew.news(wait=0.5)
        made |= news.made
        refused += news.refused
        if len(made) + len(refused) >= count:
            break
    return made, refused


def test_who_renders_is_told_that_frames_may_be_drawn_ahead(crew: PipedCrew) -> None:
    crew.grow(1, LINE)
    crew.give(range(30), ahead=True)
    made, _ = heard(crew, 1)
    assert made == {range(30): "ffff-0-30-ahead"}


TOLD = (
    sys.executable,
    "-S",
    "-c",
    """
import sys
for line in sys.stdin:
    if line == "ahead\\n":
        print("made told", flush=True)
    elif line.endswith(" 60\\n"):
        print("made at-once", flush=True)
""",
)


def test_who_is_at_work_is_told_once_that_a_processor_has_become_free(crew: PipedCrew) -> None:
    crew.grow(1, TOLD)
    crew.draw_ahead()  # no process is at work
    crew.give(range(30))
    assert crew.news(wait=0.2).made == {}
    crew.draw_ahead()
    crew.draw_ahead()
    assert heard(crew, 1)[0] == {range(30): "told"}
    crew.give(range(30, 60))
    assert heard(crew, 1)[0] == {range(30, 60): "at-once"}


def test_who_has_nothing_to_do_is_released_and_the_others_go_on(crew: PipedCrew) -> None:
    crew.grow(2, TOLD)
    crew.give(range(30))
    crew.release()
    assert (crew.working, crew.idle) == (1, 0)
    assert crew.news(wait=0.2).refused == ()
    crew.draw_ahead()
    assert heard(crew, 1)[0] == {range(30): "told"}
    crew.release()
    crew.release()
    assert (crew.working, crew.idle) == (0, 0)
    assert crew.news(wait=0.1) == SegmentNews()
    for child in crew._children:
        assert child.process.wait() is not None


def test_segments_are_made_by_whoever_is_idle(crew: PipedCrew) -> None:
    crew.grow(2, LINE)
    assert (crew.working, crew.idle, crew.underway) == (2, 2, frozenset())
    crew.give(range(30))
    crew.give(range(30, 60))
    assert (crew.working, crew.idle) == (2, 0)
    made, refused = heard(crew, 2)
    assert made == {range(30): "ffff-0-30", range(30, 60): "ffff-30-60"}
    assert (refused, crew.idle) == ([], 2)


def test_a_crew_grows_to_a_number_and_no_further(crew: PipedCrew) -> None:
    for count, there in ((1, 1), (1, 1), (2, 2), (0, 2)):
        crew.grow(count, LINE)
        assert crew.working == there


def test_a_segment_that_is_refused_comes_back_and_its_child_goes_on(crew: PipedCrew) -> None:
    crew.grow(1, LINE)
    crew.give(range(7, 9))
    assert heard(crew, 1) == ({}, [range(7, 9)])
    crew.give(range(9, 11))
    assert heard(crew, 1) == ({range(9, 11): "ffff-9-11"}, [])


def test_what_a_child_was_at_when_it_died_comes_back_once(crew: PipedCrew) -> None:
    crew.grow(2, LINE)
    crew.give(range(13, 20))
    assert heard(crew, 1) == ({}, [range(13, 20)])
    assert (crew.working, crew.idle) == (1, 1)
    assert crew.news() == SegmentNews({}, (), 0)
    crew.give(range(20, 22))
    assert heard(crew, 1) == ({range(20, 22): "ffff-20-22"}, [])


def test_a_child_that_died_unasked_is_found_out_when_it_is_asked(crew: PipedCrew) -> None:
    crew.grow(1, (sys.executable, "-S", "-c", ""))
    crew._children[0].process.wait()
    crew.give(range(5))
    assert heard(crew, 1) == ({}, [range(5)])
    assert (crew.working, crew.idle) == (0, 0)


def test_a_program_that_does_not_start_costs_nothing_but_help(crew: PipedCrew) -> None:
    crew.grow(3, ("/no/such/program",))
    assert (crew.working, crew.idle, crew.news()) == (0, 0, SegmentNews({}, (), 0))


def test_frames_under_way_are_those_of_the_leaders_segments(crew: PipedCrew) -> None:
    crew.grow(2, SILENT)
    crew.give(range(100))
    crew.give_ahead(PLAN, range(100, 200), key="ahead")
    assert crew.underway == frozenset({"ahead"})
    encoded = 0
    for _ in range(200):
        encoded = crew.news(wait=0.5).encoded
        if all(child.encoded for child in crew._children):
            break
    assert encoded == 30


def test_of_what_is_rendered_ahead_only_the_end_is_heard(crew: PipedCrew) -> None:
    crew.grow(1, LINE)
    for first, key in ((0, "a"), (7, "b"), (13, "c")):
        crew.give_ahead(PLAN, range(first, first + 2), key=key)
        assert crew.underway == frozenset({key})
        for _ in range(200):
            assert crew.news(wait=0.5) == SegmentNews({}, (), 0)
            if not crew.underway:
                break
        assert crew.underway == frozenset()
    assert crew.working == 0, "the last one killed its child"


def test_ending_a_crew_ends_children_that_are_at_work() -> None:
    crew = PipedCrew()
    crew.grow(2, SILENT)
    crew.give(range(5))
    crew.end()
    assert [child.process.poll() is not None for child in crew._children] == [True, True]


def test_whoever_leads_takes_over_what_was_begun_ahead() -> None:
    crew = PipedCrew()
    crew.grow(1, SILENT)
    feeder = SegmentFeeder(crew)
    segments = {range(10): "one", range(10, 20): "two"}
    feeder.add(PLAN, segments)
    feeder.add(PLAN, segments)
    for _ in range(2000):
        if crew.underway:
            break
        feeder._over.wait(0.01)
    taken = feeder.taken_over("e" * 64)
    assert taken is crew
    assert (taken.plan, taken.underway, taken.resting) == ("e" * 64, frozenset({"one"}), 0)
    assert list(feeder._waiting) == ["two"], "nothing is asked for twice"
    crew.end()


def test_whoever_leads_does_not_wait_for_the_next_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeding, "POLL_SECONDS", 60.0)
    crew = PipedCrew()
    crew.grow(1, SILENT)
    feeder = SegmentFeeder(crew)
    feeder.add(PLAN, {range(30): "a"})
    began = time.monotonic()
    feeder.taken_over(PLAN).end()
    assert time.monotonic() - began < 30


def test_a_segment_is_given_to_who_has_rendered_the_one_before(crew: PipedCrew) -> None:
    crew.grow(2, LINE)
    crew.give(range(30))
    crew.give(range(90, 120))
    heard(crew, 2)
    assert crew.ended == {30, 120}
    crew.give(range(120, 150))
    assert crew.ended == {30}
    heard(crew, 1)
    assert crew.ended == {30, 150}


def test_who_refuses_a_segment_has_nothing_to_go_on_with(crew: PipedCrew) -> None:
    crew.grow(1, LINE)
    crew.give(range(7, 30))
    heard(crew, 1)
    assert 30 not in crew.ended
