"""Accepts a job exactly once: idempotency record, reservation, cap, job and outbox row in one transaction.

What differs between workflows (the order, the cap, the answer) comes from their own packages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog
from starlette.responses import Response

from api.accounts.repository import lock_account
from api.http import idempotency
from api.http.auth import Caller, require_api_access
from api.http.idempotency import IdempotentRequest, StoredResponse
from api.http.responses import RETRY_AFTER
from api.jobs import lifecycle, repository
from api.jobs.allowance import tally
from api.jobs.repository import Job
from api.jobs.standing import Standing
from api.plans import window_at
from api.problems import ApiProblem
from renderer.contract.vocabulary import Source, Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.services import Services

_log: Final = structlog.get_logger("api.jobs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """The answer to a create request; `replayed` if it is the stored answer to an earlier one."""

    answer: StoredResponse
    replayed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How many jobs of a workflow may be open at once, and the problem code for an exhausted allowance."""

    open_jobs: int
    exhausted: str


def create_once(
    services: Services, request: IdempotentRequest, place: Callable[[Connection, Caller], StoredResponse]
) -> Creation:
    """Return the stored answer to a repeated request; else `place` the job and store its answer."""
    now = services.clock.now()
    with services.database.write() as connection:
        account = lock_account(connection, request.account_id)
        known = idempotency.recall(connection, request, now=now)
        if known:
            return Creation(answer=known, replayed=True)
        require_api_access(account.plan)
        answer = place(connection, account)
        idempotency.remember(connection, request, answer, now=now)
    services.wake.set()
    _log.info("accepted", job_id=str(answer.job_id), account_id=str(request.account_id))
    return Creation(answer=answer, replayed=False)


def enqueue(connection: Connection, account: Caller, job: Job, *, room: Room) -> Standing:
    """Check the allowance and the cap of the locked account, then write the job and its message."""
    workflow = Workflow(job.workflow)
    window = window_at(account.plan, anchor=account.billing_anchor, now=job.created_at)
    before = tally(connection, account_id=account.account_id, since=window.start)[workflow]
    limit = account.terms.limits[workflow]
    if before.remaining(limit) < job.units:
        raise ApiProblem(room.exhausted)
    if before.outstanding >= room.open_jobs:
        raise ApiProblem("too_many_outstanding_jobs")
    lifecycle.accept(connection, job)
    return Standing(
        position=repository.queue_position(connection, job.id),
        tally=before.with_reserved(Source(job.source), job.units),
        limit=limit,
    )


def response(made: Creation, *, location: str) -> Response:
    """A 202 response with the stored body, byte for byte."""
    replayed = {"Idempotent-Replayed": "true"} if made.replayed else {}
    headers = RETRY_AFTER | {"Location": location} | replayed
    return Response(made.answer.body, status_code=202, headers=headers, media_type="application/json")
