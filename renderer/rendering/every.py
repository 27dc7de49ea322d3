"""Work that is done once every few frames, when frames are counted several at a time."""

from __future__ import annotations


class Every:
    """The marks `first`, `first + step`, and so on, which a growing count passes."""

    def __init__(self, step: int, *, first: int) -> None:
        self._step, self._first = step, first
        self._next = first

    def passed(self, count: int) -> bool:
        """Whether this count is at or past the next mark; True once, then False until a later mark."""
        if count < self._next:
            return False
        self._next = self._first + self._step * ((count - self._first) // self._step + 1)
        return True
