"""Cancels a job for its owner: idempotent, in one transaction, units released exactly once."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.jobs import lifecycle, repository
from api.jobs.lookup import owned
from renderer.contract.vocabulary import Workflow

if TYPE_CHECKING:
    from api.http.auth import Caller
    from api.services import Services


def cancel(services: Services, caller: Caller, *, job_id: UUID, of: frozenset[Workflow]) -> None:
    """Cancel the caller's job, or ask its worker to stop; raises `video_not_found`."""
    with services.database.write() as connection:
        owned(connection, caller, job_id, of=of)
        job = repository.locked(connection, job_id)
        lifecycle.request_cancel(connection, job, now=services.clock.now())
        after = repository.locked(connection, job_id)
    services.metrics.changed(job, after)
