"""Interruption of stages that never ask whether they are cancelled.

Stages ask whether they shall stop wherever they can. One that waits for somebody's answer, or is long in one
computation, cannot; a moment after the wish is there, a signal's handler raises in the main thread, just as
Ctrl-C would. What runs inside one call into C ends first.
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
"""For stages that do look up, and for tidying up behind them."""
AGAIN_SECONDS: Final = 5.0
POLL_SECONDS: Final = 0.1
_SIGNAL: Final = signal.SIGUSR2
_LOG: Final = structlog.get_logger(__name__)


class Interrupted(BaseException):
    """Raised inside the stage. No `Exception`: nobody on the way may take it for a failure of his own."""


@contextmanager
def interruptible(stopped: Callable[[], bool]) -> Iterator[None]:
    """Let the block end soon after `stopped` says so; outside the main thread it has to look by itself.

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
