"""Frames left open between two segments, for when the second shows a picture that the first has shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from renderer.compositor.look import Look
from renderer.compositor.planes import Planes
from renderer.media.encoding.frame_buffers import FrameBuffers
from renderer.media.encoding.frame_pipeline import FrameBuffer


class OpenFrames(Protocol):
    """The part of a `FrameSource` that rendering uses."""

    def look(self, frame: int) -> Look:
        """What decides the pixels of this frame of the video."""
        ...

    def draw(self, frame: int, target: Planes) -> None:
        """Fill `target` with this frame of the video."""
        ...

    def prepare(self, *, stop: int, ahead: bool) -> None:
        """Declare that frames from `stop` on are not due; with `ahead`, pictures are opened ahead."""
        ...

    def close(self) -> None:
        """Drop all pictures."""
        ...


class KeptFrames:
    """One process's open frames of one plan; use from one thread at a time, and close after use.

    Pictures that the next segment does not show are dropped before it opens others, so that no more is held
    between two segments than while they are rendered. `buffers` are those that frames were drawn into.
    """

    def __init__(self) -> None:
        self.buffers = FrameBuffers[FrameBuffer]()
        self._source: OpenFrames | None = None
        self._plan: object = None
        self._ended = -1

    @property
    def ended(self) -> int:
        """The frame before which the last segment ended; -1 if nothing is open."""
        return self._ended

    @contextmanager
    def of(self, plan: object, stop: int, opened: Callable[[], OpenFrames]) -> Iterator[OpenFrames]:
        """The source of a segment's frames, of which `stop` is the first no more; `opened` opens it anew.

        Raises:
            ClipwrightError: what `opened` raises.
        """
        if self._plan is not plan:
            self.close()
        source, self._source = self._source or opened(), None
        with ExitStack() as stack:
            stack.callback(source.close)
            self._ended = -1
            yield source
            stack.pop_all()
            self._source, self._plan, self._ended = source, plan, stop

    def close(self) -> None:
        """Drop what is open, and the buffers."""
        self.buffers.drop()
        if self._source:
            self._source.close()
        self._source, self._plan, self._ended = None, None, -1
