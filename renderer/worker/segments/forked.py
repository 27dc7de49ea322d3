"""Segment processes by forks: children that begin with everything this process has loaded."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import IO, TYPE_CHECKING, Final

from renderer.late_log import LateLog
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
    """A fork of this process, asked and told over pipes as a started program is."""

    pid: int
    stdin: IO[bytes]
    stdout: IO[bytes]
    _status: int | None = field(default=None, init=False)

    def poll(self) -> int | None:
        """Its exit status, negative for a signal; None while it lives."""
        return self._ended(os.WNOHANG)

    def kill(self) -> None:
        """End it now, whatever it is doing."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int | None:
        """Wait for its end; its exit status."""
        return self._ended(0)

    def _ended(self, options: int) -> int | None:
        if self._status is None:
            ended, status = os.waitpid(self.pid, options)
            self._status = os.waitstatus_to_exitcode(status) if ended else None
        return self._status


def forked_child(style_packs: StylePacks, workspace: Path) -> ForkedChild | None:
    """A child that renders segments of this workspace, or None where none is to be had.

    For a process that has not begun to draw: one that has opened files of pictures would share its place in
    them with the child, and locks of its threads might be held for ever there. Only Linux ends a fork with
    its parent.
    """
    if not sys.platform.startswith("linux"):
        return None
    try:
        (asked, ask), (answers, answer) = os.pipe(), os.pipe()
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


def _live(work: Callable[[TextIO, TextIO], None], *, pipes: tuple[int, int]) -> None:
    """The child's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in _STREAMS:
        os.dup2(nowhere, stream)
    # locks of the old ones may be held by a thread that is not here
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    asked, answer = pipes
    with os.fdopen(asked) as questions, os.fdopen(answer, "w") as answers:
        work(questions, answers)
