"""Answers from a fork: a child process computes a value while this process does other work."""

from __future__ import annotations

import os
import pickle
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import IO, Any, Final

from renderer.late_log import LateLog
from renderer.worker.forking import forked

PATIENCE: Final = 5.0
"""Longest wait in seconds for the next part of an answer."""
_CHUNK: Final = 1 << 16
_LOG: Final = LateLog(__name__)


class ForkedAnswer:
    """The value that a fork computes; read it once, in this process or in a later fork of it.

    `source` is None if there is no fork.
    """

    def __init__(self, source: IO[bytes] | None) -> None:
        self._source = source

    def wait(self) -> Any:
        """Wait for the answer; None if the fork ended without one or is silent for `PATIENCE` seconds."""
        if self._source is None:
            return None
        parts = []
        while select.select([self._source], [], [], PATIENCE)[0]:
            part = os.read(self._source.fileno(), _CHUNK)
            if not part:
                break
            parts.append(part)
        try:
            return pickle.loads(b"".join(parts))  # noqa: S301 - our own child wrote it
        except (EOFError, pickle.UnpicklingError):
            return None


@contextmanager
def answered_apart(work: Callable[[], object]) -> Iterator[ForkedAnswer]:
    """Run `work` in a fork, which is killed when the block ends; what `work` raises is ignored.

    Only for a process without threads. Where no pipe or no process is to be had, the answer is None.
    """
    pipe = _pipe()
    if pipe is None:
        yield ForkedAnswer(None)
        return
    source, sink = pipe
    with os.fdopen(source, "rb", buffering=0) as answers:
        try:
            child = forked(partial(_answer, work, sink))
        except OSError as error:
            _not_forked(error)
            child = 0
        os.close(sink)
        try:
            yield ForkedAnswer(answers)
        finally:
            if child:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _pipe() -> tuple[int, int] | None:
    try:
        return os.pipe()
    except OSError as error:  # too many open files
        _not_forked(error)
        return None


def _not_forked(error: OSError) -> None:
    _LOG.warning("answer_not_forked", error=type(error).__name__)


def _answer(work: Callable[[], object], sink: int) -> None:
    """Body of the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with suppress(Exception), os.fdopen(sink, "wb") as answers:
        pickle.dump(work(), answers)
