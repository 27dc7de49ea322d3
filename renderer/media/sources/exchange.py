"""One request to a child process and its answer, over pipes, bounded in time and size."""

from __future__ import annotations

import os
import selectors
import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from renderer.clock import stopwatch
from renderer.errors import ClipwrightError

ASK_SECONDS: Final = 0.25
"""Seconds between two checks for cancellation."""
LONGEST_ANSWER: Final = 8 << 20
"""Bytes. The largest honest answer is the frame table of 10 minutes at 240 frames a second: 38 bytes for each
frame, if its time has 20 digits and it is both a border and an end; 5.5 MB in all.
"""
_PIECE: Final = 1 << 16


class AnswerTooLongError(Exception):
    """The child writes more than `LONGEST_ANSWER`."""


def exchange(
    child: subprocess.Popen[bytes], order: bytes, *, wall_seconds: float, cancelled: Callable[[], bool]
) -> bytes | None:
    """Give the child its order; what it writes until it ends, or None if that takes too long.

    The caller ends the child, which may still be running.

    Raises:
        AnswerTooLongError: it writes more than is accepted.
        ClipwrightError: `cancelled`.
    """
    until, answer = stopwatch() + wall_seconds, bytearray()
    with selectors.DefaultSelector() as pipes:
        _register(pipes, child, order=order, answer=answer)
        while stopwatch() < until:
            if cancelled():
                raise ClipwrightError("cancelled")
            _move(pipes)
            if not pipes.get_map() and _has_ended(child):
                return bytes(answer)
    return None


def _register(
    pipes: selectors.BaseSelector, child: subprocess.Popen[bytes], *, order: bytes, answer: bytearray
) -> None:
    stdin: Any = child.stdin
    stdout: Any = child.stdout
    os.set_blocking(stdin.fileno(), False)
    pipes.register(stdin, selectors.EVENT_WRITE, partial(_give, stdin.fileno(), bytearray(order)))
    pipes.register(stdout, selectors.EVENT_READ, partial(_take, stdout.fileno(), answer))


def _move(pipes: selectors.BaseSelector) -> None:
    """Move bytes through whichever pipes are ready, waiting for one at most `ASK_SECONDS`."""
    for key, _ in pipes.select(ASK_SECONDS) if pipes.get_map() else ():
        pipe: Any = key.fileobj
        if not key.data():
            pipes.unregister(pipe)
            pipe.close()


def _give(pipe: int, rest: bytearray) -> bool:
    """Write the next piece of `rest`, and drop it there; whether anything is left that can be written."""
    try:
        del rest[: os.write(pipe, rest[:_PIECE])]
    except BrokenPipeError:  # what the child says, or its exit status, tells why
        return False
    return bool(rest)


def _take(pipe: int, answer: bytearray) -> bool:
    """Read the next piece into `answer`; whether there was one."""
    piece = os.read(pipe, _PIECE)
    answer += piece
    if len(answer) > LONGEST_ANSWER:
        raise AnswerTooLongError
    return bool(piece)


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    with suppress(subprocess.TimeoutExpired):
        child.wait(ASK_SECONDS)
    return child.returncode is not None
