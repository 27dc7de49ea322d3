"""One job message, from the claim to the last word. The same code for every broker and for none."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
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
from renderer.contract.queues import time_limits
from renderer.errors import ClipwrightError
from renderer.runtime.clock import Clock
from renderer.runtime.farm import Farm, NoFarm
from renderer.runtime.patience import Patience, patiently
from renderer.runtime.ports import Ports
from renderer.runtime.remote import NoRemote, Remote
from renderer.runtime.runner import Outcome, Run, run_pipeline
from renderer.runtime.stage import Stage, never_cancelled
from renderer.runtime.workspace import Workspace, disk_is_full
from renderer.worker import history, spool
from renderer.worker.interruption import interruptible
from renderer.worker.lease import FINAL_PATIENCE_SECONDS, Lease, LeaseTerms, Stop
from renderer.worker.metrics import Metrics, NoMetrics
from renderer.worker.observer import LeaseObserver
from renderer.worker.profiling import profiling
from renderer.worker.safe_words import safe_sentence
from renderer.worker.store_publisher import StorePublisher

DRAIN_PATIENCE_SECONDS: Final = 3.0
_LOG: Final = structlog.get_logger(__name__)


def _alone(patience: Patience) -> Remote:
    del patience
    return NoRemote()


def _at_once(cancelled: Callable[[], bool]) -> AbstractContextManager[None]:
    del cancelled
    return nullcontext()


def _nobody(message: JobMessage) -> Farm:
    del message
    return NoFarm()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a worker process has at hand for any job.

    `drained` says whether jobs under way shall be handed back now; `overtime` are the exceptions by which
    an outer clock interrupts the work; `admitted` is entered around it and may wait for room on the GPU.
    """

    store: ObjectStore
    workspace: Workspace
    clock: Clock
    ports: Callable[[ShortOrder, Publisher], Ports]
    name: str
    remote: Callable[[Patience], Remote] = _alone
    drained: Callable[[], bool] = never_cancelled
    overtime: tuple[type[Exception], ...] = ()
    metrics: Metrics = field(default_factory=NoMetrics)
    farm: Callable[[JobMessage], Farm] = _nobody
    admitted: Callable[[Callable[[], bool]], AbstractContextManager[None]] = _at_once
    pipelines: Callable[[str], tuple[Stage, ...]] = PIPELINES.__getitem__


def worker_name(given: str) -> str:
    """The configured name, or host and process."""
    return given or f"{socket.gethostname()}-{os.getpid()}"


def run_job(message: JobMessage, *, bench: Bench, reporter: Reporter) -> None:
    """Do the job and report how it ended; returns normally also when the job failed.

    The claim is made under a name that no other try has, so that of two deliveries of one message only one
    is worked on.

    Raises:
        ClipwrightError: `lease_lost` when the attempt is not ours, or the API stayed out of reach.
    """
    terms = LeaseTerms(
        worker=f"{bench.name}/{secrets.token_hex(4)}",
        limit_seconds=time_limits(message.order)[0],
        draining=bench.drained,
    )
    bound = structlog.contextvars.bound_contextvars(job=str(message.job_id), attempt=message.attempt)
    with bound, Lease(reporter, terms=terms, clock=bench.clock) as lease:
        with bench.metrics.working(attempt=message.attempt):
            event = _attempt(message, bench=bench, lease=lease)
        if lease.stop is Stop.LEASE_LOST:
            bench.metrics.lease_lost()
            raise ClipwrightError("lease_lost")
        _say(lease.last_word(event), message, bench=bench, lease=lease)


def _say(event: JobEvent, message: JobMessage, *, bench: Bench, lease: Lease) -> None:
    """Write the last word down, then tell it; what cannot be told now is told at the next start."""
    bench.metrics.ended(event.kind)
    path = spool.keep(bench.workspace, message, event)
    patience = DRAIN_PATIENCE_SECONDS if bench.drained() else FINAL_PATIENCE_SECONDS
    try:
        reply = lease.deliver(event, seconds=patience)
        _LOG.info("job_ended", kind=event.kind, accepted=reply.accepted)
    except ClipwrightError as error:
        _LOG.warning("last_word_not_told", kind=event.kind, sentence=error.sentence)
        if error.spec.retryable or error.code == "cancelled":
            return
    path.unlink(missing_ok=True)


def _attempt(message: JobMessage, *, bench: Bench, lease: Lease) -> Callable[[int], JobEvent]:
    """Run the pipeline; the event that says how it ended."""
    patience = Patience(clock=bench.clock, cancelled=lease.stopped)
    try:
        with bench.admitted(lease.stopped):
            outcome = _run(message, bench=bench, lease=lease, patience=patience)
        return _completed(outcome.documents[Publication], bench.store, patience)
    except ClipwrightError as error:
        return _ended(error, lease)
    except bench.overtime:
        return _ended(_too_long(message), lease)
    except OSError as error:
        _LOG.exception("job_crashed")
        return _ended(_system_error(error, bench), lease)
    except Exception as error:  # noqa: BLE001 - a crash must end in a report, whatever it was
        _LOG.exception("job_crashed")
        return _ended(ClipwrightError("internal", reason=type(error).__name__), lease)


def _run(message: JobMessage, *, bench: Bench, lease: Lease, patience: Patience) -> Outcome:
    publisher = StorePublisher(bench.store, message.output.key, patience)
    stages = bench.pipelines(message.order.workflow)
    before = history.load(bench.workspace)
    ports = bench.ports(message.order, publisher)
    run = Run(
        order=message.order,
        ports=ports,
        workspace=bench.workspace,
        observer=LeaseObserver(lease, history=before, metrics=bench.metrics),
        clock=bench.clock,
        cancelled=lease.stopped,
        remote=bench.remote(patience),
        farm=bench.farm(message),
    )
    try:
        with (
            profiling(bench.workspace, message, bench.clock) as tracer,
            interruptible(lease.stopped),
        ):
            outcome = run_pipeline(stages, replace(run, tracer=tracer))
    except ClipwrightError as error:
        if error.code == "cancelled" and lease.stop is Stop.TOO_LONG:
            raise _too_long(message) from error
        raise
    publication: Publication = outcome.documents[Publication]
    seconds = float(publication.duration)
    history.save(bench.workspace, before.learned(outcome.reports, video_seconds=seconds))
    bench.metrics.finished(outcome.reports, video_seconds=seconds, fps=message.order.frame.fps)
    return outcome


def _system_error(error: OSError, bench: Bench) -> ClipwrightError:
    if disk_is_full(error):
        return ClipwrightError("disk_full", path=bench.workspace.root)
    return ClipwrightError("internal", reason=error.strerror or type(error).__name__)


def _too_long(message: JobMessage) -> ClipwrightError:
    return ClipwrightError("took_too_long", seconds=time_limits(message.order)[0])


def _completed(publication: Publication, store: ObjectStore, patience: Patience) -> Callable[[int], JobEvent]:
    stored = patiently(lambda: store.stat(publication.places[0]), patience)
    _LOG.info("job_completed", key=stored.key, size=stored.size)
    return lambda number: Completed(
        sequence=number,
        key=stored.key,
        size=stored.size,
        sha256=stored.sha256,
        duration_seconds=float(publication.duration),
    )


def _ended(error: ClipwrightError, lease: Lease) -> Callable[[int], JobEvent]:
    """Failed; or released, when what failed may have done so because this worker is being stopped."""
    if lease.stop is Stop.DRAINING and (error.code == "cancelled" or error.spec.retryable):
        return lambda number: Released(sequence=number)
    _LOG.warning("job_failed", code=error.code, sentence=error.sentence)
    return lambda number: Failed(
        sequence=number, code=error.code, sentence=safe_sentence(error), retryable=error.spec.retryable
    )
