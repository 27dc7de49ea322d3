"""Prometheus metrics: counters of requests and jobs, and the state of the queue when scraped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.db.tables import jobs, outbox
from api.jobs.repository import OPEN, JobRole
from renderer.contract.vocabulary import Status
from renderer.errors import ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.db.database import Database
    from api.jobs.repository import Job
    from renderer.clock import Clock

_ENDS = (Status.COMPLETED, Status.FAILED, Status.CANCELLED)
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class ServiceMetrics:
    """The metrics of one process."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "clipwright_requests",
            "Answered requests.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "clipwright_request_seconds",
            "Time from the first byte in to the last byte out.",
            ["route"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._ended = Counter(
            "clipwright_jobs_ended",
            "Jobs whose last attempt ended, by the status it left.",
            ["status"],
            registry=self._registry,
        )
        for status in _ENDS:
            self._ended.labels(status.value)  # a series that begins at 1 shows no increase
        self._failed = Counter(
            "clipwright_jobs_failed",
            "Jobs that failed, by the code of their last failure.",
            ["code"],
            registry=self._registry,
        )
        self._losses = Counter(
            "clipwright_leases_lost", "Attempts whose worker fell silent.", registry=self._registry
        )
        self._registry.register(_Queue(database, clock))

    def include(self, collector: Collector) -> None:
        """Export this collector's metrics on the same page."""
        self._registry.register(collector)

    def request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; `route` is a pattern, never a path."""
        known = method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} else "other"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def lease_lost(self) -> None:
        """Count one attempt whose worker fell silent."""
        self._losses.inc()

    def changed(self, before: Job, after: Job | None) -> None:
        """Count the end of a job that was open before a change and no longer is."""
        if after is None or after.is_open or not before.is_open:
            return
        self._ended.labels(after.status).inc()
        if after.status == Status.FAILED:
            code = after.failure_code or ""
            self._failed.labels(code if code in ERRORS else "other").inc()

    def text(self) -> bytes:
        """The metrics in the Prometheus text format."""
        return generate_latest(self._registry)


class _Queue(Collector):
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Open jobs and the age of the oldest, by status, and messages that no worker has claimed."""
        now = self._clock.now()
        count = GaugeMetricFamily("clipwright_open_jobs", "Queued and processing jobs.", labels=["status"])
        age = GaugeMetricFamily("clipwright_open_jobs_age_seconds", "Age of the oldest.", labels=["status"])
        waiting = GaugeMetricFamily("clipwright_outbox_messages", "Messages that no worker has claimed.")
        with self._database.read() as connection:
            found = {row.status: row for row in connection.execute(_OPEN)}
            waiting.add_metric([], connection.execute(_WAITING).scalar_one())
        for status in OPEN:
            row = found.get(status)
            count.add_metric([status], row.jobs if row else 0)
            age.add_metric([status], (now - row.oldest).total_seconds() if row else 0)
        yield from (count, age, waiting)


_OPEN = (
    sa.select(jobs.c.status, sa.func.count().label("jobs"), sa.func.min(jobs.c.created_at).label("oldest"))
    .where(jobs.c.status.in_(OPEN), jobs.c.role != JobRole.PROJECT.value)
    .group_by(jobs.c.status)
)
_WAITING = sa.select(sa.func.count()).select_from(outbox)
