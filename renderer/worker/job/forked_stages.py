"""Stages run in a fork: the child starts with everything this process has loaded, at no start-up cost."""

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
"""Time between SIGTERM and SIGKILL in which a child can end what it has started itself."""
_POLL_SECONDS: Final = 0.01
_TELLING: Final = (MemoryError, OSError, ImportError, RuntimeError)
"""Causes that say more than the error they led to, and are passed on with it."""
_LOG: Final = LateLog(__name__)


def _nothing() -> None:
    """Do nothing."""


class ForkedStages(Struct, frozen=True):
    """Runs stages in a fork of a program that does one job; not for a worker, whose threads hold locks.

    The child ends with this process. If it dies, this process does the stages that it has not reported.
    `meanwhile` is called here as soon as the child is running.
    """

    clock: Clock = field(default_factory=SystemClock)
    meanwhile: Callable[[], None] = _nothing

    def run(self, work: Callable[[Tell], None], hear: Tell) -> None:
        """Fork, and pass what the child reports to `hear` until it is done; raises what the work raised."""
        if not hasattr(os, "fork"):
            return
        try:
            child, source = _begun(work)
        except OSError as error:
            _LOG.warning("stages_not_apart", error=type(error).__name__)
            return
        try:
            with os.fdopen(source, "rb") as told:
                self.meanwhile()
                _hear_all(told, hear)
        finally:
            _end(child, self.clock)


def _begun(work: Callable[[Tell], None]) -> tuple[int, int]:
    """The child that does the work, and the descriptor on which it tells.

    Raises:
        OSError: there are too many open files, or no process could be created.
    """
    source, sink = os.pipe()
    try:
        child = forked(partial(_work, work, source, sink))
    except OSError:
        os.close(source)
        raise
    finally:
        os.close(sink)
    return child, source


def _work(work: Callable[[Tell], None], source: int, sink: int) -> None:
    """Body of the child process."""
    os.close(source)
    # a handler, not SIG_IGN, which programs started by the child would inherit
    signal.signal(signal.SIGINT, _go_on)
    # the old streams may be locked by a thread that does not exist in the child
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", 1, closefd=False)
    with os.fdopen(sink, "wb") as answers:
        _told_to(answers, work)


def _go_on(number: int, frame: FrameType | None) -> None:
    """Ignore SIGINT: the parent decides when the child ends."""
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
    """End the child with SIGTERM, and with SIGKILL after the grace period; it is always reaped."""
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
