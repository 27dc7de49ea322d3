"""Frames drawn in order and taken together in runs of the same pixels.

A frame like the one before it is no frame of its own: the one before it is shown for longer. Where looks say
so it is not drawn; where pixels do, in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, Protocol

import cv2

from renderer.compositor.look import Look
from renderer.compositor.planes import Planes

_BAND: Final = 64
"""Rows compared at a time."""


class Drawer(Protocol):
    """What can draw any frame of a video, such as `compositor.compose.FrameSource`."""

    def look(self, frame: int) -> Look:
        """What decides its pixels: frame number `frame` is not drawn where it is that of the one before.

        Without further knowledge each frame has its own.
        """
        return frame

    def draw(self, frame: int, target: Planes) -> None:
        """Fill all of `target` with frame number `frame`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """Whether frames with the pixels of the one before are taken `together`, never beyond a `gop`."""

    together: bool
    gop: int


SINGLE: Final = Runs(together=False, gop=1)
"""Every frame is given to the encoder."""


@dataclass(frozen=True, slots=True, eq=False)
class Buffer:
    """A frame as PyAV has it, and its planes to be drawn in."""

    frame: Any
    planes: Planes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DrawnRun:
    """A frame, and for how many it stands: `again` as the run before; its buffer is free after the `last`."""

    buffer: Buffer
    number: int
    times: int
    again: bool
    last: bool


class Comparing:
    """Compares frames, beginning where the last two differed: what moves is mostly where it was."""

    def __init__(self) -> None:
        self._differed = (0, 0)

    def same(self, before: Planes, frame: Planes) -> bool:
        """Nothing has changed."""
        pairs = ((before.y, frame.y), (before.u, frame.u), (before.v, frame.v))
        bands = [(plane, row) for plane in range(3) for row in range(0, len(pairs[plane][0]), _BAND)]
        for plane, row in (self._differed, *bands):
            old, new = (each[row : row + _BAND] for each in pairs[plane])
            if cv2.norm(old, new, cv2.NORM_INF):
                self._differed = plane, row
                return False
        return True


def drawn_runs(
    source: Drawer, frames: range, free: Callable[[], Buffer | None], runs: Runs
) -> Generator[DrawnRun, None, None]:
    """Draw each frame into a `free` buffer; one whose frame was the same as the last is drawn over.

    It ends where no buffer is given.
    """
    shown: _Run | None = None
    buffer: Buffer | None = None
    drawing = _Drawing(source, together=runs.together)
    for number, frame in enumerate(frames):
        buffer = buffer or free()
        if buffer is None:
            return
        if drawing.same(frame, buffer.planes, before=shown.buffer.planes if shown else None):
            if shown and number % runs.gop == 0:
                yield shown.until(number, last=False)
                shown = _Run(shown.buffer, number, again=True)
            continue
        if shown:
            yield shown.until(number, last=True)
        shown, buffer = _Run(buffer, number, again=False), None
    if shown:
        yield shown.until(len(frames), last=True)


class _Drawing:
    """Draws frames in order, and says which have the pixels of the one before."""

    def __init__(self, source: Drawer, *, together: bool) -> None:
        self._source, self._together = source, together
        self._look: Look = None
        self._comparing = Comparing()

    def same(self, frame: int, target: Planes, *, before: Planes | None) -> bool:
        """Whether it looks as the one `before`, if any; otherwise `target` has it."""
        if not self._together:
            self._source.draw(frame, target)
            return False
        last, self._look = self._look, self._source.look(frame)
        if before is not None and self._look == last:
            return True
        self._source.draw(frame, target)
        return before is not None and self._comparing.same(before, target)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """Frames that look the same, from this one on; `again`: as those of the run before."""

    buffer: Buffer
    first: int
    again: bool

    def until(self, stop: int, *, last: bool) -> DrawnRun:
        """The whole run; its buffer is needed no more after the `last` that look the same."""
        return DrawnRun(
            buffer=self.buffer, number=self.first, times=stop - self.first, again=self.again, last=last
        )
