"""Segment processes by pipes: children of this process, each with an encoder of its own."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Final

import structlog

from renderer.runtime.segment_processes import SegmentCrew, SegmentNews
from renderer.runtime.workspace import Workspace

CHILD: Final = (sys.executable, "-m", "renderer.worker.job.segment_child")
WORTH_PIXELS: Final = 60 * 1080 * 1920
"""Starting a process takes about as long as rendering this much."""
_CHUNK: Final = 1 << 16
_LOG: Final = structlog.get_logger(__name__)


def usable_cores() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class PipedSegmentProcesses:
    """Up to `beside` children, one encoder thread each; 0 means none.

    One that would have fewer than `worth_pixels` to draw is not started.
    """

    beside: int
    command: tuple[str, ...] = CHILD
    worth_pixels: int = WORTH_PIXELS

    @contextmanager
    def crew(self, plan: str, workspace: Workspace, *, segments: int, pixels: int) -> Iterator[SegmentCrew]:
        """Start them; they end with the block, whatever they are doing."""
        count = min(self.beside, segments - 1, pixels // self.worth_pixels - 1)
        children: list[_Child] = []
        with selectors.DefaultSelector() as selector:
            try:
                for _ in range(count):
                    children.extend(_started(self.command, plan, workspace))
                for child in children:
                    selector.register(child.answers, selectors.EVENT_READ, child)
                yield PipedCrew(children, selector)
            finally:
                for child in children:
                    child.end()


@dataclass(slots=True)
class _Child:
    process: subprocess.Popen[bytes]
    asked: IO[bytes]
    answers: IO[bytes]
    frames: range = range(0)
    encoded: int = 0
    unread: bytes = b""
    alive: bool = True

    @property
    def idle(self) -> bool:
        return self.alive and not self.frames

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.asked, self.answers):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


def _started(command: tuple[str, ...], plan: str, workspace: Workspace) -> Iterator[_Child]:
    """One child, or none where the system refuses: rendering goes on without it."""
    line = (*command, str(os.getpid()), str(workspace.root))
    try:
        process = subprocess.Popen(  # noqa: S603 - a fixed program, arguments of ours
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
    except OSError as error:
        _LOG.warning("segment_process_not_started", error=type(error).__name__)
        return
    if process.stdin and process.stdout:
        child = _Child(process, process.stdin, process.stdout)
        _send(child, plan)
        yield child


def _send(child: _Child, line: str) -> None:
    try:
        child.asked.write(f"{line}\n".encode())
    except OSError:
        child.alive = False


@dataclass(slots=True)
class _Gathered:
    made: dict[range, str] = field(default_factory=dict)
    refused: list[range] = field(default_factory=list)


class PipedCrew:
    """Children and what they are doing; used from one thread."""

    def __init__(self, children: list[_Child], selector: selectors.BaseSelector) -> None:
        self._children, self._selector = children, selector

    @property
    def idle(self) -> int:
        """Children that live and have nothing to do."""
        return sum(child.idle for child in self._children)

    def give(self, frames: range) -> None:
        """To the first that is idle; one that has died meanwhile is found out by `news`."""
        child = next(each for each in self._children if each.idle)
        child.frames, child.encoded = frames, 0
        _send(child, f"{frames.start} {frames.stop}")

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """Read what the children say."""
        gathered = _Gathered()
        for ready, _ in self._selector.select(wait):
            self._read(ready.data, gathered)
        for child in self._children:
            if not child.alive and child.frames:
                gathered.refused.append(child.frames)
                child.frames = range(0)
        under_way = sum(child.encoded for child in self._children if child.frames)
        return SegmentNews(gathered.made, tuple(gathered.refused), under_way)

    def _read(self, child: _Child, gathered: _Gathered) -> None:
        said = os.read(child.answers.fileno(), _CHUNK)
        if not said:
            self._selector.unregister(child.answers)
            child.alive = False
            _LOG.warning("segment_process_died", status=child.process.poll())
            return
        *lines, child.unread = (child.unread + said).split(b"\n")
        for line in lines:
            _heard(line.decode(), child, gathered)


def _heard(line: str, child: _Child, gathered: _Gathered) -> None:
    word, _, rest = line.partition(" ")
    if word == "encoded":
        child.encoded = int(rest)
        return
    if word == "made":
        gathered.made[child.frames] = rest
    else:
        _LOG.warning("segment_refused", code=rest)
        gathered.refused.append(child.frames)
    child.frames = range(0)
