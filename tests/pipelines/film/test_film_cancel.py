"""A film cancelled during a stage of each phase stops there and leaves nothing running."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from api.jobs.phases import STAGES
from pipelines.long_form import LONG_FORM
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Voice
from renderer.errors import ClipwrightError
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.progress import NullObserver, RunEvent, StageDone, StageStarted
from renderer.runtime.workspace import open_workspace, sweep
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.job.interruption import interruptible
from renderer.worker.settings import WorkerSettings
from tests.pipelines.test_segment_processes import beside_us
from tests.unit.manuscript.scripts import script

WORKING = {
    "adapting": "adapt_script",
    "narrating": "record_lines",
    "illustrating": "direct_film",
    "rendering": "render_film",
    "inspecting": "inspect_film",
}
"""For each phase, a stage that takes long."""


@dataclass
class Canceller(NullObserver):
    """Cancels the run when `stage` begins."""

    stage: str
    wish: threading.Event = field(default_factory=threading.Event)
    finished: list[str] = field(default_factory=list)

    def see(self, event: RunEvent) -> None:
        if event == StageStarted(self.stage):
            self.wish.set()
        elif isinstance(event, StageDone):
            self.finished.append(event.report.name)


def prepared(folder: Path) -> Run:
    order = LongFormOrder(
        script=script(sentences=160, chapters=6),
        settings=LongFormSettings(voice=Voice.DEEP_DOCUMENTARY, target_minutes=11),
        frame=FrameSpec(width=256, height=144, fps=10),
    )
    rim = {Publisher: lambda: FolderPublisher(folder / "film.mp4")}
    settings = WorkerSettings(encoder="libx264", workspace=folder, render_processes=2)
    capabilities = build_capabilities(order, rim=rim, settings=settings)
    return Run(order=order, capabilities=capabilities, workspace=open_workspace(folder))


# an interruption may fall between opening a file and entering its `with`; closing it later raises a warning
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_cancelled_film_ends_within_the_stage_it_is_in_and_goes_on_from_there(tmp_path: Path) -> None:
    run = prepared(tmp_path)
    stages = [stage.name for stage in LONG_FORM.stages]
    for phase, stage in WORKING.items():
        assert STAGES["long_form"][stage] == phase
        observer = Canceller(stage)
        cancelled = replace(run, observer=observer, cancelled=observer.wish.is_set)
        with pytest.raises(ClipwrightError) as caught, interruptible(observer.wish.is_set):
            run_pipeline(LONG_FORM.stages, cancelled)
        assert caught.value.code == "cancelled"
        begun = stages.index(stage)
        assert observer.finished in (stages[:begun], stages[: begun + 1])  # adapting may end first
        assert not beside_us()
        sweep(run.workspace)
        assert not list(run.workspace.scratch.iterdir())  # no living process holds any
