"""The routes of the video resource."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from starlette.concurrency import run_in_threadpool

from api.files import serving
from api.http import idempotency
from api.http.admission import admit
from api.http.cursor import MAX_CURSOR
from api.http.raw_route import RawRoute
from api.http.request_body import CREATE_BODY_BYTES, BodyLimits, read_json
from api.http.responses import RETRY_AFTER, RETRY_AFTER_READY, reply
from api.http.validation import validated
from api.jobs.acceptance import response
from api.jobs.lookup import job_id
from api.jobs.phases import RemixPhase
from api.openapi.operation_parts import CREATE, DOWNLOAD, DOWNLOAD_HEAD, LIST, RETRIEVE
from api.problems import BASE, ApiProblem
from api.videos import download, service
from api.videos.presentation import self_link
from api.videos.schemas import CreateVideo
from api.videos.service import ListQuery
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from starlette.datastructures import QueryParams

    from api.db.database import ConnectionSource
    from api.files.serving import File
    from api.services import Services
    from api.videos.schemas import Video

PAGE_DEFAULT: Final = 20
_LIMIT: Final = re.compile(r"[1-9][0-9]?|100", re.ASCII)
_LIST_PARAMETERS: Final = frozenset({"limit", "cursor", "status"})

VideoId = Annotated[str, Path(description="Id of the video.", json_schema_extra={"format": "uuid"})]


def router(services: Services) -> APIRouter:
    """All five operations."""
    routes = APIRouter(prefix=f"{BASE}/videos", tags=["Videos"], route_class=RawRoute)
    limits = BodyLimits(size=CREATE_BODY_BYTES, seconds=services.settings.body_timeout_seconds)

    def find(request: Request, video_id: str, connections: ConnectionSource) -> File:
        caller = admit(request.scope, connections)
        return download.find_file(services, connections, caller, job_id=job_id(video_id))

    @routes.post("", **CREATE)
    async def create_video(request: Request) -> Response:
        """Reserve one unit of the Short allowance and queue a video."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        body = await read_json(request, limits)
        key = idempotency.checked_key(request.headers.getlist("idempotency-key"))
        work = partial(service.create, services, caller, validated(CreateVideo, body), key=key)
        made = await services.database.in_thread(work)
        return response(made, location=self_link(services.settings.public_url, made.answer.job_id))

    @routes.get("", **LIST)
    def list_videos(request: Request) -> Response:
        """List the account's videos, newest first, those of the dashboard included."""
        caller = admit(request.scope, services.database)
        return reply(service.list_videos(services, caller, _list_query(request.query_params)))

    @routes.get("/{video_id}", **RETRIEVE)
    async def retrieve_video(request: Request, video_id: VideoId) -> Response:
        """Read one video; ask again after Retry-After seconds while it is queued or processing."""

        def answer(connections: ConnectionSource) -> Response:
            caller = admit(request.scope, connections)
            video = service.retrieve(services, connections, caller, job_id=job_id(video_id))
            return reply(video, headers=_retry_after(video))

        return await services.database.inline_or_thread(answer)

    @routes.get("/{video_id}/download", **DOWNLOAD)
    async def download_video(request: Request, video_id: VideoId) -> Response:
        """Stream the finished MP4, whole or one byte range of it."""
        file = await services.database.inline_or_thread(partial(find, request, video_id))
        return await run_in_threadpool(serving.respond, services, file, headers=request.headers)

    @routes.head("/{video_id}/download", **DOWNLOAD_HEAD)
    async def download_headers(request: Request, video_id: VideoId) -> Response:
        """Answer as GET would for the whole file, without the bytes."""
        file = await services.database.inline_or_thread(partial(find, request, video_id))
        return await run_in_threadpool(serving.describe, services, file)

    return routes


def _retry_after(video: Video) -> dict[str, str] | None:
    if video.progress.stage == RemixPhase.READY:
        return RETRY_AFTER_READY
    return RETRY_AFTER if video.status in {Status.QUEUED, Status.PROCESSING} else None


def _list_query(parameters: QueryParams) -> ListQuery:
    given = dict(parameters)
    if len(given) != len(parameters.multi_items()) or not _LIST_PARAMETERS.issuperset(given):
        raise ApiProblem("invalid_request", "The query takes limit, cursor and status, each at most once.")
    limit, status = given.get("limit", str(PAGE_DEFAULT)), given.get("status")
    if not _LIMIT.fullmatch(limit):
        raise ApiProblem("invalid_request", "limit must be a whole number from 1 to 100.")
    if status is not None and status not in set(Status):
        raise ApiProblem("invalid_request", f"status must be one of {', '.join(Status)}.")
    return ListQuery(limit=int(limit), cursor=_cursor(given), status=Status(status) if status else None)


def _cursor(given: dict[str, str]) -> str:
    cursor = given.get("cursor")
    if cursor is not None and not 1 <= len(cursor) <= MAX_CURSOR:
        raise ApiProblem("invalid_cursor")
    return cursor or ""
