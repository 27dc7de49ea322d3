"""watch_source: pictures are decoded once, small, to note marks, motion, faces and text in a single pass."""

from __future__ import annotations

from contextlib import closing
from typing import Final

from pipelines.source.documents import SurveyedSource, WatchedSource
from pipelines.source.reading import reading_source, source_path
from pipelines.source.watching import watching_target
from renderer.analysis.watched import save
from renderer.analysis.watching import Detectors, watch
from renderer.backends.vision.base import FaceDetector, TextDetector
from renderer.contract.orders.remix import RemixOperation
from renderer.media.sources.video.ahead import frames_ahead
from renderer.media.sources.video.frames import SourceFrames
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext

TOLD_A_SECOND: Final = 4
"""Reports of progress for each second of the video, since a large one takes longer than it plays."""


def params(order: RemixOperation, capabilities: CapabilitySet) -> object:
    """The detectors of faces and text."""
    del order
    faces, texts = capabilities.engine(FaceDetector), capabilities.engine(TextDetector)
    return {"faces": faces.fingerprint, "texts": texts.fingerprint}


def run(context: StageContext[RemixOperation]) -> WatchedSource:
    """Watch the whole source.

    Raises:
        ClipwrightError: `source_unreadable` when its pictures cannot be decoded; `model_invalid`.
    """
    facts = context.read(SurveyedSource).facts
    target = watching_target(facts)
    detectors = Detectors(faces=context.engine(FaceDetector), texts=context.engine(TextDetector))
    with reading_source(), SourceFrames(source_path(context), facts, target) as frames:
        total, step = len(frames), max(1, target.fps // TOLD_A_SECOND)

        def seen(number: int) -> None:
            context.check_cancelled()
            if number % step == 0 or number == total - 1:
                context.advance(number / total, f"watched {number // target.fps} of {total // target.fps} s")

        with closing(frames_ahead(frames)) as coming:
            watched = watch(coming, count=total, fps=target.fps, detectors=detectors, seen=seen)
    context.advance(1.0, "keeping what was seen")
    notes = context.scratch / "notes.npz"
    save(watched, notes)
    return WatchedSource(
        notes=context.keep(notes), faces_by=detectors.faces.name, texts_by=detectors.texts.name
    )


def summary(watched: WatchedSource) -> str:
    """Which detectors looked for what; it shows when there was none."""
    return f"faces by {watched.faces_by}, text by {watched.texts_by}"


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="watch_source",
    version=3,
    weight=60,
    needs=(SurveyedSource,),
    makes=WatchedSource,
    params=params,
    run=run,
    summary=summary,
)
