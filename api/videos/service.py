"""Creating, retrieving and listing videos."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

import structlog

from api import idempotency, jobs, outbox
from api.accounts.repository import lock_account
from api.allowance import Tally, tally
from api.auth import Caller, require_api_access
from api.cursor import CursorScope, Position, read_cursor, write_cursor
from api.idempotency import Answer, IdempotentRequest
from api.jobs import Allowance, Job
from api.lifecycle import RETENTION
from api.plans import PLANS, window_at
from api.problems import ApiProblem
from api.videos import presentation, repository
from api.videos.repository import PageQuery
from api.videos.schemas import CreateVideo, Video, VideoList
from renderer.contract.vocabulary import Source, Status, Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.database import Desk
    from api.services import Services

OPERATION: Final = "create_video"
_log: Final = structlog.get_logger("api.videos")


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """The answer to a create; `replayed` when it was given before."""

    answer: Answer
    replayed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """A checked list request; an empty cursor is the first page."""

    limit: int
    cursor: str
    status: Status | None


def create(services: Services, caller: Caller, order: CreateVideo, *, key: str) -> Creation:
    """Accept one short video in one transaction: record, reservation, cap, job, outbox row; or nothing."""
    now = services.clock.now()
    normalised = order.model_dump(mode="json")
    digest = idempotency.request_digest(OPERATION, normalised)
    request = IdempotentRequest(account_id=caller.account_id, key=key, digest=digest)
    with services.database.write() as connection:
        account = lock_account(connection, caller.account_id)
        known = idempotency.recall(connection, request, now=now)
        if known:
            return Creation(answer=known, replayed=True)
        require_api_access(account.plan)
        answer = _accept(connection, services, account, new_job(order, caller.account_id, now=now))
        idempotency.remember(connection, request, answer, now=now)
    services.wake.set()
    _log.info("accepted", job_id=str(answer.job_id), account_id=str(caller.account_id))
    _log.debug("topic", job_id=str(answer.job_id), topic=order.topic)
    return Creation(answer=answer, replayed=False)


def new_job(order: CreateVideo, account_id: UUID, *, now: datetime, source: Source = Source.API) -> Job:
    """A queued short video that has reserved one unit."""
    return Job(
        id=uuid4(),
        account_id=account_id,
        workflow=Workflow.SHORT.value,
        source=source.value,
        topic=order.topic,
        settings=order.settings().model_dump(mode="json"),
        status=Status.QUEUED.value,
        units=1,
        allowance=Allowance.RESERVED.value,
        created_at=now,
        updated_at=now,
        settled_at=None,
        expires_at=now + RETENTION,
        percent=0,
        stage="queued",
        detail="Waiting for a free worker.",
        attempt=1,
        tries=1,
        worker=None,
        sequence=0,
        lease_expires_at=None,
        cancel_requested=False,
        object_key=None,
        object_size=None,
        object_sha256=None,
        duration_seconds=None,
        failure_code=None,
        failure_sentence=None,
        tidied_at=None,
    )


def retrieve(services: Services, desk: Desk, caller: Caller, *, job_id: UUID) -> Video:
    """The caller's own video; raises `video_not_found`."""
    with desk.read() as connection:
        job, position = owned(connection, caller, job_id)
    now = services.clock.now()
    return presentation.video(job, origin=services.settings.public_url, now=now, position=position)


def owned(connection: Connection, caller: Caller, job_id: UUID) -> tuple[Job, int]:
    """The caller's job and its queue position; raises `video_not_found` for missing and foreign alike."""
    found = jobs.find_owned(connection, job_id=job_id, account_id=caller.account_id)
    if found is None:
        raise ApiProblem("video_not_found")
    return found


def list_videos(services: Services, caller: Caller, query: ListQuery) -> VideoList:
    """One page of the caller's videos."""
    now, status = services.clock.now(), query.status.value if query.status else ""
    scope = CursorScope(secret=services.secret, account_id=caller.account_id, status=status)
    after = read_cursor(scope, query.cursor, now=now) if query.cursor else None
    with services.database.read() as connection:
        found = repository.page(connection, _page_query(caller, query, after=after, now=now))
    origin = services.settings.public_url
    shown = [
        presentation.video(job, origin=origin, now=now, position=position)
        for job, position in found[: query.limit]
    ]
    has_more = len(found) > query.limit
    expires = now + timedelta(seconds=services.settings.cursor_seconds)
    last = found[: query.limit][-1:]
    cursors = [
        write_cursor(scope, Position(created_at=job.created_at, id=job.id), expires_at=expires)
        for job, _ in last
    ]
    return VideoList(
        object="list", data=shown, has_more=has_more, next_cursor=cursors[0] if has_more else None
    )


def _page_query(caller: Caller, query: ListQuery, *, after: Position | None, now: datetime) -> PageQuery:
    return PageQuery(
        account_id=caller.account_id, status=query.status, after=after, limit=query.limit, now=now
    )


def _accept(connection: Connection, services: Services, account: Caller, job: Job) -> Answer:
    """Check what the locked account may still do, then write the job and its message."""
    window = window_at(account.plan, anchor=account.billing_anchor, now=job.created_at)
    before = tally(connection, account_id=account.account_id, since=window.start)[Workflow.SHORT]
    limit = PLANS[account.plan].limits[Workflow.SHORT]
    _check_room(before, limit=limit, outstanding=PLANS[account.plan].outstanding)
    jobs.insert(connection, job)
    outbox.post(connection, job_id=job.id, attempt=job.attempt, now=job.created_at)
    body = presentation.accepted(
        job,
        origin=services.settings.public_url,
        position=jobs.queue_position(connection, job.id),
        tally=before.with_reserved(Source(job.source), job.units),
        limit=limit,
    )
    return Answer(job_id=job.id, body=body.model_dump_json())


def _check_room(before: Tally, *, limit: int, outstanding: int) -> None:
    if before.remaining(limit) < 1:
        raise ApiProblem("quota_exceeded")
    if before.outstanding >= outstanding:
        raise ApiProblem("too_many_outstanding_jobs")
