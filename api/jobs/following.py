"""Following: updates a project when one of its operations progresses or ends.

Code that changes a job under its lock calls `followed` in the same transaction. The workflow's part is behind
a port, so that this package depends on no workflow.
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
    """The part of a workflow that updates a project with the changes of its operations."""

    def read(self, job: Job, result: Result) -> Any:
        """Read from the store what the project needs of a result; called outside any transaction.

        Raises `output_unverified` for anything but documents of the contract, or `service_unavailable`.
        """
        ...

    def follow(self, connection: Connection, before: Job, after: Job, *, brought: Any, now: datetime) -> None:
        """Apply a change of the locked operation; `brought` is what `read` gave if it completed, or None."""
        ...


def followed(
    connection: Connection, follower: Follower, before: Job, *, now: datetime, brought: Any = None
) -> Job:
    """The job after a change to it; if it is an operation, its project is updated too."""
    after = repository.locked(connection, before.id)
    if before.role == JobRole.OPERATION and after != before:
        follower.follow(connection, before, after, brought=brought, now=now)
    return after
