"""Following: what becomes of a project when one of its operations goes on or ends.

Whoever changes a job under its lock calls `followed` in the same transaction; the workflow's part is behind a
port, so that this room knows none of them.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from api.jobs import repository
from api.jobs.repository import JobRole

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.jobs.repository import Job
    from renderer.contract.results import Result


class Follower(Protocol):
    """Whatever has operations as its jobs."""

    def read(self, job: Job, result: Result) -> Any:
        """What the project needs of a result, out of the store; called outside of any transaction.

        Raises `output_unverified` for what is no document of the contract, `service_unavailable`.
        """
        ...

    def follow(self, connection: Connection, before: Job, after: Job, *, brought: Any, now: datetime) -> None:
        """The operation has changed under its lock; `brought` was read when it completed, else None."""
        ...


def followed(
    connection: Connection, follower: Follower, before: Job, *, now: datetime, brought: Any = None
) -> Job:
    """The job as it is after a change; the project of an operation has followed."""
    after = repository.locked(connection, before.id)
    if before.role == JobRole.OPERATION and after != before:
        follower.follow(connection, before, after, brought=brought, now=now)
    return after
