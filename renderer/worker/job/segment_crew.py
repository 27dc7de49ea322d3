"""A crew of segment processes: gives child processes segments over pipes and keeps track of their work."""

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
SOON: Final = 15
"""Frames left to encode of a segment when its child may be given the next."""
NOWHERE: Final = ("", -1)
"""`_Child.ended` of a child that has not rendered anything."""
_CHUNK: Final = 1 << 16
_LOG: Final = LateLog(__name__)


class ChildProcess(Protocol):
    """A process that renders segments, with the interface of `subprocess.Popen`."""

    @property
    def stdin(self) -> IO[bytes] | None:
        """Pipe for requests."""
        ...

    @property
    def stdout(self) -> IO[bytes] | None:
        """Pipe for answers."""
        ...

    def poll(self) -> int | None:
        """The exit status; None while the process runs."""
        ...

    def kill(self) -> None:
        """End the process at once."""
        ...

    def wait(self) -> int | None:
        """Wait for the process to end; its exit status."""
        ...


@dataclass(frozen=True, slots=True)
class _Order:
    """A segment to render, `frames` of `plan`; `key` is its key if it is rendered ahead, otherwise empty."""

    plan: str = ""
    frames: range = range(0)
    key: str = ""


_NOTHING: Final = _Order()


@dataclass(slots=True)
class _Child:
    """A child process with the order it carries out and the one that it has been given to go on with.

    `ended` is the plan and stop frame of the segment rendered last. `ahead` says that the child draws frames
    ahead.
    """

    process: ChildProcess
    asked: IO[bytes]
    answers: IO[bytes]
    order: _Order = _NOTHING
    following: _Order = _NOTHING
    encoded: int = 0
    ended: tuple[str, int] = NOWHERE
    unread: bytes = b""
    alive: bool = True
    ahead: bool = False

    @property
    def orders(self) -> tuple[_Order, ...]:
        """What it has been given and not done yet."""
        return tuple(order for order in (self.order, self.following) if order.frames)

    @property
    def free(self) -> bool:
        """Whether it can be given a segment: it has none, or will soon have none."""
        soon = 0 < self.encoded >= len(self.order.frames) - SOON
        return self.alive and not self.following.frames and (soon or not self.order.frames)

    @property
    def ends(self) -> tuple[str, int]:
        """Plan and stop frame of its last segment by the time it begins another."""
        return (self.order.plan, self.order.frames.stop) if self.order.frames else self.ended

    def take(self, order: _Order, *, ahead: bool) -> None:
        """Have it carry out an order, at once or after the present one."""
        if self.order.frames:
            self.following = order
        else:
            self.order, self.encoded, self.ahead = order, 0, ahead
        self.ask(f"{order.plan} {order.frames.start} {order.frames.stop}{' ahead' * ahead}")

    def ask(self, line: str) -> None:
        """Send a line; a child whose pipe is broken is marked dead."""
        try:
            self.asked.write(f"{line}\n".encode())
        except OSError:
            self.alive = False

    def rest(self, ended: tuple[str, int]) -> None:
        """Note that its order is done or given back, and that it goes on with the following one."""
        self.ended = ended
        self.order, self.following = self.following, _NOTHING
        self.encoded, self.ahead = 0, False

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.asked, self.answers):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


def _started(line: tuple[str, ...]) -> Iterator[ChildProcess]:
    """One process, or none if the system refuses: rendering then goes on without it."""
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
    """The children and what they are doing; to be used by one thread at a time, but for `wake`.

    Raises `OSError` if the system refuses the descriptors that it needs before it has any child.
    """

    def __init__(self, *, processors: int = 1) -> None:
        self.plan, self.processors = "", processors
        self._children: list[_Child] = []
        self._woken, self._waking = os.pipe()
        try:
            self._selector = selectors.DefaultSelector()
            self._selector.register(self._woken, selectors.EVENT_READ)
        except OSError:
            os.close(self._woken)
            os.close(self._waking)
            raise

    def grow(self, count: int, line: tuple[str, ...]) -> None:
        """Start children with this command line until there are `count`."""
        for _ in range(count - len(self._children)):
            for process in _started(line):
                self.adopt(process)

    def adopt(self, process: ChildProcess) -> None:
        """Add a child that was started elsewhere."""
        if process.stdin and process.stdout:
            child = _Child(process, process.stdin, process.stdout)
            self._children.append(child)
            self._selector.register(child.answers, selectors.EVENT_READ, child)

    def end(self) -> None:
        """End all children, whatever they are doing."""
        for child in self._children:
            child.end()
        self._selector.close()
        os.close(self._woken)
        os.close(self._waking)

    def wake(self) -> None:
        """End the wait of `news` in another thread."""
        os.write(self._waking, b"\n")

    @property
    def working(self) -> int:
        """Number of living children."""
        return sum(child.alive for child in self._children)

    @property
    def idle(self) -> int:
        """Number of living children with nothing to do, or nearly done with it."""
        return sum(child.free for child in self._children)

    @property
    def resting(self) -> int:
        """Number of living children with nothing to do."""
        return sum(child.alive and not child.orders for child in self._children)

    @property
    def underway(self) -> frozenset[str]:
        """Keys of the segments being rendered ahead."""
        return frozenset(order.key for child in self._children for order in child.orders if order.key)

    @property
    def ended(self) -> frozenset[int]:
        """Stop frames of the last segments of idle children, for the leader's plan."""
        ended = [child.ends for child in self._children if child.free]
        return frozenset(frame for plan, frame in ended if plan == self.plan)

    def give(self, frames: range, *, ahead: bool = False) -> None:
        """Give a segment to the idle child whose last one ends where it starts, else to one without any.

        A child that dies on it is reported by `news`.
        """
        self._give(_Order(self.plan, frames), ahead=ahead)

    def give_ahead(self, plan: str, frames: range, *, key: str) -> None:
        """As `give`, for a segment rendered ahead, of any plan."""
        self._give(_Order(plan, frames, key), ahead=False)

    def _give(self, order: _Order, *, ahead: bool) -> None:
        start = order.plan, order.frames.start
        free = [each for each in self._children if each.free]
        min(free, key=lambda child: (child.ends != start, len(child.orders))).take(order, ahead=ahead)

    def draw_ahead(self) -> None:
        """Tell every busy child to draw frames ahead; once for each segment."""
        for child in self._children:
            if child.alive and child.orders and not child.ahead:
                child.ahead = True
                child.ask("ahead")

    def news(self, *, wait: float = 0.0) -> SegmentNews:
        """Read what the children report; segments rendered ahead only free their child and are not listed."""
        gathered = _Gathered()
        for ready, _ in self._selector.select(wait):
            if ready.data:
                self._read(ready.data, gathered)
            else:
                os.read(self._woken, _CHUNK)
        for child in self._children:
            while not child.alive and child.orders:
                _refuse(child, gathered)
        under_way = sum(child.encoded for child in self._children if child.orders and not child.order.key)
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
        if not child.order.key:
            gathered.made[child.order.frames] = rest
        child.rest(child.ends)
    else:
        _LOG.warning("segment_refused", code=rest)
        _refuse(child, gathered)


def _refuse(child: _Child, gathered: _Gathered) -> None:
    if not child.order.key:
        gathered.refused.append(child.order.frames)
    child.rest(NOWHERE)


class SegmentFeeder:
    """Keeps a crew busy with segments to render ahead, on its own thread, until a leader takes it over."""

    def __init__(self, crew: PipedCrew) -> None:
        self.crew = crew
        self._waiting: dict[str, tuple[str, range]] = {}
        self._known: set[str] = set()
        self._adding = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="segments-ahead", daemon=True)

    def add(self, plan: str, segments: Mapping[range, str]) -> None:
        """Queue more segments behind those waiting; a segment that was added before is not rendered twice.

        One that still waits is rendered from the latest plan that has it: within a plan, pictures stay open.
        """
        with self._adding:
            for frames, key in segments.items():
                if key in self._waiting or key not in self._known:
                    self._waiting[key] = plan, frames
            self._known.update(segments.values())
        if not self._thread.ident:
            self._thread.start()
        self.crew.wake()

    def taken_over(self, plan: str) -> PipedCrew:
        """Stop rendering ahead, and hand the crew to the leader of this plan's rendering."""
        self._over.set()
        self.crew.wake()
        if self._thread.ident:
            self._thread.join()
        self.crew.plan = plan
        return self.crew

    def _feed(self) -> None:
        while not self._over.wait(0.0):
            while self.crew.resting and (waiting := self._next()):
                key, (plan, frames) = waiting
                self.crew.give_ahead(plan, frames, key=key)
            self.crew.news(wait=POLL_SECONDS)

    def _next(self) -> tuple[str, tuple[str, range]] | None:
        with self._adding:
            key = next(iter(self._waiting), None)
            return None if key is None else (key, self._waiting.pop(key))
