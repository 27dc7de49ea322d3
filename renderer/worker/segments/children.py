"""The children of a crew as the leader sees them: processes with what they have been given to render."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Final, Protocol

from renderer.late_log import LateLog

SOON: Final = 15
"""Frames left to encode of a segment when its child may be given the next."""
NOWHERE: Final = ("", -1)
"""`SegmentChild.ended` of a child that has not rendered anything."""
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
class SegmentOrder:
    """A segment to render, `frames` of `plan`; `key` is its key if it is rendered ahead, otherwise empty."""

    plan: str = ""
    frames: range = range(0)
    key: str = ""


NO_ORDER: Final = SegmentOrder()
"""That a child has nothing to do, or nothing to go on with."""


@dataclass(slots=True)
class SegmentChild:
    """A child process with the order it carries out and the one that it has been given to go on with.

    `ended` is the plan and stop frame of the segment rendered last. `ahead` says that the child draws frames
    ahead.
    """

    process: ChildProcess
    asked: IO[bytes]
    answers: IO[bytes]
    order: SegmentOrder = NO_ORDER
    following: SegmentOrder = NO_ORDER
    encoded: int = 0
    ended: tuple[str, int] = NOWHERE
    unread: bytes = b""
    alive: bool = True
    ahead: bool = False

    @property
    def orders(self) -> tuple[SegmentOrder, ...]:
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

    def take(self, order: SegmentOrder, *, ahead: bool) -> None:
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
        self.order, self.following = self.following, NO_ORDER
        self.encoded, self.ahead = 0, False

    def release(self) -> None:
        """Begin to end the process, which takes a while: its memory is returned to the system."""
        self.alive = False
        self.process.kill()

    def end(self) -> None:
        """End the process, whatever it is doing, and close its pipes."""
        self.process.kill()
        for pipe in (self.asked, self.answers):
            with suppress(OSError):
                pipe.close()
        self.process.wait()


def started(line: tuple[str, ...]) -> Iterator[ChildProcess]:
    """One process, or none if the system refuses: rendering then goes on without it."""
    try:
        yield subprocess.Popen(  # noqa: S603 - a fixed program, arguments of ours
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
    except OSError as error:
        _LOG.warning("segment_process_not_started", error=type(error).__name__)
