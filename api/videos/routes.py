"""The routes of the video resource."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from api import idempotency
from api.bodies import CREATE_BODY_BYTES, BodyLimits, read_json
from api.cursor import MAX_CURSOR
from api.direct import DirectRoute
from api.documents import reply
from api.gateway import admit
from api.openapi import BASE
from api.openapi_parts import CREATE, DOWNLOAD, DOWNLOAD_HEAD, LIST, RETRIEVE
from api.problems import ApiProblem
from api.validation import invalid
from api.videos import download, service
from api.videos.presentation import self_link
from api.videos.schemas import CreateVideo
from api.videos.service import ListQuery
from renderer.contract.vocabulary import POLL_SECONDS, Status

if TYPE_CHECKING:
    from starlette.datastructures import QueryParams

    from api.database import Desk
    from api.services import Services
    from api.videos.download import File

RETRY_AFTER: Final = {"Retry-After": str(POLL_SECONDS)}
PAGE_DEFAULT: Final = 20
_LIMIT: Final = re.compile(r"[1-9][0-9]?|100", re.ASCII)
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_LIST_PARAMETERS: Final = frozenset({"limit", "cursor", "status"})

VideoId = Annotated[str, Path(description="Id of the video.", json_schema_extra={"format": "uuid"})]


def router(services: Services) -> APIRouter:
    """All five operations."""
    routes = APIRouter(prefix=f"{BASE}/videos", tags=["Videos"], route_class=DirectRoute)
    limits = BodyLimits(size=CREATE_BODY_BYTES, seconds=services.settings.body_timeout_seconds)

    def find(request: Request, video_id: str, desk: Desk) -> File:
        caller = admit(request.scope, desk)
        return download.find_file(services, desk, caller, job_id=_id(video_id))

    @routes.post("", **CREATE)
    async def create_video(request: Request) -> Response:
        """Reserve one unit of the Short allowance and queue a video."""
        caller = await services.database.promptly(partial(admit, request.scope))
        body = await read_json(request, limits)
        key = idempotency.checked_key(request.headers.getlist("idempotency-key"))
        work = partial(service.create, services, caller, _order(body), key=key)
        made = await services.database.in_turn(work)
        location = {"Location": self_link(services.settings.public_url, made.answer.job_id)}
        replayed = {"Idempotent-Replayed": "true"} if made.replayed else {}
        headers = RETRY_AFTER | location | replayed
        return Response(made.answer.body, status_code=202, headers=headers, media_type="application/json")

    @routes.get("", **LIST)
    def list_videos(request: Request) -> Response:
        """List the account's videos, newest first, those of the dashboard included."""
        caller = admit(request.scope, services.database)
        return reply(service.list_videos(services, caller, _list_query(request.query_params)))

    @routes.get("/{video_id}", **RETRIEVE)
    async def retrieve_video(request: Request, video_id: VideoId) -> Response:
        """Read one video; ask again after Retry-After seconds while it is queued or processing."""

        def answer(desk: Desk) -> Response:
            caller = admit(request.scope, desk)
            video = service.retrieve(services, desk, caller, job_id=_id(video_id))
            is_open = video.status in {Status.QUEUED, Status.PROCESSING}
            return reply(video, headers=RETRY_AFTER if is_open else None)

        return await services.database.promptly(answer)

    @routes.get("/{video_id}/download", **DOWNLOAD)
    async def download_video(request: Request, video_id: VideoId) -> Response:
        """Stream the finished MP4, whole or one byte range of it."""
        file = await services.database.promptly(partial(find, request, video_id))
        return await run_in_threadpool(download.respond, services, file, headers=request.headers)

    @routes.head("/{video_id}/download", **DOWNLOAD_HEAD)
    async def download_headers(request: Request, video_id: VideoId) -> Response:
        """Answer as GET would for the whole file, without the bytes."""
        file = await services.database.promptly(partial(find, request, video_id))
        headers = file.headers(download.whole(file))
        return Response(headers=headers, media_type=download.MEDIA_TYPE)

    return routes


def _order(body: dict[str, object]) -> CreateVideo:
    try:
        return CreateVideo.model_validate(body)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False, include_input=False)) from error


def _id(text: str) -> UUID:
    if not _UUID.fullmatch(text):
        raise ApiProblem("video_not_found")
    return UUID(text)


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
