"""Handles standard streams whose reader has gone or that are full: with an exit code, not a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from renderer.errors import ClipwrightError, disk_is_full

UNREAD: Final = 141
"""Exit code that a shell reports for a command ended by SIGPIPE."""


@contextmanager
def talking() -> Iterator[None]:
    """Run a block that writes to the standard streams, then flush standard output.

    Raises:
        SystemExit: with `UNREAD`, when the reader of a stream has gone.
        ClipwrightError: `output_unwritable`, when standard output or error cannot be written any more.
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
    """Discard everything written to the standard streams from now on, without errors."""
    _drop(sys.stdout, sys.stderr)


def _flush(stream: TextIO | None) -> None:
    if stream is not None:  # the parent process may have closed it
        stream.flush()


def _is_stuck(stream: TextIO | None, *, probe: bool) -> bool:
    """Whether a stream refuses to flush what is in its buffer or, with `probe`, to take another line.

    The buffer is empty if the stream is unbuffered (PYTHONUNBUFFERED) or the refused text was longer than it.
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
    """Redirect the streams to nowhere, so that the interpreter does not fail to flush them when it exits."""
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno() if stream else -1)
            os.close(nowhere)
