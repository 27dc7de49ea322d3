"""Frames left open between two segments, for when the second goes on with a picture of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from renderer.compositor.look import Look
from renderer.compositor.planes import Planes


class OpenFrames(Protocol):
    """The part of a `FrameSource` that rendering uses."""

    def look(self, frame: int) -> Look:
        """What decides the pixels of this frame of the video."""
        ...

    def draw(self, frame: int, target: Planes) -> None:
        """Fill `target` with this frame of the video."""
        ...

    def end_at(self, stop: int) -> None:
        """Declare that frames from `stop` on will not be drawn."""
        ...

    def open_when_due(self) -> None:
        """Open no picture ahead from now on."""
        ...

    def close(self) -> None:
        """Drop all pictures."""
        ...


class KeptFrames:
    """One process's open frames of one plan; use from one thread at a time, and close after use.

    Only what is open on the last frame of a segment that ends within a shot is kept, so that no more is held
    between two segments than while they are rendered.
    """

    def __init__(self) -> None:
        self._source: OpenFrames | None = None
        self._plan: object = None
        self._ended = -1

    @property
    def ended(self) -> int:
        """The first frame of a segment that could go on with what is open; -1 if nothing is."""
        return self._ended

    @contextmanager
    def of(
        self, plan: object, frames: range, opened: Callable[[], OpenFrames], *, within_shot: bool
    ) -> Iterator[OpenFrames]:
        """The source of a segment's frames, all to be drawn in order; `opened` opens one for the whole plan.

        `within_shot`: whether the picture on the segment's last frame goes on after it.

        Raises:
            ClipwrightError: what `opened` raises.
        """
        source = self._taken(plan, frames.start) or opened()
        with ExitStack() as stack:
            stack.callback(source.close)
            source.end_at(frames.stop)
            yield source
            if within_shot:
                stack.pop_all()
                self._source, self._plan, self._ended = source, plan, frames.stop

    def close(self) -> None:
        """Drop what is open."""
        if self._source:
            self._source.close()
        self._source, self._plan, self._ended = None, None, -1

    def _taken(self, plan: object, first: int) -> OpenFrames | None:
        """Hand over what is open if it goes on with this frame of the same plan; close it otherwise."""
        source = self._source if self._plan is plan and self._ended == first else None
        if source:
            self._source = None
        self.close()
        return source
