"""The frame pipeline: composes frames in buffers while others are encoded, or a few at a time in turns.

A frame with the same pixels as the previous one is not passed on; the previous one is shown for longer. If
the looks are equal the frame is not even drawn; otherwise drawing and comparing pixels finds out.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from fractions import Fraction
from functools import partial
from itertools import chain
from queue import SimpleQueue
from typing import Any, Final, Protocol

import cv2
import numpy as np
from msgspec import Struct

from renderer.compositor.look import Look
from renderer.compositor.opencv_threads import one_thread_of_opencv
from renderer.compositor.planes import Plane, Planes
from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.encoding.frame_buffers import UNKEPT, FrameBuffers, FrameFormat
from renderer.media.encoding.making_ahead import Ahead, always, made_ahead, made_until

TOGETHER: Final = 3
"""Frames drawn in a row when drawing and encoding take turns: after the first, all it takes is cached."""
RING: Final = TOGETHER + 1
"""Buffers in flight: the last one drawn waits until a frame differs from it."""
_BAND: Final = 64
"""Rows compared at a time."""


class Drawer(Protocol):
    """What can draw any frame of a video, such as `compositor.compose.FrameSource`."""

    def look(self, frame: int) -> Look:
        """The look of frame number `frame`; the frame is not drawn if the previous one has an equal look.

        By default every frame has a look of its own.
        """
        return frame

    def draw(self, frame: int, target: Planes) -> None:
        """Fill all of `target` with frame number `frame`."""
        ...


class Comparing:
    """Compares two frames, starting at the band where the last pair differed: motion tends to stay put."""

    def __init__(self) -> None:
        self._differed = (0, 0)

    def same(self, before: Planes, frame: Planes) -> bool:
        """Whether both frames have the same pixels."""
        pairs = ((before.y, frame.y), (before.u, frame.u), (before.v, frame.v))
        bands = ((plane, row) for plane in range(3) for row in range(0, len(pairs[plane][0]), _BAND))
        for plane, row in chain([self._differed], bands):
            old, new = (each[row : row + _BAND] for each in pairs[plane])
            if cv2.norm(old, new, cv2.NORM_INF):
                self._differed = plane, row
                return False
        return True


class FrameBuffer(Struct, frozen=True, eq=False):
    """A PyAV frame and writable views of its planes."""

    frame: Any
    planes: Planes


class _Composed(Struct, frozen=True, eq=False, kw_only=True):
    buffer: FrameBuffer
    number: int
    times: int
    again: bool
    last: bool


class Runs(Struct, frozen=True, kw_only=True):
    """Whether consecutive frames with equal pixels are merged (`together`), never across a GOP boundary."""

    together: bool
    gop: int


SINGLE: Final = Runs(together=False, gop=1)
"""No merging: every frame is given to the encoder."""


def composed_frames(
    source: Drawer,
    frames: range,
    *,
    width: int,
    height: int,
    fps: int,
    buffers: FrameBuffers[FrameBuffer] = UNKEPT,
    runs: Runs = SINGLE,
    ahead: Ahead = always,
) -> Generator[ComposedFrame, None, None]:
    """PyAV frames of `frames`, numbered from 0 and merged as `runs` says.

    `ahead` is called before the first frame and after each few; once it returns true, a thread draws the rest
    ahead. Until then frames are drawn on demand, `TOGETHER` in a row: without a free processor, the thread
    would only take turns with the encoder and evict its caches. Each frame's buffer is reused after the next
    frame is requested, so encode it before that. Errors of drawing are raised here, before the frames drawn
    in the same row. Closing the iterator early ends the thread, and the `buffers` are not kept.
    """
    frame_format = (width, height, fps)
    ring, free = buffers.taken(RING, frame_format, allocated=_allocated), SimpleQueue[FrameBuffer | None]()
    for each in ring:
        free.put(each)
    here = _composed(source, frames, free, runs)
    drawn_ahead = partial(made_ahead, here, thread="compose", unblock=partial(free.put, None))
    with (
        one_thread_of_opencv(),
        closing(made_until(ahead, here, drawn_ahead, together=TOGETHER)) as drawn,
    ):
        for composed in drawn:
            yield ComposedFrame(
                frame=composed.buffer.frame,
                number=composed.number,
                times=composed.times,
                again=composed.again,
            )
            if composed.last:
                free.put(composed.buffer)
    buffers.keep(ring, frame_format)


def _composed(
    source: Drawer, frames: range, free: SimpleQueue[FrameBuffer | None], runs: Runs
) -> Generator[_Composed, None, None]:
    """Draw each frame into a free buffer; a buffer whose frame equals the last one is reused at once.

    Stops when it takes None from the queue of free buffers.
    """
    shown: _Run | None = None
    buffer: FrameBuffer | None = None
    drawing = _Drawing(source, together=runs.together)
    for number, frame in enumerate(frames):
        buffer = buffer or free.get()
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
    """Draws frames in order and detects those with the same pixels as the previous one."""

    def __init__(self, source: Drawer, *, together: bool) -> None:
        self._source, self._together = source, together
        self._look: Look = None
        self._comparing = Comparing()

    def same(self, frame: int, target: Planes, *, before: Planes | None) -> bool:
        """Whether the frame has the pixels of `before`, if given; if not, it is drawn into `target`."""
        if not self._together:
            self._source.draw(frame, target)
            return False
        last, self._look = self._look, self._source.look(frame)
        if before is not None and self._look == last:
            return True
        self._source.draw(frame, target)
        return before is not None and self._comparing.same(before, target)


class _Run(Struct, frozen=True, eq=False):
    """A run of frames with equal pixels, starting at `first`; `again` if the previous run had the same."""

    buffer: FrameBuffer
    first: int
    again: bool

    def until(self, stop: int, *, last: bool) -> _Composed:
        """The run up to frame `stop`; `last` says that its buffer is free afterwards."""
        return _Composed(
            buffer=self.buffer, number=self.first, times=stop - self.first, again=self.again, last=last
        )


def _allocated(frame_format: FrameFormat) -> FrameBuffer:
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    width, height, fps = frame_format
    frame = av.VideoFrame(width, height, "yuv420p")
    frame.time_base = Fraction(1, fps)
    y, u, v = frame.planes
    half = (width // 2, height // 2)
    return FrameBuffer(frame, Planes(_view(y, (width, height)), _view(u, half), _view(v, half)))


def _view(plane: Any, size: tuple[int, int]) -> Plane:
    width, height = size
    return np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:height, :width]
