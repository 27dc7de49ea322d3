"""How the command line ends: quickly when it is done, and in an orderly way on SIGTERM.

SIGTERM becomes an exit with status 143, on which cleanup runs. Python drops an exception that a signal
handler raises while a finaliser or a weak reference's callback runs (it goes to `sys.unraisablehook`), and
the process would keep running. The exit is then raised again by an alarm.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from types import FrameType

ENDED: Final = 128 + signal.SIGTERM
_AGAIN_SECONDS: Final = 0.05


class QuickEnd:
    """Ends this process without Python's last step, which frees every object for a tenth of a second or more.

    Create it before anything else registers with `atexit`: what registers later is then still called, after
    all threads but daemons have ended.
    """

    def __init__(self) -> None:
        self._code: int | None = None
        atexit.register(self._end)

    def leave(self, code: int) -> NoReturn:
        """Raise `SystemExit`; the process ends with this code, even if that is caught."""
        self._code = code
        sys.exit(code)

    def _end(self) -> None:
        if self._code is not None:
            leave_at_once(self._code)


def leave_at_once(code: int) -> NoReturn:
    """End the process now: output is flushed, but nothing is called and no thread is waited for."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # one that was closed at the start is None
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def exit_on_sigterm() -> None:
    """Make SIGTERM raise `SystemExit` in the main thread from now on."""
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGALRM, _exit)
    sys.unraisablehook = _dropped


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(ENDED)


def _dropped(unraisable: sys.UnraisableHookArgs) -> None:
    if isinstance(unraisable.exc_value, SystemExit):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(unraisable)
