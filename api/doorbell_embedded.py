"""The doorbell of the embedded mode: messages go, one JSON line each, to a supervised worker child."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from api import outbox
from api.settings import worker_environment
from api.supervisor import NO_WORKER, ChildPlan, Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.services import Services
    from api.settings import Settings
    from renderer.contract.job import JobMessage


class EmbeddedDoorbell:
    """Rings by writing to the child; refuses while there is no child."""

    lines = 1

    def __init__(self) -> None:
        self._supervisors: list[Supervisor] = []

    def ring(self, message: JobMessage) -> None:
        """Hand the message to the child."""
        if not self._supervisors:
            raise ConnectionError(NO_WORKER)
        self._supervisors[-1].send(message.model_dump_json())

    @contextmanager
    def worker(self, services: Services) -> Iterator[None]:
        """Keep a worker child alive while the block runs."""

        def on_gone(planned: bool) -> None:  # noqa: FBT001 - the supervisor's signature
            take_back(services, planned=planned)

        plan = ChildPlan(
            command=worker_command(services.settings),
            environment=worker_environment(services.settings),
            on_gone=on_gone,
        )
        supervisor = Supervisor(plan)
        self._supervisors.append(supervisor)
        supervisor.start()
        try:
            yield
        finally:
            supervisor.stop()
            self._supervisors.remove(supervisor)


def take_back(services: Services, *, planned: bool) -> None:
    """The worker child is gone: what it held is free again, and what it was told must be told again.

    A PostgreSQL may have workers elsewhere whose leases are not ours to end; there the reaper waits for them.
    """
    if services.database.is_sqlite:
        services.reaper.take_back_all(planned=planned)
    with services.database.write() as connection:
        outbox.ring_all_again(connection, now=services.clock.now())
    services.wake.set()


def worker_command(settings: Settings) -> tuple[str, ...]:
    """The configured command, or the renderer's embedded worker."""
    return tuple(settings.worker_command) or (sys.executable, "-m", "renderer.worker.embedded")
