"""One job message, from the claim to the last word. The same code for every broker and for none."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from pipelines.documents import Publication
from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.reporting.base import Reporter
from renderer.backends.storage.base import ObjectStore
from renderer.contract.event import Completed, Failed, JobEvent, Released
from renderer.contract.job import JobMessage
from renderer.contract.order import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.clock import Clock
from renderer.runtime.ports import Ports
from renderer.runtime.progress import StageReport, overall_fraction
from renderer.runtime.runner import Run, run_pipeline
from renderer.runtime.workspace import Workspace
from renderer.worker.lease import Lease, Stop
from renderer.worker.store_publisher import StorePublisher

_LOG: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a worker process has at hand for any job."""

    store: ObjectStore
    workspace: Workspace
    clock: Clock
    ports: Callable[[ShortOrder, Publisher], Ports]
    name: str


def worker_name(given: str) -> str:
    """The configured name, or host and process."""
    return given or f"{socket.gethostname()}-{os.getpid()}"


def run_job(message: JobMessage, *, bench: Bench, reporter: Reporter) -> None:
    """Do the job and report how it ended; returns normally also when the job failed.

    Raises:
        ClipwrightError: `lease_lost` when the attempt is not ours, or the API stayed out of reach.
    """
    bound = structlog.contextvars.bound_contextvars(job=str(message.job_id), attempt=message.attempt)
    with bound, Lease(reporter, worker=bench.name, clock=bench.clock) as lease:
        last_word = _attempt(message, bench=bench, lease=lease)
        if lease.stop is Stop.LEASE_LOST:
            raise ClipwrightError("lease_lost")
        lease.finish(last_word)


def _attempt(message: JobMessage, *, bench: Bench, lease: Lease) -> Callable[[int], JobEvent]:
    """Run the pipeline; the event that says how it ended."""
    publisher = StorePublisher(bench.store, message.output.key)
    try:
        run = Run(
            order=message.order,
            ports=bench.ports(message.order, publisher),
            workspace=bench.workspace,
            observer=LeaseObserver(lease),
            clock=bench.clock,
            cancelled=lease.stopped,
        )
        outcome = run_pipeline(PIPELINES[message.order.workflow], run)
        return _completed(outcome.documents[Publication], bench.store)
    except ClipwrightError as error:
        return _ended(error, lease)
    except Exception as error:  # noqa: BLE001 - a crash must end in a report, whatever it was
        _LOG.exception("job_crashed")
        return _ended(ClipwrightError("internal", reason=type(error).__name__), lease)


def _completed(publication: Publication, store: ObjectStore) -> Callable[[int], JobEvent]:
    stored = store.stat(publication.places[0])
    _LOG.info("job_completed", key=stored.key, size=stored.size)
    return lambda number: Completed(
        sequence=number,
        key=stored.key,
        size=stored.size,
        sha256=stored.sha256,
        duration_seconds=float(publication.duration),
    )


def _ended(error: ClipwrightError, lease: Lease) -> Callable[[int], JobEvent]:
    if lease.stop is Stop.DRAINING and error.code == "cancelled":
        return lambda number: Released(sequence=number)
    _LOG.warning("job_failed", code=error.code, sentence=error.sentence)
    return lambda number: Failed(
        sequence=number, code=error.code, sentence=error.sentence[:500], retryable=error.spec.retryable
    )


@dataclass(slots=True)
class LeaseObserver:
    """Turns stages into percent and a sentence, monotone, for the lease to send."""

    lease: Lease
    _weights: list[float] = field(default_factory=list)
    _done: int = 0
    _percent: int = 0

    def run_started(self, stages: Sequence[tuple[str, float]]) -> None:
        """Learn the weights."""
        self._weights = [weight for _, weight in stages]

    def stage_started(self, name: str) -> None:
        """Say that it began."""
        self._report(name, 0.0, name.replace("_", " "))

    def stage_advanced(self, name: str, fraction: float, detail: str) -> None:
        """Say how far it is."""
        self._report(name, fraction, detail)

    def stage_finished(self, report: StageReport) -> None:
        """Count it."""
        del report
        self._done += 1

    def _report(self, name: str, fraction: float, detail: str) -> None:
        overall = overall_fraction(self._weights, done=self._done, fraction=fraction)
        self._percent = max(self._percent, min(99, int(overall * 100)))
        self.lease.progress(percent=self._percent, stage=name, detail=detail)
