"""Stages become percent: never backwards, never complete before the end, in words that fit the message."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.runtime.progress import RunStarted, StageAdvanced, StageDone, StageReport, StageStarted
from renderer.worker.job.history import History
from renderer.worker.job.lease import AttemptProgress
from renderer.worker.job.observer import LeaseObserver

STAGES = [("write_script", 1.0), ("render", 8.0), ("publish", 1.0)]


def report(name: str, facts: tuple[Any, ...] = ()) -> StageReport:
    return StageReport(
        name=name, version=1, key="", document="", seconds=1, cached=False, peak_memory_mb=1, facts=facts
    )


def watched(history: History | None = None) -> tuple[LeaseObserver, list[dict[str, Any]], list[Any]]:
    """An observer that knows its stages, the progress it reports, and what else it reports."""
    told: list[dict[str, Any]] = []
    other: list[Any] = []

    def note(progress: AttemptProgress, *, is_news: bool) -> None:
        if is_news:
            told.append({"percent": progress.percent, "stage": progress.stage, "detail": progress.detail})
        else:
            other.extend([("stored", progress.stored), ("learnt", progress.facts)])

    lease: Any = SimpleNamespace(note=note)
    metrics: Any = SimpleNamespace(see=lambda event: other.append(("counted", event.report.name)))
    observer = LeaseObserver(lease, history or History(), metrics)
    observer.see(RunStarted(tuple(STAGES)))
    return observer, told, other


def test_a_run_is_told_in_percent_of_its_weights() -> None:
    observer, told, other = watched()
    for name, _ in STAGES:
        observer.see(StageStarted(name))
        observer.see(StageAdvanced(name, 0.5, f"half of {name}"))
        observer.see(StageDone(report(name, facts=(SimpleNamespace(kind=name),))))
    assert [one["percent"] for one in told] == [0, 5, 10, 50, 90, 95]
    assert [one["stage"] for one in told[::2]] == [name for name, _ in STAGES]
    assert told[0]["detail"] == "write script"
    assert told[3]["detail"] == "half of render"
    assert [said for said in other if said[0] == "stored"] == [("stored", 1), ("stored", 2), ("stored", 3)]
    learnt = [facts for what, facts in other if what == "learnt"]
    assert [fact.kind for fact in learnt[-1]] == [name for name, _ in STAGES]
    assert ("counted", "publish") in other


@given(st.lists(st.tuples(st.booleans(), st.floats(-1, 3, allow_nan=False)), max_size=30))
@settings(max_examples=50, deadline=None)
def test_percent_never_goes_back_nor_is_done_before_the_end(steps: list[tuple[bool, float]]) -> None:
    observer, told, _ = watched(
        History(media_seconds=10, stages={"write_script": 1, "render": 2, "publish": 1})
    )
    finished = 0
    for over, fraction in steps:
        name = STAGES[min(finished, 2)][0]
        observer.see(StageAdvanced(name, fraction, ""))
        if over and finished < len(STAGES):
            observer.see(StageDone(report(name)))
            finished += 1
    shown = [one["percent"] for one in told]
    assert shown == sorted(shown)
    assert all(0 <= percent <= 99 for percent in shown)


def test_the_time_left_stands_behind_the_words() -> None:
    observer, told, _ = watched(
        History(media_seconds=10, stages={"write_script": 1, "render": 2, "publish": 1})
    )
    observer.see(StageStarted("write_script"))
    assert told[-1]["detail"] == "write script, about 40 s left"
    observer.see(StageDone(report("write_script")))
    observer.see(StageAdvanced("render", 0.5, "frame 300"))
    assert told[-1]["detail"] == "frame 300, about 20 s left"


@pytest.mark.parametrize("size", [499, 500, 501, 5_000])
def test_long_words_are_cut_to_what_a_message_holds(size: int) -> None:
    observer, told, _ = watched()
    observer.see(StageAdvanced("render", 0.5, "ж" * size))
    assert told[-1]["detail"] == "ж" * min(size, 500)


def test_a_run_without_stages_stays_at_nothing() -> None:
    observer, told, _ = watched()
    observer.see(RunStarted(()))
    observer.see(StageAdvanced("ghost", 1.0, ""))
    assert (told[-1]["percent"], told[-1]["detail"]) == (0, "ghost")
