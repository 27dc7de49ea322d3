"""Stages apart by a fork: a child that begins with everything this process has loaded, and costs no start."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, TYPE_CHECKING, Any, Final

from msgspec import Struct, field

from renderer.clock import Clock, SystemClock
from renderer.errors import ClipwrightError
from renderer.late_log import LateLog
from renderer.runtime.stages_apart import Tell, Told
from renderer.worker.forking import forked

if TYPE_CHECKING:
    from types import FrameType

GRACE_SECONDS: Final = 1.0
"""Given to a child that is to end, for what it has started itself."""
_POLL_SECONDS: Final = 0.01
_TELLING: Final = (MemoryError, OSError, ImportError, RuntimeError)
"""Causes that say more than the error they led to."""
_LOG: Final = LateLog(__name__)


def _nothing() -> None:
    """There is nothing else to be done."""


class ForkedStages(Struct, frozen=True):
    """For programs that do one job; not beside threads that hold locks, as a worker has.

    The child ends with this process. One that dies leaves what it has not told to this process, which then
    meets the same trouble itself, or does not. `meanwhile` is done here as soon as the child works.
    """

    clock: Clock = field(default_factory=SystemClock)
    meanwhile: Callable[[], None] = _nothing

    def run(self, work: Callable[[Tell], None], hear: Tell) -> None:
        """Fork, and hear until the child is done; raises what the work raised."""
        if not hasattr(os, "fork"):
            return
        source, sink = os.pipe()
        try:
            child = forked(partial(_work, work, source, sink))
        except OSError as error:
            os.close(source)
            os.close(sink)
            _LOG.warning("stages_not_apart", error=type(error).__name__)
            return
        os.close(sink)
        try:
            with os.fdopen(source, "rb") as told:
                self.meanwhile()
                _hear_all(told, hear)
        finally:
            _end(child, self.clock)


def _work(work: Callable[[Tell], None], source: int, sink: int) -> None:
    """The child's life."""
    os.close(source)
    # a handler of its own, not SIG_IGN: programs that it starts would inherit that
    signal.signal(signal.SIGINT, _go_on)
    # locks of the old ones may have been held by a thread that is not here
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", 1, closefd=False)
    with os.fdopen(sink, "wb") as answers:
        _told_to(answers, work)


def _go_on(number: int, frame: FrameType | None) -> None:
    """The parent decides."""
    del number, frame


def _told_to(answers: IO[bytes], work: Callable[[Tell], None]) -> None:
    def tell(message: object) -> None:
        pickle.dump(message, answers)
        answers.flush()

    try:
        work(tell)
    except ClipwrightError as error:
        tell((error, _telling_cause(error)))


def _hear_all(told: IO[bytes], hear: Callable[[Told], None]) -> None:
    while True:
        try:
            message: Any = pickle.load(told)  # noqa: S301 - our own child wrote it
        except (EOFError, pickle.UnpicklingError):
            return
        if isinstance(message, tuple):
            error, cause = message
            raise error from cause
        hear(message)


def _telling_cause(error: BaseException) -> BaseException | None:
    cause = error.__cause__
    while cause and not (isinstance(cause, _TELLING) and type(cause).__module__ == "builtins"):
        cause = cause.__cause__
    return cause


def _end(child: int, clock: Clock) -> None:
    """Ask a child that still lives to end, then make it; nothing of it is left behind."""
    until = clock.monotonic() + GRACE_SECONDS
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGTERM)
    while clock.monotonic() < until:
        if os.waitpid(child, os.WNOHANG)[0]:
            return
        clock.sleep(_POLL_SECONDS)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
