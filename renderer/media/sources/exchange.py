"""One request to a child process and its answer, over pipes, bounded in time and size."""

from __future__ import annotations

import math
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

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
    """Give the child, whose pipes are unbuffered, its order; what it writes until it ends, None if too slow.

    The caller ends the child, which may still be running.

    Raises:
        AnswerTooLongError: it writes more than is accepted.
        ClipwrightError: `cancelled`.
    """
    answer = bytearray()
    talk = threading.Thread(target=_talk, args=(child, order, answer), name="child-answer", daemon=True)
    talk.start()
    for _ in range(math.ceil(wall_seconds / ASK_SECONDS)):
        if cancelled():
            raise ClipwrightError("cancelled")
        talk.join(ASK_SECONDS)
        if len(answer) > LONGEST_ANSWER:
            raise AnswerTooLongError
        if not talk.is_alive() and _has_ended(child):
            return bytes(answer)
    return None


def _talk(child: subprocess.Popen[bytes], order: bytes, answer: bytearray) -> None:
    """Write the order, then read the answer until it ends or is too long, or the pipes are closed."""
    stdin: Any = child.stdin
    stdout: Any = child.stdout
    with suppress(OSError, ValueError):  # what the child says, or its exit status, tells why
        _give(stdin, memoryview(order))
    with suppress(OSError, ValueError):
        while len(answer) <= LONGEST_ANSWER and (piece := stdout.read(_PIECE)):
            answer += piece


def _give(stdin: Any, rest: memoryview) -> None:
    with stdin:
        while rest:
            rest = rest[stdin.write(rest) :]


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    with suppress(subprocess.TimeoutExpired):
        child.wait(ASK_SECONDS)
    return child.returncode is not None
