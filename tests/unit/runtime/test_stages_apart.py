"""Events of stages that run in another process, and which observers here get them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.runtime.progress import (
    RunEvent,
    StageAdvanced,
    StageDone,
    StageReport,
    StageStarted,
    overall_fraction,
)
from renderer.runtime.stages_apart import (
    BegunAhead,
    NothingApart,
    TellingObserver,
    TellingSegments,
    Told,
    pass_on,
)
from renderer.runtime.workspace import open_workspace


def report(name: str) -> StageReport:
    return StageReport(
        name=name, version=1, key="k", document="d", seconds=0.5, cached=False, peak_memory_mb=1.0
    )


class Onlooker:
    """Records the events it sees."""

    def __init__(self) -> None:
        self.seen: list[RunEvent] = []

    def see(self, event: RunEvent) -> None:
        self.seen.append(event)


def heard(told: Sequence[Told]) -> tuple[Onlooker, list[StageReport], list[BegunAhead]]:
    here, done, begun = Onlooker(), list[StageReport](), list[BegunAhead]()
    for one in told:
        pass_on(one, here, done=done.append, begin=begun.append)
    return here, done, begun


def test_an_observer_there_is_seen_here_in_order() -> None:
    told: list[Told] = []
    there = TellingObserver(told.append)
    there.see(StageStarted("write"))
    there.see(StageAdvanced("write", 0.25, "a line"))
    there.see(StageDone(report("write")))
    there.see(StageStarted("speak"))
    assert told == [
        StageStarted("write"),
        StageAdvanced("write", 0.25, "a line"),
        StageDone(report("write")),
        StageStarted("speak"),
    ]
    here, done, begun = heard(told)
    assert here.seen == [StageStarted("write"), StageAdvanced("write", 0.25, "a line"), StageStarted("speak")]
    assert (done, begun) == ([report("write")], [])


def test_segments_begun_there_are_begun_by_the_process_here(tmp_path: Path) -> None:
    told: list[Told] = []
    there, workspace = TellingSegments(told.append), open_workspace(tmp_path)
    segments = {range(30): "a", range(30, 60): "b"}
    there.begin("plan", workspace, segments, pixels=144)
    with there.crew("plan", workspace, segments=2, pixels=144):
        pass
    there.end()
    here, done, begun = heard(told)
    assert begun == [BegunAhead("plan", segments, 144)]
    assert (here.seen, done) == ([], [])


def test_where_nothing_runs_apart_nothing_is_done_and_nothing_told() -> None:
    def work(tell: object) -> None:
        raise AssertionError(tell)

    told: list[Told] = []
    NothingApart().run(work, told.append)
    assert told == []


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0.01, 100), max_size=6), st.integers(0, 6), st.floats(-1, 2))
def test_progress_stays_between_nothing_and_all_and_never_falls(
    weights: list[float], done: int, fraction: float
) -> None:
    done = min(done, len(weights))
    now = overall_fraction(weights, done=done, fraction=fraction)
    assert 0 <= now <= 1 + 1e-9
    assert (
        now <= overall_fraction(weights, done=min(done + 1, len(weights)), fraction=0.0) + 1e-9 or not weights
    )
    assert overall_fraction(weights, done=done, fraction=0.0) <= now + 1e-9


def test_all_stages_are_all_of_a_run_and_none_nothing() -> None:
    assert overall_fraction([1, 3], done=2, fraction=0.0) == 1.0
    assert overall_fraction([1, 3], done=1, fraction=0.5) == 0.625
    assert overall_fraction([], done=0, fraction=1.0) == 0.0
    assert overall_fraction([0, 0], done=0, fraction=1.0) == 0.0
