"""Films rendered while they are spoken: what is begun ahead equals that part of the whole film."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pipelines.documents import RenderedVideo
from pipelines.film.documents import Film, Recording
from pipelines.long_form import LONG_FORM
from pipelines.rendering import silent_plan
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormCaptions, LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language, Voice
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.workspace import open_workspace
from renderer.voices.speaking_rate import BUNDLED, SpeakingRate
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings
from tests.support.noted_segments import NotedSegments

EXAMPLE = Path("examples/films/the-hour-we-share.md")
pytestmark = pytest.mark.timeout(300)
SMALL = FrameSpec(width=256, height=144, fps=10)


@dataclass(frozen=True)
class WrongPace:
    error: float

    def characters_per_second(self, *, language: Language, voice: Voice) -> float:
        return self.error * BUNDLED.characters_per_second(language=language, voice=voice)


def not_rendered(context: StageContext[LongFormOrder]) -> RenderedVideo:
    """Stands in for rendering."""
    track = replace(context.read(CaptionTrack), pages=())
    plan = silent_plan(context, context.read(Storyboard), track)
    return RenderedVideo(video="", duration=Fraction(1), plan=plan)


STOP: Stage[LongFormOrder] = Stage(
    name="stop", version=1, weight=1, needs=(Storyboard, CaptionTrack), makes=RenderedVideo, run=not_rendered
)


def prepared(folder: Path, *, error: float = 1.0, burn_in: bool = False) -> tuple[NotedSegments, Run]:
    settings = LongFormSettings(voice=Voice.DEEP_DOCUMENTARY, captions=LongFormCaptions(burn_in=burn_in))
    order = LongFormOrder(script=EXAMPLE.read_text("utf-8"), settings=settings, frame=SMALL)
    noted = NotedSegments()
    capabilities = build_capabilities(
        order,
        rim={SegmentProcesses: lambda: noted, SpeakingRate: lambda: WrongPace(error)},
        settings=WorkerSettings(encoder="libx264", workspace=folder),
    )
    return noted, Run(order=order, capabilities=capabilities, workspace=open_workspace(folder))


def before_the_last_line(noted: NotedSegments, run: Run) -> tuple[int, dict[type, Any]]:
    """Number of segments begun before the last line was spoken, and the documents of the run."""
    begun: list[int] = []

    def counting(stage: Stage[LongFormOrder], context: StageContext[LongFormOrder]) -> object:
        made = stage.run(context)
        begun.append(len(noted.begun))
        return made

    stages = tuple(
        replace(stage, run=partial(counting, stage)) if stage.name == "record_lines" else stage
        for stage in (*needed_for(LONG_FORM.stages, Storyboard, CaptionTrack), STOP)
    )
    documents = run_pipeline(stages, run).documents
    return begun[0], documents


@pytest.mark.parametrize(
    ("error", "pauses"), [(1.05, 0), (1.0, 2)], ids=["as planned", "other pauses from the second chapter on"]
)
def test_most_of_a_film_is_begun_before_the_last_line_and_stays_as_it_is(
    tmp_path: Path, error: float, pauses: int
) -> None:
    noted, run = prepared(tmp_path, error=error)
    ahead, documents = before_the_last_line(noted, run)
    plan: RenderPlan = documents[RenderedVideo].plan
    content = SegmentKeys(plan)
    whole = {content.key(frames): frames for frames in segments_of(plan)}
    assert ahead > 0.8 * len(whole)
    assert all(whole[key] == frames for frames, key in noted.begun)
    assert set(whole) == {key for _, key in noted.begun}  # the rest came with the whole storyboard
    assert len(set(documents[Film].fit.breathing.chapters)) == pauses
    assert noted.ended


def test_captions_on_the_picture_wait_for_the_whole_film(tmp_path: Path) -> None:
    noted, run = prepared(tmp_path, burn_in=True)
    ahead, _ = before_the_last_line(noted, run)
    assert not ahead
    assert noted.begun


def test_a_run_that_renders_nothing_begins_nothing(tmp_path: Path) -> None:
    noted, run = prepared(tmp_path)
    run_pipeline(needed_for(LONG_FORM.stages, Recording), run)
    assert not noted.begun
