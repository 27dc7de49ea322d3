"""Frames left open between two segments, where the second goes on with a picture of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from renderer.compositor.look import Look
from renderer.compositor.planes import Planes


class OpenFrames(Protocol):
    """What of a `FrameSource` rendering uses."""

    def look(self, frame: int) -> Look:
        """What decides the pixels of this frame of the video."""
        ...

    def draw(self, frame: int, target: Planes) -> None:
        """Fill `target` with this frame of the video."""
        ...

    def end_at(self, stop: int) -> None:
        """Frames from `stop` on will not be drawn."""
        ...

    def open_when_due(self) -> None:
        """No picture is opened ahead."""
        ...

    def close(self) -> None:
        """Drop all pictures."""
        ...


class KeptFrames:
    """One process's frames of one plan; used by one thread at a time, to be closed after use.

    Nothing is kept but what is open on the last frame of a segment that ends within a shot, so that no more
    is held between two segments than while they are rendered.
    """

    def __init__(self) -> None:
        self._source: OpenFrames | None = None
        self._plan: object = None
        self._ended = -1

    @property
    def ended(self) -> int:
        """The frame with which a segment would go on with what is open; -1 where nothing is."""
        return self._ended

    @contextmanager
    def of(
        self, plan: object, frames: range, opened: Callable[[], OpenFrames], *, within_shot: bool
    ) -> Iterator[OpenFrames]:
        """The source of a segment's frames, all to be drawn in order; of the whole plan where it is `opened`.

        `within_shot`: whether the picture on the segment's last frame goes on behind it.

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
        """What is open, handed over where it goes on with this frame of the same plan, else closed."""
        source = self._source if self._plan is plan and self._ended == first else None
        if source:
            self._source = None
        self.close()
        return source
