"""Limits itself, then becomes the decoder: run as a script with its bounds and the decoder's command.

Nothing of ours is imported, so that it starts in some milliseconds. Arguments: bytes of address space,
seconds of processor time, bytes of the largest file, then the program and its arguments.
"""

from __future__ import annotations

import os
import resource
import sys

_BOUNDS = 3
_KEPT = str(8 << 20)
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": _KEPT, "MALLOC_MMAP_THRESHOLD_": _KEPT}
"""One heap for all threads, and frames given back as soon as they are free: they would pile up otherwise.

Those below `_KEPT` bytes stay on the heap: fetched anew from the system, page by page, for every frame, they
would cost as much as decoding them.
"""


def main(arguments: list[str]) -> None:
    """Never returns."""
    memory, seconds, file_bytes = (int(bound) for bound in arguments[:_BOUNDS])
    program = arguments[_BOUNDS:]
    for name, soft, hard in (
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_FSIZE, file_bytes, file_bytes),
        (resource.RLIMIT_NOFILE, 64, 64),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        resource.setrlimit(name, (soft, hard))
    os.execve(program[0], program, _ENVIRONMENT)  # noqa: S606  # no shell is the point


if __name__ == "__main__":
    main(sys.argv[1:])
