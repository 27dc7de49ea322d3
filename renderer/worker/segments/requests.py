"""What a segment process is asked by its leader, line by line, while it renders."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

AHEAD: Final = b"ahead"
"""The request that reports a processor free to draw ahead."""
PATIENCE: Final = 1.0
"""Seconds for which pictures stay open while there is nothing to do."""
_CHUNK: Final = 1 << 16


class Requests:
    """The leader's lines, read from a pipe: segments to render, and that a processor has become free."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._segments: deque[str] = deque()
        self._unread = b""
        self._open = True
        self._told_ahead = False

    def segments(self, *, idle: Callable[[], None]) -> Iterator[str]:
        """Segments asked for until the pipe is closed; `idle` is called after each `PATIENCE` without one."""
        while self._segments or self._open:
            if self._segments:
                self._told_ahead = False  # what was said of the last segment
                yield self._segments.popleft()
            elif not self._read(PATIENCE):
                idle()

    def told_ahead(self) -> bool:
        """Whether a processor has become free during this segment."""
        while self._open and self._read(0):
            pass
        return self._told_ahead

    def _read(self, seconds: float) -> bool:
        """Read what has come, or comes within so many seconds; False if nothing has."""
        if not select.select([self._pipe], [], [], seconds)[0]:
            return False
        said = os.read(self._pipe, _CHUNK)
        self._open = bool(said)
        *lines, self._unread = (self._unread + said).split(b"\n")
        for line in lines:
            if line == AHEAD:
                self._told_ahead = True
            else:
                self._segments.append(line.decode())
        return True
