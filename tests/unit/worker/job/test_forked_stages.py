"""Stages in a process of their own: the same documents, events and errors, and nothing left behind."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from renderer.contract.orders.short import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.progress import (
    RunEvent,
    RunStarted,
    SegmentsBegun,
    StageAdvanced,
    StageDone,
    StageStarted,
)
from renderer.runtime.segment_processes import NobodyBeside, SegmentCrew, SegmentProcesses
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.workspace import open_workspace
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.job.forked_stages import ForkedStages
from tests.support.descendants import running_below

Work = Callable[[StageContext[ShortOrder]], object]


@dataclass(frozen=True)
class Spoken:
    process: int
    voice: str


@dataclass(frozen=True)
class Filmed:
    process: int
    voice: str


@dataclass
class Watcher:
    events: list[tuple[object, ...]] = field(default_factory=list)
    at_once: Callable[[], None] = lambda: None

    def see(self, event: RunEvent) -> None:
        match event:
            case RunStarted(stages):
                self.events.append(("run", *(name for name, _ in stages)))
            case StageStarted(name):
                self.events.append(("started", name))
            case StageAdvanced(name, fraction, detail):
                self.events.append(("advanced", name, fraction, detail))
                self.at_once()
            case StageDone(report):
                self.events.append(("finished", report.name, report.cached))
            case SegmentsBegun(segments):
                self.events.append(("begun", segments))


@dataclass
class Crews:
    """Notes what was begun ahead, and that it was ended."""

    begun: list[tuple[str, Mapping[range, str], int]] = field(default_factory=list)
    ended: int = 0

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        del plan, workspace, segments, pixels
        yield NobodyBeside()

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        del workspace
        self.begun.append((plan, segments, pixels))

    def end(self) -> None:
        self.ended += 1


def speak(context: StageContext[ShortOrder]) -> Spoken:
    file = context.scratch / "voice"
    file.write_text(context.order.topic)
    context.advance(0.5, "half said")
    return Spoken(os.getpid(), context.keep(file))


def film(context: StageContext[ShortOrder]) -> Filmed:
    return Filmed(os.getpid(), context.path(context.read(Spoken).voice).read_text())


def stages(speaking: Work = speak) -> tuple[Stage[ShortOrder], ...]:
    return (
        Stage(name="speak", version=1, weight=1, makes=Spoken, run=speaking),
        Stage(name="film", version=1, weight=1, makes=Filmed, run=film, needs=(Spoken,), leads=True),
    )


def ran(tmp_path: Path, speaking: Work = speak, **more: Any) -> Outcome:
    given: dict[str, Any] = {"capabilities": CapabilitySet({}), "apart": ForkedStages(), **more}
    run = Run(order=ShortOrder(topic="rye"), workspace=open_workspace(tmp_path / "w"), **given)
    return run_pipeline(stages(speaking), run)


def nobody_left() -> bool:
    """Whether no fork of this process is alive; programs that other tests have left are ignored."""
    return not running_below(os.getpid(), " ".join(psutil.Process().cmdline()))


def test_what_leads_runs_here_and_what_comes_before_elsewhere(tmp_path: Path) -> None:
    watcher = Watcher()
    made = ran(tmp_path, observer=watcher).documents
    assert made[Spoken].process != os.getpid() == made[Filmed].process
    assert made[Filmed].voice == "rye"
    assert watcher.events == [
        ("run", "speak", "film"),
        ("started", "speak"),
        ("advanced", "speak", 0.5, "half said"),
        ("finished", "speak", False),
        ("started", "film"),
        ("finished", "film", False),
    ]
    assert nobody_left()


def test_a_later_run_finds_what_was_made_elsewhere(tmp_path: Path) -> None:
    first = ran(tmp_path)
    again = run_pipeline(
        stages(),
        Run(
            order=ShortOrder(topic="rye"),
            capabilities=CapabilitySet({}),
            workspace=open_workspace(tmp_path / "w"),
        ),
    )
    assert again.documents == first.documents
    assert [report.cached for report in again.reports] == [True, True]


@pytest.mark.parametrize("cause", [None, OSError(12, "no memory"), MemoryError()])
def test_an_error_is_the_same_error_here(tmp_path: Path, cause: Exception | None) -> None:
    def fails(context: StageContext[ShortOrder]) -> Spoken:
        line = f"{context.order.topic} in {os.getpid()}"
        raise ClipwrightError("speech_failed", engine="x", line=line, reason="hoarse") from cause

    with pytest.raises(ClipwrightError, match="hoarse") as caught:
        ran(tmp_path, fails)
    assert caught.value.code == "speech_failed"
    assert caught.value.facts["line"] != f"rye in {os.getpid()}"
    assert repr(caught.value.__cause__) == repr(cause)
    assert nobody_left()
    assert not list(open_workspace(tmp_path / "w").scratch.iterdir())


@pytest.mark.parametrize("how", ["kill", "raise"])
def test_what_a_child_that_died_had_to_do_is_done_here(tmp_path: Path, how: str) -> None:
    here = os.getpid()

    def dies(context: StageContext[ShortOrder]) -> Spoken:
        if os.getpid() != here:
            if how == "raise":
                message = "a programming error"
                raise ValueError(message)
            os.kill(os.getpid(), signal.SIGKILL)
        return speak(context)

    made = ran(tmp_path, dies).documents
    assert made[Spoken].process == made[Filmed].process == here
    assert nobody_left()


def test_what_is_rendered_ahead_belongs_to_the_process_that_leads(tmp_path: Path) -> None:
    crews = Crews()

    def begins(context: StageContext[ShortOrder]) -> Spoken:
        processes = context.engine(SegmentProcesses)
        processes.begin("plan", context.store.workspace, {range(3): "key"}, pixels=7)
        context.meanwhile.callback(processes.end)
        return speak(context)

    watcher = Watcher()
    ran(tmp_path, begins, capabilities=CapabilitySet({SegmentProcesses: lambda: crews}), observer=watcher)
    assert ("begun", 1) in watcher.events
    assert crews.begun == [("plan", {range(3): "key"}, 7)]
    assert crews.ended == 1


def test_an_interrupted_run_ends_its_child(tmp_path: Path) -> None:
    def slow(context: StageContext[ShortOrder]) -> Spoken:
        context.advance(0.1, "slowly")
        time.sleep(60)
        return speak(context)

    def interrupt() -> None:
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ran(tmp_path, slow, observer=Watcher(at_once=interrupt))
    assert time.monotonic() - began < 20
    assert nobody_left()


def test_a_pipeline_without_a_leading_stage_runs_here(tmp_path: Path) -> None:
    run = Run(
        order=ShortOrder(topic="rye"),
        capabilities=CapabilitySet({}),
        workspace=open_workspace(tmp_path / "w"),
        apart=ForkedStages(),
    )
    assert run_pipeline(stages()[:1], run).documents[Spoken].process == os.getpid()


@pytest.mark.parametrize("what", ["pipe", "fork"])
def test_where_no_pipe_or_process_is_to_be_had_everything_runs_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def refused() -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, what, refused)
    before = sorted(Path("/proc/self/fd").iterdir())
    made = ran(tmp_path).documents
    assert made[Spoken].process == made[Filmed].process == os.getpid()
    assert sorted(Path("/proc/self/fd").iterdir()) == before
