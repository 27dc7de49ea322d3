"""Holding a job: the claim, the heartbeat, progress where the newest wins, and the last word.

A thread sends at most two events a second and at least one per third of the lease, so a render never
waits for the API. When the API says that the attempt is no longer ours, or that the job is cancelled, the
running stage is told through `stopped`.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from enum import StrEnum
from types import TracebackType
from typing import Final, Self

import structlog

from renderer.backends.reporting.base import Reporter
from renderer.contract.event import Claimed, EventReply, Heartbeat, JobEvent, Progressed
from renderer.errors import ClipwrightError
from renderer.runtime.clock import Clock

PACE_SECONDS: Final = 0.5
FINAL_TRIES: Final = 60
FINAL_PAUSE_SECONDS: Final = 10.0
_LOG: Final = structlog.get_logger(__name__)


class Stop(StrEnum):
    """Why the running stage should end."""

    NOTHING = ""
    CANCELLED = "cancelled"
    LEASE_LOST = "lease_lost"
    DRAINING = "draining"


class Lease:
    """The right to work on one attempt; use as a context manager.

    Raises:
        ClipwrightError: on entry, `lease_lost` when the API does not grant it, or what the reporter raises.
    """

    def __init__(self, reporter: Reporter, *, worker: str, clock: Clock) -> None:
        self._reporter = reporter
        self._worker = worker
        self._clock = clock
        self._numbers = itertools.count(1)
        self._sending = threading.Lock()
        self._news: Callable[[int], JobEvent] | None = None
        self._stop = Stop.NOTHING
        self._over = threading.Event()
        self._seconds = 30
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)

    def __enter__(self) -> Self:
        reply = self._send(lambda number: Claimed(sequence=number, worker=self._worker))
        if not reply.accepted:
            raise ClipwrightError("lease_lost")
        self._seconds = max(1, reply.lease_seconds)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    @property
    def stop(self) -> Stop:
        """Why to stop, or NOTHING."""
        return self._stop

    def stopped(self) -> bool:
        """Whether the running stage should end now."""
        return self._stop is not Stop.NOTHING

    def drain(self) -> None:
        """Ask the running stage to end so that the job can be handed back."""
        self._stop = self._stop or Stop.DRAINING

    def progress(self, *, percent: int, stage: str, detail: str) -> None:
        """Remember the newest progress; it is sent when the pace allows."""
        self._news = lambda number: Progressed(sequence=number, percent=percent, stage=stage, detail=detail)

    def finish(self, event: Callable[[int], JobEvent]) -> EventReply:
        """Deliver the last word, trying for ten minutes.

        Raises:
            ClipwrightError: `report_refused`, or `report_failed` when the API stayed away.
        """
        self._over.set()
        for _ in range(FINAL_TRIES):
            try:
                return self._send(event)
            except ClipwrightError as error:
                if not error.spec.retryable:
                    raise
                _LOG.warning("final_report_delayed", reason=error.sentence)
                self._clock.sleep(FINAL_PAUSE_SECONDS)
        return self._send(event)

    def _beat(self) -> None:
        silent = 0.0
        while not self._over.wait(PACE_SECONDS):
            silent += PACE_SECONDS
            news, self._news = self._news, None
            if news or silent >= self._seconds / 3:
                silent = 0.0
                self._tell(news or (lambda number: Heartbeat(sequence=number)))

    def _tell(self, event: Callable[[int], JobEvent]) -> None:
        try:
            reply = self._send(event)
        except ClipwrightError as error:
            if not error.spec.retryable:
                self._stop = Stop.LEASE_LOST
            _LOG.warning("report_delayed", reason=error.sentence)
            return
        if not reply.accepted:
            self._stop = Stop.LEASE_LOST
        elif reply.cancel:
            self._stop = Stop.CANCELLED

    def _send(self, event: Callable[[int], JobEvent]) -> EventReply:
        with self._sending:
            return self._reporter.send(event(next(self._numbers)))
