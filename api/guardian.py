"""`python -m api.guardian PARENT COMMAND…`: becomes COMMAND, which dies with its parent.

PARENT is the parent's process id. Linux sends the signal chosen here when the parent ends, however it ends;
the setting survives exec.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Ask for the signal, make sure that the parent is not gone already, become the command."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    expected, command = int(sys.argv[1]), sys.argv[2:]
    if os.getppid() != expected:
        sys.exit("the parent is gone")
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
