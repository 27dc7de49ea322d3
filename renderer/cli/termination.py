"""Turns SIGTERM into an orderly exit of the command line: cleanup runs, the exit status is 143.

Python drops an exception that a signal handler raises while a finaliser or a weak reference's callback runs
(it goes to `sys.unraisablehook`), and the process would keep running. The exit is then raised again by an
alarm.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from types import FrameType

ENDED: Final = 128 + signal.SIGTERM
_AGAIN_SECONDS: Final = 0.05


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
