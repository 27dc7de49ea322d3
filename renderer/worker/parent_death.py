"""Parent-death signal for job processes."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int) -> None:
    """Have this process killed (SIGKILL) when `parent` ends, however it ends. A no-op outside Linux."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def is_child(pid: int) -> bool:
    """Whether `pid` is this process or a living child of it; outside Linux, whether any process has it."""
    if pid == os.getpid():
        return True
    if not sys.platform.startswith("linux"):
        return _exists(pid)
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    # "pid (name) state parent …"; the name may contain anything, even brackets
    state, parent = status.rpartition(") ")[2].split()[:2]
    return state != "Z" and int(parent) == os.getpid()


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
