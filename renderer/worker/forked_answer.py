"""Answers from a fork: something is worked out in a process of its own until somebody asks for it."""

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
"""Seconds between two parts of an answer after which it is not waited for any longer."""
_CHUNK: Final = 1 << 16
_LOG: Final = LateLog(__name__)


class ForkedAnswer:
    """What a fork works out; to be asked once, by this process or a later fork of it."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source

    def wait(self) -> Any:
        """The answer, as soon as it is there; None where the fork ended without one, or takes too long."""
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
    """Have `work` done in a fork, which ends with the block; what it raises is nobody's concern.

    For a process without threads. Where no process is to be had, nothing is answered.
    """
    source, sink = os.pipe()
    with os.fdopen(source, "rb", buffering=0) as answers:
        try:
            child = forked(partial(_answer, work, sink))
        except OSError as error:
            _LOG.warning("answer_not_forked", error=type(error).__name__)
            child = 0
        os.close(sink)
        try:
            yield ForkedAnswer(answers)
        finally:
            if child:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _answer(work: Callable[[], object], sink: int) -> None:
    """The child's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    with suppress(Exception), os.fdopen(sink, "wb") as answers:
        pickle.dump(work(), answers)
