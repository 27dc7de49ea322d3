"""Frames left open between two segments, where the second goes on with a picture of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from renderer.compositor.compose import FrameSource
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import shots_in_frames
from renderer.runtime.artifacts import ArtifactStore

OpenPlan: TypeAlias = Callable[[RenderPlan, ArtifactStore], FrameSource]


class KeptFrames:
    """One process's frames of one plan; used by one thread at a time, to be closed after use.

    Nothing is kept but what is open on the last frame of a segment that ends within a shot, so that no more
    is held between two segments than while they are rendered.
    """

    def __init__(self) -> None:
        self._source: FrameSource | None = None
        self._plan: RenderPlan | None = None
        self._ended = -1

    @property
    def ended(self) -> int:
        """The frame with which a segment would go on with what is open; -1 where nothing is."""
        return self._ended

    @contextmanager
    def of(
        self, plan: RenderPlan, frames: range, open_plan: OpenPlan, store: ArtifactStore
    ) -> Iterator[FrameSource]:
        """The source of a segment's frames, all to be drawn in order.

        Raises:
            ClipwrightError: what `open_plan` raises.
        """
        source = self._taken(plan, frames.start) or open_plan(plan, store)
        with ExitStack() as stack:
            stack.callback(source.close)
            source.end_at(frames.stop)
            yield source
            if begins_within_shot(plan, frames.stop):
                stack.pop_all()
                self._source, self._plan, self._ended = source, plan, frames.stop

    def close(self) -> None:
        """Drop what is open."""
        if self._source:
            self._source.close()
        self._source, self._plan, self._ended = None, None, -1

    def _taken(self, plan: RenderPlan, first: int) -> FrameSource | None:
        """What is open, handed over where it goes on with this frame of the same plan, else closed."""
        source = self._source if self._plan is plan and self._ended == first else None
        if source:
            self._source = None
        self.close()
        return source


def begins_within_shot(plan: RenderPlan, frame: int) -> bool:
    """Whether a segment with this first frame begins with the picture that is shown on the frame before."""
    return any(timed.start < frame < timed.stop for timed in shots_in_frames(plan.storyboard, plan.fps))
