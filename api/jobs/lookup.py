"""Finds a caller's own job by the id in a path; missing, foreign and malformed ids get the same answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.jobs import repository
from api.problems import ApiProblem
from renderer.contract.vocabulary import Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.http.auth import Caller
    from api.jobs.repository import Job

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
EVERY: Final = frozenset(Workflow)


def job_id(text: str) -> UUID:
    """The id in a path; raises `video_not_found` for a malformed one."""
    if not _UUID.fullmatch(text):
        raise ApiProblem("video_not_found")
    return UUID(text)


def owned(
    connection: Connection, caller: Caller, job_id: UUID, *, of: frozenset[Workflow] = EVERY
) -> tuple[Job, int]:
    """The caller's job of one of these workflows and its queue position; raises `video_not_found`."""
    found = repository.find_owned(connection, job_id=job_id, account_id=caller.account_id)
    if found is None or found[0].workflow not in of:
        raise ApiProblem("video_not_found")
    return found
