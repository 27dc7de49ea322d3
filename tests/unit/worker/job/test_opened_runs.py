"""A run that begins its first stages while the others are loaded: which part does what, and what may fail."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from renderer.contract.orders.short import ShortOrder
from renderer.contract.results import Result
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_opened
from renderer.runtime.pipeline import Documents, OpeningEntry, Pipeline
from renderer.runtime.progress import RunEvent, RunStarted, StageDone, StageStarted
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.stages_apart import NothingApart, StagesApart
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.forked_stages import ForkedStages


@dataclass(frozen=True)
class Written:
    process: int
    text: str


@dataclass(frozen=True)
class Drawn:
    process: int
    text: str


@dataclass(frozen=True)
class Filmed:
    process: int
    text: str


Work = Callable[[StageContext[ShortOrder]], Written]


@dataclass
class Seen:
    stages: list[str] = field(default_factory=list)

    def see(self, event: RunEvent) -> None:
        match event:
            case RunStarted():
                self.stages.append("run")
            case StageStarted(name):
                self.stages.append(f"{name} begins")
            case StageDone(report):
                self.stages.append(report.name)


def write(context: StageContext[ShortOrder]) -> Written:
    return Written(os.getpid(), context.order.topic)


def draw(context: StageContext[ShortOrder]) -> Drawn:
    assert context.coming == {Filmed}, "what is left out where rendering does not follow is begun"
    return Drawn(os.getpid(), context.read(Written).text + " drawn")


def film(context: StageContext[ShortOrder]) -> Filmed:
    return Filmed(os.getpid(), context.read(Drawn).text + " filmed")


def nothing(documents: Documents) -> Result:
    raise NotImplementedError(documents)


def entry_of(
    writing: Work = write, *, imported: Callable[[], None] = lambda: None
) -> OpeningEntry[ShortOrder]:
    first: Stage[ShortOrder] = Stage(name="write", version=1, weight=1, makes=Written, run=writing)
    stages = (
        first,
        Stage(name="draw", version=1, weight=1, makes=Drawn, run=draw, needs=(Written,)),
        Stage(name="film", version=1, weight=1, makes=Filmed, run=film, needs=(Drawn,), leads=True),
    )

    def opening() -> tuple[Stage[ShortOrder], ...]:
        imported()
        return (first,)

    return OpeningEntry(
        order=ShortOrder,
        load=lambda: Pipeline(stages=stages, result=nothing),
        outline=tuple((stage.name, stage.weight) for stage in stages),
        load_opening=opening,
    )


def ran(
    tmp_path: Path, entry: OpeningEntry[ShortOrder], *, apart: StagesApart | None = None
) -> tuple[Outcome, list[str]]:
    seen = Seen()
    run = Run(
        order=ShortOrder(topic="rye"),
        capabilities=CapabilitySet({}),
        workspace=open_workspace(tmp_path / "w"),
        observer=seen,
        apart=apart or ForkedStages(),
    )
    return run_opened(entry, run), seen.stages


IN_ORDER = ["write begins", "write", "draw begins", "draw", "film begins", "film"]


def test_first_stages_next_ones_and_those_that_lead_have_a_process_each(tmp_path: Path) -> None:
    outcome, seen = ran(tmp_path, entry_of())
    processes = [outcome.documents[kind].process for kind in (Written, Drawn, Filmed)]
    assert len(set(processes)) == 3
    assert processes[-1] == os.getpid()
    assert outcome.documents[Filmed].text == "rye drawn filmed"
    assert seen == IN_ORDER


def test_while_the_first_run_elsewhere_all_others_are_loaded_here(tmp_path: Path) -> None:
    here: list[str] = []
    entry = entry_of(imported=lambda: here.append("opening"))
    ran(tmp_path, entry, apart=ForkedStages(meanwhile=lambda: here.append("the rest")))
    assert here == ["the rest", "the rest"], "once for each fork, and the opening in no process but its own"


def test_where_nothing_runs_apart_all_stages_run_here(tmp_path: Path) -> None:
    outcome, seen = ran(tmp_path, entry_of(), apart=NothingApart())
    assert {made.process for made in outcome.documents.values()} == {os.getpid()}
    assert seen == IN_ORDER


def test_first_stages_that_died_are_done_with_the_next(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"

    def dies(context: StageContext[ShortOrder]) -> Written:
        if not deaths.exists():
            deaths.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return write(context)

    outcome, seen = ran(tmp_path, entry_of(dies))
    assert outcome.documents[Written].process == outcome.documents[Drawn].process != os.getpid()
    assert outcome.documents[Filmed].text == "rye drawn filmed"
    assert seen == ["write begins", *IN_ORDER]


def test_what_a_first_stage_refuses_is_refused_here_and_nothing_comes_after(tmp_path: Path) -> None:
    def refuses(context: StageContext[ShortOrder]) -> Written:
        del context
        raise ClipwrightError("script_empty")

    with pytest.raises(ClipwrightError) as caught:
        ran(tmp_path, entry_of(refuses))
    assert caught.value.code == "script_empty"


def test_what_was_made_before_is_found(tmp_path: Path) -> None:
    first, _ = ran(tmp_path, entry_of())
    again, _ = ran(tmp_path, entry_of())
    assert [report.cached for report in again.reports] == [True] * 3
    assert again.documents == first.documents
