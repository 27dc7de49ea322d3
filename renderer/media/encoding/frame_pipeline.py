"""The frame pipeline: frame n + 1 is composed while frame n is encoded, in a bounded ring of buffers."""

from __future__ import annotations

import threading
from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from queue import SimpleQueue
from typing import Any, Final, Protocol

import cv2
import numpy as np

from renderer.compositor.planes import Plane, Planes

RING: Final = 2
"""Buffers in flight: one is drawn while one is encoded. With a process for each core more would only wait."""


class Drawer(Protocol):
    """What can draw any frame of a video, such as `compositor.compose.FrameSource`."""

    def draw(self, frame: int, target: Planes) -> None:
        """Fill all of `target` with frame number `frame`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Buffer:
    frame: Any
    planes: Planes


class _Queues:
    """What the two threads share: buffers to fill, buffers (or an error) to encode, and the wish to stop."""

    def __init__(self) -> None:
        self.free: SimpleQueue[_Buffer | None] = SimpleQueue()
        self.ready: SimpleQueue[_Buffer | BaseException] = SimpleQueue()
        self.stop = threading.Event()


def composed_frames(
    source: Drawer, frames: range, *, width: int, height: int, fps: int
) -> Generator[Any, None, None]:
    """PyAV frames of `frames`, numbered from 0, drawn ahead by one thread.

    Each frame's buffer is used again after the next one is asked for, so encode it before that. An error
    while drawing comes out here. Closing the iterator early ends the thread.
    """
    queues = _Queues()
    cores = cv2.getNumThreads()
    cv2.setNumThreads(1)  # the encoder keeps the other cores busy; more threads here only get in its way
    for _ in range(min(RING, len(frames))):
        queues.free.put(_allocate(width, height))
    composer = threading.Thread(target=_compose, args=(source, frames, queues), name="compose", daemon=True)
    composer.start()
    try:
        for number in range(len(frames)):
            buffer = queues.ready.get()
            if isinstance(buffer, BaseException):
                raise buffer
            buffer.frame.pts, buffer.frame.time_base = number, Fraction(1, fps)
            yield buffer.frame
            queues.free.put(buffer)
    finally:
        queues.stop.set()
        queues.free.put(None)
        composer.join()
        cv2.setNumThreads(cores)


def _compose(source: Drawer, frames: range, queues: _Queues) -> None:
    try:
        for frame in frames:
            buffer = queues.free.get()
            if buffer is None or queues.stop.is_set():
                return
            source.draw(frame, buffer.planes)
            queues.ready.put(buffer)
    except BaseException as error:  # noqa: BLE001  # carried to the consumer, raised there
        queues.ready.put(error)


def _allocate(width: int, height: int) -> _Buffer:
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    frame = av.VideoFrame(width, height, "yuv420p")
    y, u, v = frame.planes
    half = (width // 2, height // 2)
    return _Buffer(frame, Planes(_view(y, (width, height)), _view(u, half), _view(v, half)))


def _view(plane: Any, size: tuple[int, int]) -> Plane:
    width, height = size
    return np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:height, :width]
