"""Forks of this process: children that begin with everything it has loaded, and end with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Final

from renderer.worker.parent_death import die_with_parent

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def forked(life: Callable[[], None]) -> int:
    """Fork, and in the child live this life, behind which it ends whatever happens; its number here.

    Not beside threads that hold locks, which would be held for ever in the child.

    Raises:
        OSError: no process is to be had, as where there are no forks (Windows).
    """
    if not hasattr(os, "fork"):
        message = "this system has no forks"
        raise OSError(message)
    parent = os.getpid()
    # a signal that came between would find the child in the middle of our code
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
