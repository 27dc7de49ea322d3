"""One deadline per request for all its waiting on the database.

Without it every step would wait up to a limit of its own: a thread for its turn, a statement for a lock, and
the next request in line for all of these and then its own.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from renderer.clock import stopwatch

if TYPE_CHECKING:
    from collections.abc import Iterator

ALONE_SECONDS: Final = 30.0
"""Longest wait of one step of a command or background task, for which no client is waiting."""


@dataclass(slots=True)
class _Deadline:
    ends: float


_CURRENT: Final[ContextVar[_Deadline | None]] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Bound the total time that this block may wait, threads started with its context included."""
    with _until(stopwatch() + min(seconds, left_seconds())):
        yield


@contextmanager
def within_request(seconds: float) -> Iterator[None]:
    """Bound the total time that a request may wait, whatever deadline the calling context has.

    The server continues to read a connection in the context of the request whose body was too large to be
    read at once, so later requests on that connection start with its deadline, which has passed.
    """
    with _until(stopwatch() + seconds):
        yield


@contextmanager
def _until(moment: float) -> Iterator[None]:
    token = _CURRENT.set(_Deadline(moment))
    try:
        yield
    finally:
        _CURRENT.reset(token)


def left_seconds() -> float:
    """Seconds left to wait: 0 once the deadline has passed, `ALONE_SECONDS` where there is none."""
    deadline = _CURRENT.get()
    return ALONE_SECONDS if deadline is None else max(0.0, deadline.ends - stopwatch())


@contextmanager
def not_counted() -> Iterator[None]:
    """Do not count this block against the deadline: it waits for the client, whose delays have limits too."""
    began = stopwatch()
    try:
        yield
    finally:
        deadline = _CURRENT.get()
        if deadline is not None:
            deadline.ends += stopwatch() - began
