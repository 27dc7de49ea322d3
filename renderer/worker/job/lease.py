"""The lease of a job: claim, heartbeat, progress where the newest wins, and the terminal event.

A thread sends at most two events a second and at least one every `QUIET_SECONDS`, so a render never waits for
the API and hears of a cancellation within two seconds. When the attempt is no longer ours, the job is
cancelled, the worker drains or time is up, the running stage is told through `stopped`.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Final, Self

import structlog

from renderer.backends.reporting.base import Reporter
from renderer.clock import Clock
from renderer.contract.event import Claimed, EventReply, Heartbeat, JobEvent, Progressed
from renderer.contract.facts import Facts
from renderer.errors import ClipwrightError
from renderer.runtime.retry import Retry, with_retry

PACE_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 1.0
CLAIM_RETRY_SECONDS: Final = 60.0
FINAL_RETRY_SECONDS: Final = 600.0
_LOG: Final = structlog.get_logger(__name__)


class StopReason(StrEnum):
    """Why the running stage should end."""

    NOTHING = ""
    CANCELLED = "cancelled"
    LEASE_LOST = "lease_lost"
    DRAINING = "draining"
    TOO_LONG = "too_long"


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseTerms:
    """Who works, how long at most (seconds), and who says that the worker shall stop."""

    worker: str
    limit_seconds: float = float("inf")
    draining: Callable[[], bool] = _never


class Lease:
    """The right to work on one attempt; use as a context manager.

    Raises:
        ClipwrightError: on entry, `lease_lost` when the API does not grant it, or what the reporter raises.
    """

    def __init__(self, reporter: Reporter, *, terms: LeaseTerms, clock: Clock) -> None:
        self._reporter = reporter
        self._terms = terms
        self._clock = clock
        self._numbers = itertools.count(1)
        self._news: Callable[[int], JobEvent] | None = None
        self._stored = 0
        self._facts: tuple[Facts, ...] = ()
        self._told = StopReason.NOTHING
        self._over = threading.Event()
        self._seconds = 30.0
        self._ends = float("inf")
        self._reachable = True
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)

    def __enter__(self) -> Self:
        claim = Claimed(sequence=next(self._numbers), worker=self._terms.worker)
        retry = Retry(seconds=CLAIM_RETRY_SECONDS, clock=self._clock, cancelled=self._terms.draining)
        reply = with_retry(lambda: self._reporter.send(claim), retry)
        if not reply.accepted:
            raise ClipwrightError("lease_lost")
        self._obey(reply)
        self._seconds = max(1.0, float(reply.lease_seconds))
        self._ends = self._clock.monotonic() + self._terms.limit_seconds
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    @property
    def stop(self) -> StopReason:
        """Why to stop, or NOTHING. What the API said outranks what this machine wants."""
        if self._told:
            return self._told
        if self._clock.monotonic() >= self._ends:
            return StopReason.TOO_LONG
        return StopReason.DRAINING if self._terms.draining() else StopReason.NOTHING

    def stopped(self) -> bool:
        """Whether the running stage should end now."""
        return self.stop is not StopReason.NOTHING

    def progress(self, *, percent: int, stage: str, detail: str) -> None:
        """Remember the newest progress; it is sent when the pace allows."""
        self._news = lambda number: Progressed(
            sequence=number,
            percent=percent,
            stage=stage,
            detail=detail,
            stored=self._stored,
            facts=self._facts,
        )

    @property
    def stored(self) -> int:
        """How many stages are done and kept; told with every report."""
        return self._stored

    def store(self, stages: int) -> None:
        """Remember how many stages are done and kept."""
        self._stored = stages

    def learn(self, facts: tuple[Facts, ...]) -> None:
        """Remember what was found out; the newest of a kind is told with every progress."""
        known = {each.kind: each for each in (*self._facts, *facts)}
        self._facts = tuple(known.values())

    def terminal_event(self, event: Callable[[int], JobEvent]) -> JobEvent:
        """End the heartbeat and number the event that ends the attempt; `deliver` sends it."""
        self._over.set()
        self._thread.join()
        return event(next(self._numbers))

    def deliver(self, event: JobEvent, *, seconds: float = FINAL_RETRY_SECONDS) -> EventReply:
        """Send the terminal event, retrying for so many seconds.

        Raises:
            ClipwrightError: `report_refused`, `report_failed` when the API stayed away, or `cancelled` when
                the worker is to stop before that.
        """
        retry = Retry(seconds=seconds, clock=self._clock, cancelled=self._terms.draining)
        return with_retry(lambda: self._reporter.send(event), retry)

    def _beat(self) -> None:
        pause, silent = PACE_SECONDS, 0.0
        quiet = min(QUIET_SECONDS, self._seconds / 3)
        while not self._over.wait(pause):
            silent += pause
            news, self._news = self._news, None
            if news or silent >= quiet:
                silent = 0.0
                self._tell(news or (lambda number: Heartbeat(sequence=number, stored=self._stored)))

    def _tell(self, event: Callable[[int], JobEvent]) -> None:
        try:
            reply = self._reporter.send(event(next(self._numbers)))
        except ClipwrightError as error:
            if not error.spec.retryable:
                self._told = StopReason.LEASE_LOST
            if self._reachable:
                _LOG.warning("reports_delayed", reason=error.sentence)
            self._reachable = False
            return
        self._reachable = True
        self._obey(reply)

    def _obey(self, reply: EventReply) -> None:
        if not reply.accepted:
            self._told = StopReason.LEASE_LOST
        elif reply.cancel:
            self._told = StopReason.CANCELLED
