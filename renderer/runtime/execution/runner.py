"""Runs the stages of a pipeline in order, resuming at the first whose document is missing.

Whatever kills the process, the next run of the same order finds every finished stage by its cache key
(stage_execution.py) and goes on from there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from renderer.core.codec import decode
from renderer.runtime.allocator import loading
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import check_wiring
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.stage_execution import StageInputs, execute_stage
from renderer.runtime.pipeline import OpeningEntry
from renderer.runtime.progress import RunStarted, SegmentsBegun, StageDone, StageReport
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import Stage
from renderer.runtime.stages_apart import (
    BegunAhead,
    Tell,
    TellingObserver,
    TellingSegments,
    Told,
    pass_on,
)
from renderer.runtime.workspace import run_folder


def run_pipeline(stages: Sequence[Stage[Any]], run: Run) -> Outcome:
    """Run the stages in order, skipping those found in the cache.

    Raises:
        ClipwrightError: whatever a stage raised, or `cancelled`.
    """
    check_wiring(stages)
    run.observer.see(RunStarted(tuple((stage.name, stage.weight) for stage in stages)))
    with _begin(run, stages) as state:
        return _walk_all(run, state)


def run_opened(entry: OpeningEntry[Any], run: Run) -> Outcome:
    """Run a pipeline whose first stages run in another process while all of it is loaded in this one.

    The caller reports `RunStarted` itself, before anything is loaded. Stages that `run.apart` does not do are
    run here, as usual.

    Raises:
        ClipwrightError: whatever a stage raised, or `cancelled`.
    """

    def there() -> _RunState:
        with loading():
            return replace(begun, stages=entry.load_opening())

    def here() -> _RunState:
        return replace(begun, stages=entry.load().stages)

    with _begin(run) as begun:
        _apart(run, there=there, here=here)
        check_wiring(here().stages)
        return _walk_all(run, here())


class _RunState(Struct, frozen=True, kw_only=True):
    """The state of a run: its documents and reports so far, its scratch folder and store."""

    stages: tuple[Stage[Any], ...]
    documents: dict[type, Any]
    reports: list[StageReport]
    scratch: Path
    store: ArtifactStore
    meanwhile: ExitStack

    @property
    def left(self) -> tuple[Stage[Any], ...]:
        """The stages still to come, in order."""
        return self.stages[len(self.reports) :]

    @property
    def unled(self) -> tuple[Stage[Any], ...]:
        """The stages still to come before the first one that leads."""
        return tuple(takewhile(lambda stage: not stage.leads, self.left))

    @property
    def inputs(self) -> StageInputs:
        """What the next stage is given; `coming` is what the stages after it make."""
        needs = self.left[0].needs
        return StageInputs(
            documents={need: self.documents[need] for need in needs},
            digests=tuple(self.digest(need) for need in needs),
            history=tuple(self.reports),
            coming=frozenset(later.makes for later in self.left[1:]),
            scratch=self.scratch,
            store=self.store,
            meanwhile=self.meanwhile,
        )

    def digest(self, kind: type) -> str:
        """Digest of the document of this type."""
        made = list(self.documents).index(kind)
        return self.reports[made].document

    def add(self, report: StageReport, document: Any) -> None:
        """Record that the next stage is done."""
        self.documents[self.left[0].makes] = document
        self.reports.append(report)


@contextmanager
def _begin(run: Run, stages: Sequence[Stage[Any]] = ()) -> Iterator[_RunState]:
    """The state of a run of these stages before the first; its scratch folder lasts as long as the block."""
    with run_folder(run.workspace) as (scratch, store), ExitStack() as meanwhile:
        yield _RunState(
            stages=tuple(stages),
            documents={},
            reports=[],
            scratch=scratch,
            store=store,
            meanwhile=meanwhile,
        )


def _walk_all(run: Run, state: _RunState) -> Outcome:
    """Run the stages still to come: if one of them leads, those before it apart; the others here."""
    if state.unled and state.unled != state.left:
        _apart(run, there=lambda: state, here=lambda: state)
    _walk_on(state.left, run, state)
    return Outcome(documents=state.documents, reports=tuple(state.reports))


def _walk_on(stages: Sequence[Stage[Any]], run: Run, state: _RunState) -> None:
    for stage in stages:
        report, document = execute_stage(stage, run, inputs=state.inputs)
        state.add(report, document)
        run.observer.see(StageDone(report))


def _apart(run: Run, *, there: Callable[[], _RunState], here: Callable[[], _RunState]) -> None:
    """Run the next stages, up to the first one that leads, apart; those that did not finish are still left.

    Both callables return the current state of this run: `there` is called in the process where the stages
    run, `here` in this one when they tell something.
    """

    def work(tell: Tell) -> None:
        state = there()
        engines = run.capabilities.serving(SegmentProcesses, TellingSegments(tell))
        _walk_on(state.unled, replace(run, observer=TellingObserver(tell), capabilities=engines), state)

    def done(report: StageReport) -> None:
        state = here()
        state.add(report, decode(state.store.read(report.document), state.left[0].makes))
        run.observer.see(StageDone(report))

    def begin(ahead: BegunAhead) -> None:
        processes = run.capabilities.engine(SegmentProcesses)
        here().meanwhile.callback(processes.end)
        processes.begin(ahead.plan, run.workspace, ahead.segments, pixels=ahead.pixels)
        run.observer.see(SegmentsBegun(len(ahead.segments)))

    def hear(told: Told) -> None:
        pass_on(told, run.observer, done=done, begin=begin)

    run.apart.run(work, hear)
    for stage in here().left:
        shutil.rmtree(here().scratch / stage.name, ignore_errors=True)
