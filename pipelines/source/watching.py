"""Frames of a source as its analysis sees them, and what one pass has noted about them."""

from __future__ import annotations

from itertools import pairwise

from pipelines.source.documents import SourceShots, WatchedSource
from renderer.analysis.picture_sizes import shown_size_within
from renderer.analysis.watched import Watched, load
from renderer.analysis.watching import watching_rate
from renderer.contract.orders.remix import RemixOperation
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.runtime.stage import StageContext


def watching_target(facts: SourceFacts) -> FrameTarget:
    """Small frames at the source's own rate."""
    width, height = shown_size_within(*facts.picture.shown_size)
    return FrameTarget(width=width, height=height, fps=watching_rate(facts.rate))


def watched_notes(context: StageContext[RemixOperation]) -> Watched:
    """What the pass over all frames has noted."""
    return load(context.path(context.read(WatchedSource).notes))


def shot_ranges_of(shots: SourceShots) -> tuple[range, ...]:
    """Frames of each shot."""
    return tuple(range(first, stop) for first, stop in pairwise(shots.borders))
