"""How long one request may wait for the database: one deadline for everything that it asks for.

Without it every step would wait for as long as it may by itself: a thread for its turn, a statement for a
lock, the next request behind them for all of that and its own.
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
"""What one step of a command or of the background may wait: nobody waits for their answer."""


@dataclass(slots=True)
class _Deadline:
    ends: float


_CURRENT: Final[ContextVar[_Deadline | None]] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Whatever waits in this block, threads started with its context included, waits no longer in all."""
    token = _CURRENT.set(_Deadline(stopwatch() + min(seconds, left_seconds())))
    try:
        yield
    finally:
        _CURRENT.reset(token)


def left_seconds() -> float:
    """How much longer may be waited; 0 when the time is over."""
    deadline = _CURRENT.get()
    return ALONE_SECONDS if deadline is None else max(0.0, deadline.ends - stopwatch())


@contextmanager
def not_counted() -> Iterator[None]:
    """The block waits for the client, whose slowness has limits of its own."""
    began = stopwatch()
    try:
        yield
    finally:
        deadline = _CURRENT.get()
        if deadline is not None:
            deadline.ends += stopwatch() - began
