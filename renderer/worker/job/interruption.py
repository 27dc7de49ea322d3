"""Interruption of stages that do not check whether they are cancelled.

Stages check wherever they can. One that waits for an answer or is inside a long computation cannot; shortly
after the stop was requested, a signal handler raises in the main thread, just as Ctrl-C would. A running call
into C code finishes first.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import structlog

from renderer.errors import ClipwrightError

GRACE_SECONDS: Final = 0.3
"""Time for stages that do check to stop by themselves and clean up."""
AGAIN_SECONDS: Final = 5.0
POLL_SECONDS: Final = 0.1
_SIGNAL: Final = signal.SIGUSR2
_LOG: Final = structlog.get_logger(__name__)


class Interrupted(BaseException):
    """Raised inside the stage; not an `Exception`, so that no handler on the way takes it for a failure."""


@contextmanager
def interruptible(stopped: Callable[[], bool]) -> Iterator[None]:
    """Interrupt the block soon after `stopped` returns true; outside the main thread nothing is interrupted.

    Raises:
        ClipwrightError: `cancelled`, when the block had to be interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    over = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        if not over.is_set():
            raise Interrupted

    before = signal.signal(_SIGNAL, interrupt)
    watcher = threading.Thread(target=_watch, args=(stopped, over), name="interruption", daemon=True)
    watcher.start()
    try:
        try:
            yield
        finally:
            over.set()
    except Interrupted as error:
        raise ClipwrightError("cancelled") from error
    finally:
        watcher.join()
        signal.signal(_SIGNAL, before)


def _watch(stopped: Callable[[], bool], over: threading.Event) -> None:
    while not over.wait(POLL_SECONDS):
        if stopped():
            break
    pause = GRACE_SECONDS
    while not over.wait(pause):
        _LOG.info("stage_interrupted")
        signal.pthread_kill(threading.main_thread().ident or 0, _SIGNAL)
        pause = AGAIN_SECONDS
