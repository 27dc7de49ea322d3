"""Forked segment processes: children that start with everything this process has loaded."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import IO, TYPE_CHECKING, Final

from renderer.late_log import LateLog
from renderer.visuals.film.groundwork import forks_can_draw
from renderer.worker.forking import forked
from renderer.worker.segments.service import serve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TextIO

    from renderer.visuals.style_packs import StylePacks

_STREAMS: Final = (0, 1, 2)
_LOG: Final = LateLog(__name__)


@dataclass(slots=True)
class ForkedChild:
    """A fork of this process, driven over pipes like a separately started program."""

    pid: int
    stdin: IO[bytes]
    stdout: IO[bytes]
    _status: int | None = field(default=None, init=False)

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while the child runs."""
        return self._ended(os.WNOHANG)

    def kill(self) -> None:
        """End the child at once, whatever it is doing."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int | None:
        """Wait for the child to end; its exit status."""
        return self._ended(0)

    def _ended(self, options: int) -> int | None:
        if self._status is None:
            ended, status = os.waitpid(self.pid, options)
            self._status = os.waitstatus_to_exitcode(status) if ended else None
        return self._status


def forked_child(style_packs: StylePacks, workspace: Path) -> ForkedChild | None:
    """Fork a child that renders segments of this workspace; None if that is not possible.

    Call it before this process starts drawing: a fork shares the file offsets of open pictures with its
    parent, and locks held by other threads would never be released in the child. A process that has drawn
    artwork gets None. Linux only, because only there does a fork end with its parent.
    """
    if not sys.platform.startswith("linux") or not forks_can_draw():
        return None
    try:
        asked, ask, answers, answer = _two_pipes()
    except OSError as error:
        _LOG.warning("segment_process_not_forked", error=type(error).__name__)
        return None
    work = partial(serve, workspace, style_packs=style_packs)
    try:
        child = forked(partial(_live, work, pipes=(asked, answer)))
    except OSError as error:
        for end in (ask, answers):
            os.close(end)
        _LOG.warning("segment_process_not_forked", error=type(error).__name__)
        return None
    finally:
        for end in (asked, answer):
            os.close(end)
    return ForkedChild(child, os.fdopen(ask, "wb", buffering=0), os.fdopen(answers, "rb", buffering=0))


def _two_pipes() -> tuple[int, int, int, int]:
    first = os.pipe()
    try:
        return (*first, *os.pipe())
    except OSError:
        for end in first:
            os.close(end)
        raise


def _live(work: Callable[[TextIO, TextIO], None], *, pipes: tuple[int, int]) -> None:
    """Body of the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in _STREAMS:
        os.dup2(nowhere, stream)
    # the old streams may be locked by a thread that does not exist in the child
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    asked, answer = pipes
    with os.fdopen(asked) as questions, os.fdopen(answer, "w") as answers:
        work(questions, answers)
