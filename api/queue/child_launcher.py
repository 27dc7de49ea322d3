"""Launches the worker child, which dies with its parent and runs at a lower priority.

`python -m api.queue.child_launcher PARENT COMMAND…` replaces itself with COMMAND.

PARENT is the parent's process id. Linux sends the signal chosen here when the parent ends, however it ends.
A render takes every core for minutes, an answer one for a millisecond. The command, its threads and its
children therefore yield to the service, for the processor and, since the kernel derives I/O priority from
the same niceness, for the disk. Both settings survive exec.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

NICENESS: Final = 10
"""Added to the parent's niceness; 10 gives a process about a tenth of the weight. It is not 19, because a
machine that is busy with other things must still render."""
_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Ask for the signal, check that the parent is still there, lower the priority, exec the command."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    expected, command = int(sys.argv[1]), sys.argv[2:]
    if os.getppid() != expected:
        sys.exit("the parent is gone")
    os.nice(NICENESS)
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
