"""Decodes frames ahead of their use, so that the decoder keeps working while a frame is being processed."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator
from typing import Final

from renderer.compositor.planes import Planes
from renderer.media.sources.video.frames import SourceFrames

DEPTH: Final = 48
"""Most frames that wait in the queue."""
_PATIENCE_SECONDS: Final = 0.1

_Item = tuple[Planes | None, BaseException | None]


def frames_ahead(frames: SourceFrames, *, depth: int = DEPTH) -> Generator[Planes, None, None]:
    """All frames in order, read on a separate thread; close the generator to end it early.

    Errors of reading a frame are raised here.
    """
    waiting: queue.Queue[_Item] = queue.Queue(depth)
    over = threading.Event()
    reader = threading.Thread(target=_read, args=(frames, waiting, over), name="frames ahead", daemon=True)
    reader.start()
    try:
        while True:
            planes, error = waiting.get()
            if error is not None:
                raise error
            if planes is None:
                return
            yield planes
    finally:
        over.set()
        frames.close()  # wakes up the thread if it waits for the decoder
        reader.join()


def _read(frames: SourceFrames, waiting: queue.Queue[_Item], over: threading.Event) -> None:
    try:
        for number in range(len(frames)):
            if not _put(waiting, (frames[number], None), over):
                return
        _put(waiting, (None, None), over)
    except BaseException as error:  # noqa: BLE001  # it is raised where the frames are used
        _put(waiting, (None, error), over)


def _put(waiting: queue.Queue[_Item], item: _Item, over: threading.Event) -> bool:
    """Queue an item; returns whether it was taken before `over` was set."""
    while not over.is_set():
        try:
            waiting.put(item, timeout=_PATIENCE_SECONDS)
        except queue.Full:
            continue
        return True
    return False
