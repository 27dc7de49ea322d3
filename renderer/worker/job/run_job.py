"""Runs one job message, from the claim to the terminal event; the same code with any broker or none."""

from __future__ import annotations

import errno
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final

import structlog
from msgspec.structs import replace

from renderer.backends.publishing.base import Publisher
from renderer.backends.reporting.base import Reporter
from renderer.backends.storage.base import ObjectStore, StoredObject
from renderer.contract.event import Completed, Failed, JobEvent, Released
from renderer.contract.job import JobMessage
from renderer.contract.queues import time_limits
from renderer.contract.results import Result, ResultFile
from renderer.errors import ClipwrightError, disk_is_full, lacked_memory
from renderer.logs import withheld
from renderer.net.idempotency import Purchases
from renderer.runtime.capabilities import Factories
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.shared_cache import SharedCache
from renderer.worker.fitness import as_workers_own
from renderer.worker.job import history, spool
from renderer.worker.job.in_parallel import in_parallel
from renderer.worker.job.interruption import interruptible
from renderer.worker.job.lease import Lease, LeaseTerms, StopReason, claimed
from renderer.worker.job.observer import LeaseObserver
from renderer.worker.job.profiling import profiling
from renderer.worker.job.redaction import discreet_sentence, redacted_sentence
from renderer.worker.job.store_publisher import StorePublisher
from renderer.worker.job.stored_inputs import StoredInputs
from renderer.worker.job.worker_context import JobSurroundings, WorkerContext
from renderer.worker.process.metrics import AttemptEnded, AttemptLost, StagesDone

FINAL_RETRY_SECONDS: Final = 600.0
DRAIN_RETRY_SECONDS: Final = 3.0
_LOG: Final = structlog.get_logger(__name__)


def run_job(message: JobMessage, *, context: WorkerContext, reporter: Reporter) -> None:
    """Do the job and report how it ended; returns normally even when the job failed.

    The claim uses a name that is unique to this call, so that only one of two deliveries of the same message
    is worked on.

    Raises:
        ClipwrightError: `lease_lost` when the attempt is not ours, or the API stayed unreachable.
    """
    terms = LeaseTerms(
        worker=f"{context.name}/{secrets.token_hex(4)}",
        limit_seconds=time_limits(message.order)[0],
        draining=context.drained,
    )
    bound = structlog.contextvars.bound_contextvars(job=str(message.job_id), attempt=message.attempt)
    private = withheld(*message.order.private_texts, message.report.token)
    with bound, private, ExitStack() as later:
        with (
            claimed(reporter, terms=terms, clock=context.clock) as lease,
            context.metrics.working(attempt=message.attempt),
        ):
            event = _attempt(message, context=context, lease=lease, later=later)
        if lease.stop is StopReason.LEASE_LOST:
            context.metrics.see(AttemptLost())
            raise ClipwrightError("lease_lost")
        _tell(event(lease.sequence + 1), message, context=context, reporter=reporter)


def _tell(event: JobEvent, message: JobMessage, *, context: WorkerContext, reporter: Reporter) -> None:
    context.metrics.see(AttemptEnded(event.kind))
    seconds = DRAIN_RETRY_SECONDS if context.drained() else FINAL_RETRY_SECONDS
    retry = Retry(seconds=seconds, clock=context.clock, cancelled=context.drained)
    spool.tell(event, message, workspace=context.workspace, send=reporter.send, retry=retry)


def _attempt(
    message: JobMessage, *, context: WorkerContext, lease: Lease, later: ExitStack
) -> Callable[[int], JobEvent]:
    """Run the pipeline; returns a function that makes the terminal event from its sequence number.

    What can wait until that has been sent is left to `later`.
    """
    retry = Retry(clock=context.clock, cancelled=lease.stopped)
    try:
        around = context.surroundings(message, retry, sharing=replace(retry, cancelled=lease.given_up))
        with ExitStack() as sharing:
            cache = sharing.enter_context(around.shared_cache)
            with around.gpu_slot:
                result = _run(message, context=context, lease=lease, around=around, cache=cache)
            completed = _completed(result, context.store, retry)
            later.enter_context(sharing.pop_all())
            return completed
    except ClipwrightError as error:
        return _ended(as_workers_own(error), lease)
    except context.time_limit_errors:
        return _ended(_too_long(message), lease)
    except OSError as error:
        _LOG.exception("job_crashed")
        return _ended(_system_error(error, context), lease)
    except Exception as error:  # noqa: BLE001 - a crash must end in a report, whatever it was
        _LOG.exception("job_crashed")
        return _ended(_crash(error), lease)


def _crash(error: Exception) -> ClipwrightError:
    if lacked_memory(error):
        return ClipwrightError("memory_short", reason="the system refused more")
    return ClipwrightError("internal", reason=type(error).__name__)


def _run(
    message: JobMessage,
    *,
    context: WorkerContext,
    lease: Lease,
    around: JobSurroundings,
    cache: SharedCache,
) -> Result:
    pipeline = context.pipelines[message.order.pipeline].load()
    usual = history.load(context.workspace, message.order.pipeline)
    run = Run(
        order=message.order,
        capabilities=context.capabilities(message.order, _rim(message, context, around)),
        workspace=context.workspace,
        observer=LeaseObserver(lease, history=usual, metrics=context.metrics),
        clock=context.clock,
        cancelled=lease.stopped,
        shared_cache=cache,
        helpers=around.helpers,
    )
    try:
        with (
            profiling(context.workspace, message, context.clock) as tracer,
            interruptible(lease.stopped),
        ):
            outcome = run_pipeline(pipeline.stages, replace(run, tracer=tracer))
    except ClipwrightError as error:
        if error.code == "cancelled" and lease.stop is StopReason.TOO_LONG:
            raise _too_long(message) from error
        raise
    result = pipeline.result(outcome.documents)
    pipeline_name, seconds = message.order.pipeline, result.duration_seconds
    history.learn(context.workspace, pipeline_name, outcome.reports, media_seconds=seconds)
    context.metrics.see(StagesDone(outcome.reports, seconds))
    return result


def _rim(message: JobMessage, context: WorkerContext, around: JobSurroundings) -> Factories:
    """The ports at the edge of this job: where its files come from and go, its purchases and paid answers."""
    return {
        Publisher: lambda: StorePublisher(context.store, message.output, around.retry),
        Inputs: lambda: StoredInputs(objects=message.inputs, source=context.store, retry=around.retry),
        Purchases: lambda: Purchases(str(message.job_id)),
        **around.answers,
    }


def _system_error(error: OSError, context: WorkerContext) -> ClipwrightError:
    if disk_is_full(error):
        return ClipwrightError("disk_full", path=context.workspace.root)
    if error.errno == errno.EROFS:
        return ClipwrightError("workspace_unwritable", reason=error.strerror)
    if error.errno == errno.ENOMEM:
        return ClipwrightError("memory_short", reason="the system refused more")
    return ClipwrightError("internal", reason=error.strerror or type(error).__name__)


def _too_long(message: JobMessage) -> ClipwrightError:
    return ClipwrightError("took_too_long", seconds=time_limits(message.order)[0])


def _completed(result: Result, store: ObjectStore, retry: Retry) -> Callable[[int], JobEvent]:
    """The completed event, after checking that the store has every file of the result unchanged."""

    def stat(file: ResultFile) -> StoredObject:
        return with_retry(partial(store.stat, file.key), retry)

    for file, stored in zip(result.files, in_parallel(stat, result.files), strict=True):
        if (stored.size, stored.sha256) != (file.size, file.sha256):
            raise ClipwrightError("storage_failed", reason="a stored file is not the one that was made")
    _LOG.info("job_completed", kind=result.kind, key=result.file.key, size=result.file.size)
    return lambda number: Completed(sequence=number, result=result)


def _ended(error: ClipwrightError, lease: Lease) -> Callable[[int], JobEvent]:
    """The failed event; or released, when the failure may be due to this worker being stopped."""
    if lease.stop is StopReason.DRAINING and (error.code == "cancelled" or error.spec.retryable):
        return lambda number: Released(sequence=number)
    _LOG.warning("job_failed", code=error.code, sentence=discreet_sentence(error))
    return lambda number: Failed(
        sequence=number,
        code=error.code,
        sentence=redacted_sentence(error),
        retryable=error.spec.retryable,
        stored=lease.progress.stored,
    )
