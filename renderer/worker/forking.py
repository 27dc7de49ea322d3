"""Forks of this process: children that start with everything it has loaded, and die with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Final

from renderer.worker.parent_death import die_with_parent

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def forked(life: Callable[[], None]) -> int:
    """Fork; the child calls `life` and then exits, whatever happens. Returns the child's process id.

    Do not call it while other threads hold locks: they would never be released in the child.

    Raises:
        OSError: no process could be created, for example where the system cannot fork (Windows).
    """
    if not hasattr(os, "fork"):
        message = "this system has no forks"
        raise OSError(message)
    parent = os.getpid()
    # a signal between fork and `life` would run the parent's handlers in the child
    waiting = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        child = os.fork()
        if child == 0:
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, waiting)
                die_with_parent(parent)
                life()
            finally:
                os._exit(0)
        return child
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, waiting)
