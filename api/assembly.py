"""Assembles the service: what requests need, and the parts that keep track of jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from threading import Event
from typing import TYPE_CHECKING

from api.db.database import Database
from api.jobs.reaper import Reaper
from api.jobs.retention import Sweeper
from api.listening import Listening
from api.metrics import ServiceMetrics
from api.queue.dispatcher import Dispatcher
from api.remix.operations.following import ProjectFollower
from api.remix.retention import ProjectSweeper
from api.services import Services
from api.worker_counts import WorkerCounts
from api.worker_events.service import Reports
from renderer.backends.storage.opening import open_staging, open_store
from renderer.clock import Clock, SystemClock

if TYPE_CHECKING:
    from api.queue.base import JobQueue
    from api.settings import ServiceSettings
    from renderer.backends.storage.base import ObjectStore
    from renderer.backends.storage.staging import Staging


@dataclass(frozen=True, slots=True, kw_only=True)
class AllServices(Services):
    """What requests need, and what keeps track of jobs: worker reports, dispatcher, reaper, sweepers."""

    reports: Reports
    dispatcher: Dispatcher
    reaper: Reaper
    sweeper: Sweeper
    project_sweeper: ProjectSweeper


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapters:
    """Adapters to what the service does not own: clock, object store and staging, job queue."""

    job_queue: JobQueue
    store: ObjectStore
    staging: Staging
    clock: Clock


def default_adapters(settings: ServiceSettings, job_queue: JobQueue) -> Adapters:
    """This job queue with the system clock and the object store that the settings name."""
    return Adapters(
        job_queue=job_queue,
        store=open_store(settings),
        staging=open_staging(settings, spool=settings.chunk_folder),
        clock=SystemClock(),
    )


def build_services(settings: ServiceSettings, adapters: Adapters) -> AllServices:
    """Assemble the services; opens no connection yet."""
    clock, store, secret = adapters.clock, adapters.store, settings.secret()
    follower = ProjectFollower(store)
    database = Database(settings.database_url)
    metrics = ServiceMetrics(database, clock)
    worker_counts = WorkerCounts(settings.metrics_folder)
    if settings.embedded_worker:
        metrics.include(worker_counts)
    lease = timedelta(seconds=settings.lease_seconds)
    redeliver = timedelta(seconds=settings.redeliver_seconds)
    return AllServices(
        settings=settings,
        secret=secret,
        clock=clock,
        database=database,
        store=store,
        staging=adapters.staging,
        metrics=metrics,
        worker_counts=worker_counts,
        reports=Reports(
            database=database,
            store=store,
            clock=clock,
            lease=lease,
            max_tries=settings.max_tries,
            metrics=metrics,
            follower=follower,
        ),
        dispatcher=Dispatcher(
            database=database,
            job_queue=adapters.job_queue,
            clock=clock,
            secret=secret,
            report_origin=settings.internal_url,
            redeliver=redeliver,
            frame=settings.frame,
            max_tries=settings.max_tries,
            metrics=metrics,
            follower=follower,
        ),
        reaper=Reaper(
            database=database,
            clock=clock,
            lease=lease,
            redeliver=redeliver,
            max_tries=settings.max_tries,
            metrics=metrics,
            listening=Listening(clock, grace=lease),
            follower=follower,
        ),
        sweeper=Sweeper(database=database, store=store, clock=clock),
        project_sweeper=ProjectSweeper(database=database, store=store, staging=adapters.staging, clock=clock),
        wake=Event(),
    )
