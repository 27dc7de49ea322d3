"""Everything that answering requests needs, as one value; `assembly` builds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Event

    from api.db.database import Database
    from api.metrics import ServiceMetrics
    from api.settings import ServiceSettings
    from api.worker_counts import WorkerCounts
    from renderer.backends.storage.base import ObjectStore
    from renderer.backends.storage.staging import Staging
    from renderer.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that answering requests needs."""

    settings: ServiceSettings
    secret: bytes
    clock: Clock
    database: Database
    store: ObjectStore
    staging: Staging
    metrics: ServiceMetrics
    worker_counts: WorkerCounts
    wake: Event
    """Set when a message is waiting in the outbox."""

    def close(self) -> None:
        """Release the database's connections and threads."""
        self.database.close()
