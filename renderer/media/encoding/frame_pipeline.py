"""The frame pipeline: frames are composed while others are encoded, or between them, in a ring of buffers."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from queue import SimpleQueue
from typing import Any, Final

import cv2
import numpy as np

from renderer.compositor.planes import Plane, Planes
from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.encoding.drawn_runs import SINGLE, Buffer, Drawer, DrawnRun, Runs, drawn_runs

RING: Final = 3
"""Buffers in flight: one is drawn and one encoded, and one between them waits for a frame that differs."""
_BY_TURNS: Final = 2
"""The same where nothing is drawn while another is encoded: the fewer, the sooner caches have one again."""


class _Queues:
    """What the two threads share: buffers to fill, frames (or an error) to encode, and the wish to stop."""

    def __init__(self) -> None:
        self.free: SimpleQueue[Buffer | None] = SimpleQueue()
        self.ready: SimpleQueue[DrawnRun | BaseException] = SimpleQueue()
        self.stop = threading.Event()

    def next(self) -> Buffer | None:
        """A buffer to fill, as soon as there is one; None where somebody wishes to stop."""
        buffer = self.free.get()
        return None if self.stop.is_set() else buffer


def composed_frames(
    source: Drawer,
    frames: range,
    *,
    width: int,
    height: int,
    fps: int,
    runs: Runs = SINGLE,
    ahead: bool = True,
) -> Generator[ComposedFrame, None, None]:
    """PyAV frames of `frames`, numbered from 0 and taken together in `runs`.

    They are drawn `ahead` by a thread, or each when it is asked for: where no processor has time for that
    thread, it would only take turns with the encoder, whose caches it empties.
    Each frame's buffer is used again after the next one is asked for, so encode it before that. An error
    while drawing comes out here. Closing the iterator early ends the thread.
    """
    queues = _Queues()
    for _ in range(min(RING if ahead else _BY_TURNS, len(frames))):
        queues.free.put(_allocate(width, height, fps=fps))
    drawn_here = drawn_runs(source, frames, queues.next, runs)
    drawing = _drawn_ahead(drawn_here, queues, count=len(frames)) if ahead else drawn_here
    with _one_thread_of_opencv(), closing(drawing) as drawn:
        for composed in drawn:
            yield ComposedFrame(
                frame=composed.buffer.frame,
                number=composed.number,
                times=composed.times,
                again=composed.again,
            )
            if composed.last:
                queues.free.put(composed.buffer)


@contextmanager
def _one_thread_of_opencv() -> Iterator[None]:
    """Encoders keep the other cores busy; more threads here only get in their way."""
    cores = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(cores)


def _drawn_ahead(
    drawn: Iterator[DrawnRun], queues: _Queues, *, count: int
) -> Generator[DrawnRun, None, None]:
    """The same, `count` frames in all, drawn by a thread of their own."""
    composer = threading.Thread(target=_draw, args=(drawn, queues), name="compose", daemon=True)
    composer.start()
    left = count
    try:
        while left:
            run = queues.ready.get()
            if isinstance(run, BaseException):
                raise run
            left -= run.times
            yield run
    finally:
        queues.stop.set()
        queues.free.put(None)
        composer.join()


def _draw(drawn: Iterator[DrawnRun], queues: _Queues) -> None:
    try:
        for run in drawn:
            queues.ready.put(run)
    except BaseException as error:  # noqa: BLE001  # carried to the consumer, raised there
        queues.ready.put(error)


def _allocate(width: int, height: int, *, fps: int) -> Buffer:
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    frame = av.VideoFrame(width, height, "yuv420p")
    frame.time_base = Fraction(1, fps)
    y, u, v = frame.planes
    half = (width // 2, height // 2)
    return Buffer(frame, Planes(_view(y, (width, height)), _view(u, half), _view(v, half)))


def _view(plane: Any, size: tuple[int, int]) -> Plane:
    width, height = size
    return np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:height, :width]
