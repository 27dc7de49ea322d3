"""A script that limits its own process, then replaces itself with the decoder.

It imports none of our modules, so that it starts within milliseconds. Arguments: bytes of address space,
seconds of CPU time, bytes of the largest file, then the program and its arguments.
"""

from __future__ import annotations

import os
import resource
import sys

_BOUNDS = 3
_KEPT = str(8 << 20)
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": _KEPT, "MALLOC_MMAP_THRESHOLD_": _KEPT}
"""One heap for all threads, and frames returned to the system once freed, since they would pile up otherwise.

Blocks below `_KEPT` bytes stay on the heap: getting them from the system again, page by page, for every frame
would cost as much as decoding.
"""


def main(arguments: list[str]) -> None:
    """Set the limits and run the program in place of this one; never returns."""
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
