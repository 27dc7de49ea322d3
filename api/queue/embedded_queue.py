"""The job queue of the embedded mode: one JSON line per message to a supervised worker child."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from api.pulse import Silence
from api.queue import outbox
from api.queue.worker_process import NO_WORKER, ChildPlan, Supervisor
from api.settings import worker_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.assembly import AllServices
    from api.settings import ServiceSettings
    from renderer.contract.job import JobMessage


_FIRST_BEAT_SECONDS: Final = 120.0
"""A worker spends seconds on imports before its first beat, longer on a cold disk."""
_LEAST_SILENCE_SECONDS: Final = 5.0


class EmbeddedQueue:
    """Publishes by writing to the child; refuses while there is no child."""

    concurrency = 1

    def __init__(self) -> None:
        self._supervisors: list[Supervisor] = []

    @property
    def trouble(self) -> str:
        """Why the child takes no jobs at present, in its own words; empty when it does."""
        return self._supervisors[-1].trouble if self._supervisors else ""

    def publish(self, message: JobMessage) -> None:
        """Hand the message to the child."""
        if not self._supervisors:
            raise ConnectionError(NO_WORKER)
        self._supervisors[-1].send(message.model_dump_json())

    @contextmanager
    def worker(self, services: AllServices) -> Iterator[None]:
        """Keep a worker child alive while the block runs."""

        def on_gone(planned: bool) -> None:  # noqa: FBT001 - the supervisor's signature
            take_back(services, planned=planned)

        services.worker_counts.begin()
        plan = ChildPlan(
            command=worker_command(services.settings),
            environment=worker_environment(services.settings),
            on_gone=on_gone,
            silence=_silence(services.settings),
        )
        supervisor = Supervisor(plan)
        self._supervisors.append(supervisor)
        supervisor.start()
        try:
            yield
        finally:
            supervisor.stop()
            self._supervisors.remove(supervisor)


def take_back(services: AllServices, *, planned: bool) -> None:
    """Recover from the death of the worker child: take back its jobs and make its messages due again.

    With PostgreSQL there may be workers elsewhere, whose leases must not be ended here; there the reaper
    waits for leases to expire.
    """
    if services.database.is_sqlite:
        services.reaper.take_back_all(planned=planned)
    with services.database.write() as connection:
        outbox.make_all_due(connection, now=services.clock.now())
    services.wake.set()


def _silence(settings: ServiceSettings) -> Silence:
    """Silence limited to a lease. A custom worker command need not beat, but must not stop once it does."""
    first = float("inf") if settings.worker_command else _FIRST_BEAT_SECONDS
    return Silence(first=first, later=max(_LEAST_SILENCE_SECONDS, settings.lease_seconds))


def worker_command(settings: ServiceSettings) -> tuple[str, ...]:
    """The configured command, or the renderer's embedded worker."""
    return tuple(settings.worker_command) or (sys.executable, "-m", "renderer.worker.process.embedded")
