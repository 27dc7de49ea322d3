"""Stages as percent and a sentence: rising, never complete before the end, with the remaining time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.event import Progressed
from renderer.contract.facts import ScriptFacts
from renderer.runtime.progress import RunStarted, StageAdvanced, StageDone, StageReport, StageStarted
from renderer.worker.job.history import History
from renderer.worker.job.lease import AttemptProgress
from renderer.worker.job.observer import LeaseObserver

STAGES = [("write_script", 1.0), ("record_lines", 2.0), ("render_video", 7.0)]
USUAL = History(media_seconds=60.0, stages={"write_script": 0.05, "record_lines": 0.5, "render_video": 2.0})
FACTS = ScriptFacts(title="川", adaptation="none", spoken_characters=9, estimated_seconds=3.0)


class Listener:
    """Records what the observer passes to the lease and to the metrics."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str, str]] = []
        self.stored: list[int] = []
        self.facts: tuple[Any, ...] = ()
        self.stages: list[str] = []

    def note(self, now: AttemptProgress, *, is_news: bool) -> None:
        self.facts = now.facts
        if not is_news:
            self.stored.append(now.stored)
            return
        Progressed(
            sequence=1, percent=now.percent, stage=now.stage, detail=now.detail
        )  # the contract accepts it
        self.told.append((now.percent, now.stage, now.detail))

    def see(self, event: StageDone) -> None:
        self.stages.append(event.report.name)


def watched(history: History | None = None) -> tuple[LeaseObserver, Listener]:
    listener: Any = Listener()
    observer = LeaseObserver(lease=listener, history=history or History(), metrics=listener)
    observer.see(RunStarted(tuple(STAGES)))
    return observer, listener


def report(name: str, *facts: ScriptFacts) -> StageReport:
    return StageReport(
        name=name,
        version=1,
        key="k",
        document="d",
        seconds=1.0,
        cached=False,
        peak_memory_mb=1.0,
        facts=facts,
    )


def test_a_run_goes_from_nothing_to_almost_the_whole_by_the_weights_of_its_stages() -> None:
    observer, listener = watched()
    for name, _ in STAGES:
        observer.see(StageStarted(name))
        observer.see(StageAdvanced(name, 0.5, "half"))
        observer.see(StageDone(report(name)))
    assert [each[0] for each in listener.told] == [0, 5, 10, 20, 30, 65]
    assert (listener.stored, listener.stages) == ([1, 2, 3], [name for name, _ in STAGES])
    observer.see(StageAdvanced("render_video", 1.0, ""))
    assert listener.told[-1][0] == 99, "the whole is told by the end alone"


def test_without_a_history_the_stage_is_told_in_words() -> None:
    observer, listener = watched()
    observer.see(StageStarted("record_lines"))
    observer.see(StageAdvanced("record_lines", 0.1, "line 3 of 9"))
    observer.see(StageAdvanced("record_lines", 0.2, ""))
    assert [each[2] for each in listener.told] == ["record lines", "line 3 of 9", "record lines"]


def test_the_time_left_is_that_of_the_stages_before_the_end() -> None:
    observer, listener = watched(USUAL)
    observer.see(StageStarted("write_script"))
    observer.see(StageDone(report("write_script")))
    observer.see(StageAdvanced("record_lines", 0.5, "line 5 of 9"))
    observer.see(StageDone(report("record_lines")))
    observer.see(StageAdvanced("render_video", 0.95, "frame 1710"))
    assert [each[2] for each in listener.told] == [
        "write script, about 3 min left", "line 5 of 9, about 2 min left", "frame 1710, about 5 s left"
    ]  # fmt: skip


def test_a_long_detail_is_cut_to_what_an_event_holds() -> None:
    observer, listener = watched(USUAL)
    observer.see(StageAdvanced("write_script", 0.1, "é" * 900))
    assert len(listener.told[0][2]) == 500


def test_what_a_stage_found_out_is_learned_and_counted() -> None:
    observer, listener = watched()
    observer.see(StageDone(report("write_script", FACTS)))
    assert listener.facts == (FACTS,)
    newer = FACTS.model_copy(update={"title": "海"})
    observer.see(StageDone(report("record_lines", newer)))
    observer.see(StageDone(report("render_video")))
    assert listener.facts == (newer,), "the newest of a kind"


@settings(max_examples=40)
@given(steps=st.lists(st.tuples(st.booleans(), st.floats(-1, 2)), max_size=20))
def test_percent_never_falls_whatever_stages_say(steps: list[tuple[bool, float]]) -> None:
    observer, listener = watched()
    for is_over, fraction in steps:
        if is_over:
            observer.see(StageDone(report("write_script")))
        else:
            observer.see(StageAdvanced("render_video", fraction, "x"))
    percents = [each[0] for each in listener.told]
    assert percents == sorted(percents)
    assert all(0 <= each <= 99 for each in percents)


@pytest.mark.parametrize("stages", [[], [("only", 0.0)]])
def test_a_run_of_no_weight_is_no_division_by_nothing(stages: list[tuple[str, float]]) -> None:
    observer, listener = watched()
    observer.see(RunStarted(tuple(stages)))
    observer.see(StageAdvanced("only", 0.5, "x"))
    assert listener.told == [(0, "only", "x")]


def test_a_job_of_no_length_teaches_nothing_and_harms_nothing() -> None:
    """For example a translation without cues."""
    reports = [report("write_script")]
    assert History().learned(reports, media_seconds=0.0) == History()
    assert USUAL.learned(reports, media_seconds=0.0) == USUAL
    taught = USUAL.learned(reports, media_seconds=20.0)
    assert taught.stages["write_script"] == pytest.approx(0.7 * 0.05 + 0.3 / 20)
    assert taught.media_seconds == pytest.approx(0.7 * 60 + 0.3 * 20)
