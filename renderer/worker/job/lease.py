"""The lease of a job: claim, heartbeats, and progress reports of which only the newest is sent.

A thread sends at most two events a second and at least one every `QUIET_SECONDS`, so a render never waits for
the API and learns of a cancellation within two seconds. When the attempt is no longer ours, the job is
cancelled, the worker drains or time is up, `stopped` tells the running stage.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Final

import structlog
from msgspec import Struct

from renderer.backends.reporting.base import Reporter
from renderer.clock import Clock
from renderer.contract.event import Claimed, EventReply, Heartbeat, JobEvent, Progressed
from renderer.contract.facts import Facts
from renderer.errors import ClipwrightError
from renderer.runtime.retry import Retry, with_retry

PACE_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 1.0
CLAIM_RETRY_SECONDS: Final = 60.0
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


class LeaseTerms(Struct, frozen=True, kw_only=True):
    """The worker's name, the time limit in seconds, and whether the worker is draining."""

    worker: str
    limit_seconds: float = float("inf")
    draining: Callable[[], bool] = _never


class AttemptProgress(Struct, frozen=True, kw_only=True):
    """Progress of an attempt.

    `stored` counts the stages done and stored; `facts` are the newest facts of each kind that they found.
    """

    percent: int = 0
    stage: str = ""
    detail: str = ""
    stored: int = 0
    facts: tuple[Facts, ...] = ()


@contextmanager
def claimed(reporter: Reporter, *, terms: LeaseTerms, clock: Clock) -> Iterator[Lease]:
    """Hold the lease of an attempt, with reports to the API, while the block runs.

    Raises:
        ClipwrightError: `lease_lost` when the API does not grant it, or what the reporter raises.
    """
    lease = Lease(reporter, terms=terms, clock=clock)
    lease.claim()
    try:
        yield lease
    finally:
        lease.end()


class Lease:
    """The right to work on one attempt; `sequence` is the number of the last event sent."""

    def __init__(self, reporter: Reporter, *, terms: LeaseTerms, clock: Clock) -> None:
        self._reporter = reporter
        self._terms = terms
        self._clock = clock
        self.sequence = 0
        self.progress = AttemptProgress()
        self._has_news = False
        self._told = StopReason.NOTHING
        self._over = threading.Event()
        self._seconds = 30.0
        self._ends = float("inf")
        self._reachable = True
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)

    def claim(self) -> None:
        """Claim the attempt and start reporting.

        Raises:
            ClipwrightError: `lease_lost` when the API does not grant it, or what the reporter raises.
        """
        claim = Claimed(sequence=self._next(), worker=self._terms.worker)
        retry = Retry(seconds=CLAIM_RETRY_SECONDS, clock=self._clock, cancelled=self._terms.draining)
        reply = with_retry(lambda: self._reporter.send(claim), retry)
        if not reply.accepted:
            raise ClipwrightError("lease_lost")
        self._obey(reply)
        self._seconds = max(1.0, float(reply.lease_seconds))
        self._ends = self._clock.monotonic() + self._terms.limit_seconds
        self._thread.start()

    def end(self) -> None:
        """Stop reporting. The terminal event is left to the caller."""
        self._over.set()
        self._thread.join()

    @property
    def stop(self) -> StopReason:
        """Why to stop, or NOTHING. What the API replied outranks the local reasons."""
        if self._told:
            return self._told
        if self._clock.monotonic() >= self._ends:
            return StopReason.TOO_LONG
        return StopReason.DRAINING if self._terms.draining() else StopReason.NOTHING

    def stopped(self) -> bool:
        """Whether the running stage should end now."""
        return self.stop is not StopReason.NOTHING

    def given_up(self) -> bool:
        """Whether nobody will go on where this worker stops."""
        return self.stop not in {StopReason.NOTHING, StopReason.DRAINING}

    def note(self, progress: AttemptProgress, *, is_news: bool) -> None:
        """Record the progress. With `is_news` it is sent when the pace allows, replacing what is unsent.

        The number of stored stages is sent with every heartbeat.
        """
        self.progress = progress
        if is_news:
            self._has_news = True

    def _next(self) -> int:
        self.sequence += 1
        return self.sequence

    def _beat(self) -> None:
        pause, silent = PACE_SECONDS, 0.0
        quiet = min(QUIET_SECONDS, self._seconds / 3)
        while not self._over.wait(pause):
            silent += pause
            news, self._has_news = self._has_news, False
            if news or silent >= quiet:
                silent = 0.0
                self._report(is_news=news)

    def _report(self, *, is_news: bool) -> None:
        """Send the progress or a heartbeat; whatever goes wrong, the thread goes on with the next one."""
        try:
            self._tell(self._progressed() if is_news else self._heartbeat())
        except Exception as error:  # noqa: BLE001 - without heartbeats the job would be taken from us
            _LOG.error("report_not_made", error=type(error).__name__)

    def _progressed(self) -> JobEvent:
        now = self.progress
        return Progressed(
            sequence=self._next(),
            percent=now.percent,
            stage=now.stage,
            detail=now.detail,
            stored=now.stored,
            facts=now.facts,
        )

    def _heartbeat(self) -> JobEvent:
        return Heartbeat(sequence=self._next(), stored=self.progress.stored)

    def _tell(self, event: JobEvent) -> None:
        try:
            reply = self._reporter.send(event)
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
