"""Creating, retrieving and listing videos."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.http import idempotency
from api.http.auth import Caller
from api.http.cursor import CursorScope, Position, read_cursor, write_cursor
from api.http.idempotency import IdempotentRequest, StoredResponse
from api.jobs.acceptance import Creation, Room, create_once, enqueue
from api.jobs.lookup import owned
from api.jobs.queued_job import queued_job
from api.jobs.repository import Job
from api.videos import presentation, repository
from api.videos.repository import PageQuery
from api.videos.schemas import CreateVideo, Video, VideoList
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import Source, Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.db.database import ConnectionSource
    from api.services import Services

OPERATION: Final = "create_video"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """A checked list request; an empty cursor is the first page."""

    limit: int
    cursor: str
    status: Status | None


def create(services: Services, caller: Caller, order: CreateVideo, *, key: str) -> Creation:
    """Accept one short video: everything in one transaction, or nothing."""
    now = services.clock.now()
    digest = idempotency.request_digest(OPERATION, order.model_dump(mode="json"))
    request = IdempotentRequest(account_id=caller.account_id, operation=OPERATION, key=key, digest=digest)

    def place(connection: Connection, account: Caller) -> StoredResponse:
        job = new_job(order, account.account_id, now=now, frame=services.settings.frame)
        room = Room(open_jobs=account.terms.outstanding, exhausted="quota_exceeded")
        standing = enqueue(connection, account, job, room=room)
        body = presentation.accepted(job, standing, origin=services.settings.public_url)
        return StoredResponse(job_id=job.id, body=body.model_dump_json())

    return create_once(services, request, place)


def new_job(
    order: CreateVideo,
    account_id: UUID,
    *,
    now: datetime,
    source: Source = Source.API,
    frame: FrameSpec = FrameSpec(),  # noqa: B008 - frozen
) -> Job:
    """A queued short video that has reserved one unit."""
    ordered = ShortOrder(topic=order.topic, settings=order.settings(), frame=frame)
    return queued_job(ordered, account_id, now=now, source=source)


def retrieve(services: Services, connections: ConnectionSource, caller: Caller, *, job_id: UUID) -> Video:
    """The caller's own video; raises `video_not_found`."""
    with connections.read() as connection:
        job, position = owned(connection, caller, job_id)
    now = services.clock.now()
    return presentation.video(job, origin=services.settings.public_url, now=now, position=position)


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
