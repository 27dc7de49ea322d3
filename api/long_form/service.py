"""Orders, reads and cancels Long-form videos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.http import idempotency
from api.http.idempotency import IdempotentRequest, StoredResponse
from api.jobs import cancellation
from api.jobs.acceptance import Creation, Room, create_once, enqueue
from api.jobs.allowance import tally
from api.jobs.lookup import owned
from api.jobs.queued_job import queued_job
from api.jobs.standing import Standing
from api.long_form.media import OF
from api.long_form.presentation import long_form_video
from api.plans import window_at
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.vocabulary import Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.long_form.schemas import CreateLongFormVideo, LongFormVideo
    from api.services import Services

OPERATION: Final = "create_long_form_video"
ROOM: Final = Room(open_jobs=1, exhausted="long_form_quota_exceeded")


def create(services: Services, caller: Caller, order: CreateLongFormVideo, *, key: str) -> Creation:
    """Accept one Long-form video: everything in one transaction, or nothing."""
    now = services.clock.now()
    digest = idempotency.request_digest(OPERATION, order.model_dump(mode="json"))
    request = IdempotentRequest(account_id=caller.account_id, operation=OPERATION, key=key, digest=digest)
    ordered = LongFormOrder(
        script=order.script, title=order.title, settings=order.settings(), frame=services.settings.film_frame
    )

    def place(connection: Connection, account: Caller) -> StoredResponse:
        job = queued_job(ordered, account.account_id, now=now)
        standing = enqueue(connection, account, job, room=ROOM)
        body = long_form_video(job, standing, origin=services.settings.public_url, now=now)
        return StoredResponse(job_id=job.id, body=body.model_dump_json(exclude_unset=True))

    return create_once(services, request, place)


def retrieve(
    services: Services, connections: ConnectionSource, caller: Caller, *, job_id: UUID
) -> LongFormVideo:
    """The caller's own Long-form video; raises `video_not_found`."""
    now = services.clock.now()
    window = window_at(caller.plan, anchor=caller.billing_anchor, now=now)
    with connections.read() as connection:
        job, position = owned(connection, caller, job_id, of=OF)
        counts = tally(connection, account_id=caller.account_id, since=window.start)
    limit = caller.terms.limits[Workflow.LONG_FORM]
    standing = Standing(position=position, tally=counts[Workflow.LONG_FORM], limit=limit)
    return long_form_video(job, standing, origin=services.settings.public_url, now=now)


def require_owned(connections: ConnectionSource, caller: Caller, *, job_id: UUID) -> None:
    """Raise `video_not_found` unless this is a Long-form video of the caller's."""
    with connections.read() as connection:
        owned(connection, caller, job_id, of=OF)


def cancel(services: Services, caller: Caller, *, job_id: UUID) -> LongFormVideo:
    """Cancel the video unless it has ended; the resource afterwards. Raises `video_not_found`."""
    cancellation.cancel(services, caller, job_id=job_id, of=OF)
    return retrieve(services, services.database, caller, job_id=job_id)
