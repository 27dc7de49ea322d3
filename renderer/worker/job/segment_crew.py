"""A crew of segment processes: what each child is doing, asked and told over pipes."""

from __future__ import annotations

import os
import selectors
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Final, Protocol

from renderer.late_log import LateLog
from renderer.runtime.segment_processes import SegmentNews

POLL_SECONDS: Final = 0.1
NOWHERE: Final = ("", -1)
"""Where a child has ended that has rendered nothing."""
_CHUNK: Final = 1 << 16
_LOG: Final = LateLog(__name__)


class ChildProcess(Protocol):
    """A process that renders segments, as `subprocess.Popen` has them."""

    @property
    def stdin(self) -> IO[bytes] | None:
        """What it is asked."""
        ...

    @property
    def stdout(self) -> IO[bytes] | None:
        """What it answers."""
        ...

    def poll(self) -> int | None:
        """Its exit status; None while it lives."""
        ...

    def kill(self) -> None:
        """End it now."""
        ...

    def wait(self) -> int | None:
        """Wait for its end."""
        ...


@dataclass(slots=True)
class _Child:
    """`key` is that of the segment it renders ahead; what it renders for a leader has none.

    `ended` is the plan and the frame behind what it has rendered last; `ahead`: it draws frames ahead.
    """

    process: ChildProcess
    asked: IO[bytes]
    answers: IO[bytes]
    frames: range = range(0)
    key: str = ""
    encoded: int = 0
    plan: str = ""
    ended: tuple[str, int] = NOWHERE
    unread: bytes = b""
    alive: bool = True
    ahead: bool = False

    @property
    def idle(self) -> bool:
        return self.alive and not self.frames

    def ask(self, line: str) -> None:
        """Who has died is found out by its answers."""
        try:
            self.asked.write(f"{line}\n".encode())
        except OSError:
            self.alive = False

    def rest(self) -> None:
        self.ended = self.plan, self.frames.stop
        self.frames, self.key = range(0), ""

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.asked, self.answers):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


def _started(line: tuple[str, ...]) -> Iterator[ChildProcess]:
    """One process, or none where the system refuses: rendering goes on without it."""
    try:
        yield subprocess.Popen(  # noqa: S603 - a fixed program, arguments of ours
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
    except OSError as error:
        _LOG.warning("segment_process_not_started", error=type(error).__name__)


@dataclass(slots=True)
class _Gathered:
    made: dict[range, str] = field(default_factory=dict)
    refused: list[range] = field(default_factory=list)


class PipedCrew:
    """Children and what they are doing; used by one thread at a time."""

    def __init__(self, *, processors: int = 1) -> None:
        self.plan, self.processors = "", processors
        self._children: list[_Child] = []
        self._selector = selectors.DefaultSelector()

    def grow(self, count: int, line: tuple[str, ...]) -> None:
        """Start children with this command line until there are `count`."""
        for _ in range(count - len(self._children)):
            for process in _started(line):
                self.adopt(process)

    def adopt(self, process: ChildProcess) -> None:
        """Take a child that was started by somebody else."""
        if process.stdin and process.stdout:
            child = _Child(process, process.stdin, process.stdout)
            self._children.append(child)
            self._selector.register(child.answers, selectors.EVENT_READ, child)

    def end(self) -> None:
        """End all children, whatever they are doing."""
        for child in self._children:
            child.end()
        self._selector.close()

    @property
    def working(self) -> int:
        """Children that live."""
        return sum(child.alive for child in self._children)

    @property
    def idle(self) -> int:
        """Children that live and have nothing to do."""
        return sum(child.idle for child in self._children)

    @property
    def underway(self) -> frozenset[str]:
        """Keys of what is rendered ahead."""
        return frozenset(child.key for child in self._children if child.key)

    @property
    def ended(self) -> frozenset[int]:
        """The frames behind what idle children have rendered last for the leader's plan."""
        ended = [child.ended for child in self._children if child.idle]
        return frozenset(frame for plan, frame in ended if plan == self.plan)

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """To who has ended there, else to the first idle one; who has died is found out by `news`."""
        self._give(self.plan, frames, key="", ahead=ahead)

    def give_ahead(self, plan: str, frames: range, *, key: str) -> None:
        """The same for frames of a plan that is not the leader's."""
        self._give(plan, frames, key=key, ahead=False)

    def _give(self, plan: str, frames: range, *, key: str, ahead: bool) -> None:
        idle = [each for each in self._children if each.idle]
        child = next((each for each in idle if each.ended == (plan, frames.start)), idle[0])
        child.plan, child.frames, child.key, child.encoded = plan, frames, key, 0
        child.ahead = ahead
        child.ask(f"{plan} {frames.start} {frames.stop}{' ahead' * ahead}")

    def draw_ahead(self) -> None:
        """Each is told once for each segment."""
        for child in self._children:
            if child.alive and child.frames and not child.ahead:
                child.ahead = True
                child.ask("ahead")

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """Read what the children say; of what is rendered ahead only that it is over."""
        gathered = _Gathered()
        for ready, _ in self._selector.select(wait):
            self._read(ready.data, gathered)
        for child in self._children:
            if not child.alive and child.frames:
                _refuse(child, gathered)
        under_way = sum(child.encoded for child in self._children if child.frames and not child.key)
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
    elif word == "made":
        if not child.key:
            gathered.made[child.frames] = rest
        child.rest()
    else:
        _LOG.warning("segment_refused", code=rest)
        _refuse(child, gathered)


def _refuse(child: _Child, gathered: _Gathered) -> None:
    if not child.key:
        gathered.refused.append(child.frames)
    child.rest()
    child.ended = NOWHERE


class SegmentFeeder:
    """Keeps a crew busy with what was asked for ahead, on a thread of its own, until somebody leads it."""

    def __init__(self, crew: PipedCrew) -> None:
        self._crew = crew
        self._waiting: dict[str, tuple[str, range]] = {}
        self._known: set[str] = set()
        self._adding = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="segments-ahead", daemon=True)

    def add(self, plan: str, segments: Mapping[range, str]) -> None:
        """More to render, behind what was there; what was asked for before is not done twice.

        What still waits is rendered of the latest plan that has it: within a plan, pictures stay open.
        """
        with self._adding:
            for frames, key in segments.items():
                if key in self._waiting or key not in self._known:
                    self._waiting[key] = plan, frames
            self._known.update(segments.values())
        if not self._thread.ident:
            self._thread.start()

    def taken_over(self, plan: str) -> PipedCrew:
        """The crew, for whoever leads the rendering of this plan; nothing more is begun ahead."""
        self._over.set()
        if self._thread.ident:
            self._thread.join()
        self._crew.plan = plan
        return self._crew

    def _feed(self) -> None:
        while not self._over.wait(0.0):
            while self._crew.idle and (following := self._next()):
                key, (plan, frames) = following
                self._crew.give_ahead(plan, frames, key=key)
            self._crew.news(wait=POLL_SECONDS)

    def _next(self) -> tuple[str, tuple[str, range]] | None:
        with self._adding:
            key = next(iter(self._waiting), None)
            return None if key is None else (key, self._waiting.pop(key))
