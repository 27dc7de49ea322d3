"""What a process that does jobs asks of the kernel."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int) -> None:
    """SIGKILL for this process when `parent` ends, however it ends (Linux; elsewhere nothing happens)."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
