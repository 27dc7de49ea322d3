"""Standard output and error that nobody reads any more, or that are full: an exit code, not a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from renderer.errors import ClipwrightError, disk_is_full

UNREAD: Final = 141
"""Exit code that a shell reports for a command that SIGPIPE ended."""


@contextmanager
def talking() -> Iterator[None]:
    """Run a block that writes to the standard streams, and see to it that they have taken everything.

    Raises:
        SystemExit: with `UNREAD`, when the reader of a stream has gone.
        ClipwrightError: `output_unwritable`, when standard output or error takes no more.
    """
    try:
        yield
        _flush(sys.stdout)
    except BrokenPipeError as error:
        fall_silent()
        raise SystemExit(UNREAD) from error
    except OSError as error:
        for name, stream in (("standard output", sys.stdout), ("standard error", sys.stderr)):
            if _is_stuck(stream, probe=disk_is_full(error)):
                _drop(stream)
                raise ClipwrightError(
                    "output_unwritable", path=name, reason=error.strerror or error
                ) from error
        raise


def fall_silent() -> None:
    """From now on nothing that is written reaches anybody, and nobody complains."""
    _drop(sys.stdout, sys.stderr)


def _flush(stream: TextIO | None) -> None:
    if stream is not None:  # closed by whoever started us
        stream.flush()


def _is_stuck(stream: TextIO | None, *, probe: bool) -> bool:
    """Whether what a stream refused still waits in its buffer, or, with `probe`, it refuses another line.

    Nothing waits where it has no buffer (PYTHONUNBUFFERED) or what was said was longer.
    """
    try:
        _flush(stream)
        if stream is not None and probe:
            stream.write("\n")
            stream.flush()
    except OSError:
        return True
    return False


def _drop(*streams: TextIO | None) -> None:
    """Let what is buffered go nowhere, so that the interpreter does not complain at its end."""
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno() if stream else -1)
            os.close(nowhere)
