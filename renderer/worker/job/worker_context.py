"""The worker context: what a worker process has for any job."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from msgspec import Struct, field

from renderer.backends.storage.base import ObjectStore
from renderer.clock import Clock
from renderer.contract.job import JobMessage
from renderer.contract.orders.base import OrderDocument
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.runtime.pipeline import Registry
from renderer.runtime.retry import Retry
from renderer.runtime.segment_helpers import NoSegmentHelpers, SegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import NoMetrics, WorkerMetrics
from renderer.worker.settings import WorkerSettings


def _alone(retry: Retry) -> AbstractContextManager[SharedCache]:
    del retry
    return nullcontext(NoSharedCache())


def _of_its_own(retry: Retry) -> Factories:
    del retry
    return {}


def _at_once(cancelled: Callable[[], bool]) -> AbstractContextManager[None]:
    del cancelled
    return nullcontext()


def _nobody(message: JobMessage) -> SegmentHelpers:
    del message
    return NoSegmentHelpers()


class JobSurroundings(Struct, frozen=True, kw_only=True):
    """What one job works with.

    `gpu_slot` is held while it runs, `shared_cache` until its last results are shared; `answers` is the port
    for paid answers.
    """

    retry: Retry
    gpu_slot: AbstractContextManager[None]
    shared_cache: AbstractContextManager[SharedCache]
    answers: Factories
    helpers: SegmentHelpers


class WorkerContext(Struct, frozen=True, kw_only=True):
    """What a worker process has for any job.

    `pipelines` are the workflows it takes; `drained` says whether jobs under way must be handed back now;
    `time_limit_errors` are the exceptions with which an outer limit interrupts the work; `gpu_slot` is held
    during the work and may wait for GPU memory. `shared_answers` makes the port for paid answers that other
    machines find too.
    """

    store: ObjectStore
    workspace: Workspace
    clock: Clock
    capabilities: Callable[[OrderDocument, Factories], CapabilitySet]
    name: str
    pipelines: Registry
    shared_cache: Callable[[Retry], AbstractContextManager[SharedCache]] = _alone
    shared_answers: Callable[[Retry], Factories] = _of_its_own
    drained: Callable[[], bool] = never_cancelled
    time_limit_errors: tuple[type[Exception], ...] = ()
    metrics: WorkerMetrics = field(default_factory=NoMetrics)
    helpers: Callable[[JobMessage], SegmentHelpers] = _nobody
    gpu_slot: Callable[[Callable[[], bool]], AbstractContextManager[None]] = _at_once

    def surroundings(self, message: JobMessage, retry: Retry, *, sharing: Retry) -> JobSurroundings:
        """The surroundings of one job.

        `retry` says how long to retry and when the job is stopped; `sharing` the same for results, which
        another worker needs if this one hands the job back.
        """
        return JobSurroundings(
            retry=retry,
            gpu_slot=self.gpu_slot(retry.cancelled),
            shared_cache=self.shared_cache(sharing),
            answers=self.shared_answers(retry),
            helpers=self.helpers(message),
        )


class BuildCapabilities(Protocol):
    """Assembles the engines for an order; implemented in `composition/wiring.py`."""

    def __call__(self, order: OrderDocument, *, rim: Factories, settings: WorkerSettings) -> CapabilitySet:
        """The engines, none opened yet; `rim` adds the ports at the edge of the run."""
        ...


class MakeContext(Protocol):
    """Makes the worker context of a process; implemented in `composition/context.py`, replaced by tests."""

    def __call__(
        self,
        settings: WorkerSettings,
        *,
        pipelines: Registry,
        drain: Drain,
        metrics: WorkerMetrics,
        time_limit_errors: tuple[type[Exception], ...] = (),
    ) -> WorkerContext:
        """Build everything a job needs; call it in the process that runs the jobs."""
        ...
