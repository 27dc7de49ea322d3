"""A crew of segment processes: gives child processes segments over pipes and keeps track of their work."""

from __future__ import annotations

import os
import selectors
from dataclasses import dataclass, field
from typing import Final

from renderer.late_log import LateLog
from renderer.runtime.segment_processes import SegmentNews
from renderer.worker.segments.children import NOWHERE, ChildProcess, SegmentChild, SegmentOrder, started

_CHUNK: Final = 1 << 16
_LOG: Final = LateLog(__name__)


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
        self._children: list[SegmentChild] = []
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
            for process in started(line):
                self.adopt(process)

    def adopt(self, process: ChildProcess) -> None:
        """Add a child that was started elsewhere."""
        if process.stdin and process.stdout:
            child = SegmentChild(process, process.stdin, process.stdout)
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
        self._give(SegmentOrder(self.plan, frames), ahead=ahead)

    def give_ahead(self, plan: str, frames: range, *, key: str) -> None:
        """As `give`, for a segment rendered ahead, of any plan."""
        self._give(SegmentOrder(plan, frames, key), ahead=False)

    def _give(self, order: SegmentOrder, *, ahead: bool) -> None:
        start = order.plan, order.frames.start
        free = [each for each in self._children if each.free]
        min(free, key=lambda child: (child.ends != start, len(child.orders))).take(order, ahead=ahead)

    def draw_ahead(self) -> None:
        """Tell every busy child to draw frames ahead; once for each segment."""
        for child in self._children:
            if child.alive and child.orders and not child.ahead:
                child.ahead = True
                child.ask("ahead")

    def release(self) -> None:
        """End the children that have nothing to do, without waiting for that."""
        for child in self._children:
            if child.alive and not child.orders:
                self._selector.unregister(child.answers)
                child.release()

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

    def _read(self, child: SegmentChild, gathered: _Gathered) -> None:
        said = os.read(child.answers.fileno(), _CHUNK)
        if not said:
            self._selector.unregister(child.answers)
            child.alive = False
            _LOG.warning("segment_process_died", status=child.process.poll())
            return
        *lines, child.unread = (child.unread + said).split(b"\n")
        for line in lines:
            _heard(line.decode(), child, gathered)


def _heard(line: str, child: SegmentChild, gathered: _Gathered) -> None:
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


def _refuse(child: SegmentChild, gathered: _Gathered) -> None:
    if not child.order.key:
        gathered.refused.append(child.order.frames)
    child.rest(NOWHERE)
