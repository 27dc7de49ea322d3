"""The service's parts, put together once; routes and commands are handed this."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from threading import Event
from typing import TYPE_CHECKING

from api.clock import Clock, SystemClock
from api.database import Database
from api.dispatch import Dispatcher
from api.internal.service import Reports
from api.metrics import Metrics
from api.reaper import Reaper
from api.retention import Sweeper
from renderer.backends.storage.opening import open_store

if TYPE_CHECKING:
    from api.doorbell import Doorbell
    from api.settings import Settings
    from renderer.backends.storage.base import ObjectStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that answering requests and keeping the books needs."""

    settings: Settings
    secret: bytes
    clock: Clock
    database: Database
    store: ObjectStore
    metrics: Metrics
    reports: Reports
    dispatcher: Dispatcher
    reaper: Reaper
    sweeper: Sweeper
    wake: Event
    """Set when something waits in the outbox."""

    def close(self) -> None:
        """Give everything back."""
        self.database.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What the service does not own: the clock, the store, the way to the workers."""

    doorbell: Doorbell
    store: ObjectStore
    clock: Clock


def default_outside(settings: Settings, doorbell: Doorbell) -> Outside:
    """The machine's clock, and the store that the settings name."""
    return Outside(doorbell=doorbell, store=open_store(settings), clock=SystemClock())


def build_services(settings: Settings, outside: Outside) -> Services:
    """Put the parts together; opens no connection yet."""
    clock, store, secret = outside.clock, outside.store, settings.secret()
    database = Database(settings.database_url)
    return Services(
        settings=settings,
        secret=secret,
        clock=clock,
        database=database,
        store=store,
        metrics=Metrics(database, clock),
        reports=Reports(
            database=database,
            store=store,
            clock=clock,
            lease=timedelta(seconds=settings.lease_seconds),
            max_tries=settings.max_tries,
        ),
        dispatcher=Dispatcher(
            database=database,
            doorbell=outside.doorbell,
            clock=clock,
            secret=secret,
            report_origin=settings.internal_url,
            redeliver=timedelta(seconds=settings.redeliver_seconds),
            frame=settings.frame,
        ),
        reaper=Reaper(database=database, clock=clock, max_tries=settings.max_tries),
        sweeper=Sweeper(database=database, store=store, clock=clock),
        wake=Event(),
    )
