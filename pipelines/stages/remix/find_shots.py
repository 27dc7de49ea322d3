"""find_shots: borders between shots from the marks of all frames, and the frame that stands for the video."""

from __future__ import annotations

from typing import Final

from pipelines.source.documents import SourceShots, SurveyedSource, WatchedSource
from pipelines.source.reading import reading_source, source_path
from pipelines.source.watching import watched_notes, watching_target
from renderer.analysis.key_moment import key_frame
from renderer.analysis.picture_sizes import shown_size_within
from renderer.analysis.shots import shot_ranges
from renderer.compositor.planes import planes_to_rgb
from renderer.contract.orders.remix import RemixOperation
from renderer.media.image import save_jpeg
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames
from renderer.runtime.stage import Stage, StageContext

THUMBNAIL_SIDE: Final = 1280
"""Pixels of the thumbnail's longer side; a smaller source keeps its size."""


def run(context: StageContext[RemixOperation]) -> SourceShots:
    """Find the shots and take the thumbnail.

    Raises:
        ClipwrightError: `source_unreadable` when the frame cannot be decoded (again).
    """
    facts = context.read(SurveyedSource).facts
    watched = watched_notes(context)
    shots = shot_ranges(watched, seen=lambda done: _told(context, done))
    context.advance(0.9, f"{len(shots)} shots")
    return SourceShots(
        fps=watched.fps,
        borders=(0, *(shot.stop for shot in shots)),
        thumbnail=_thumbnail(context, facts, key_frame(watched, shots)),
    )


def _told(context: StageContext[RemixOperation], done: float) -> None:
    context.check_cancelled()
    context.advance(0.9 * done, "looking for cuts")


def _thumbnail(context: StageContext[RemixOperation], facts: SourceFacts, frame: int) -> str:
    width, height = shown_size_within(*facts.picture.shown_size, side=THUMBNAIL_SIDE)
    target = FrameTarget(width=width, height=height, fps=watching_target(facts).fps)
    into = context.scratch / "thumbnail.jpg"
    with reading_source(), SourceFrames(source_path(context), facts, target) as frames:
        save_jpeg(planes_to_rgb(frames[frame]), into)
    return context.keep(into)


def summary(shots: SourceShots) -> str:
    """The number of shots."""
    return f"{len(shots.borders) - 1} shots"


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="find_shots",
    version=2,
    weight=8,
    needs=(SurveyedSource, WatchedSource),
    makes=SourceShots,
    run=run,
    summary=summary,
)
