"""The routes of the Long-form resource."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from starlette.concurrency import run_in_threadpool

from api.files import serving
from api.http import idempotency
from api.http.admission import admit
from api.http.raw_route import RawRoute
from api.http.request_body import CREATE_BODY_BYTES, LONG_FORM_BODY_BYTES, BodyLimits, ignore_json, read_json
from api.http.responses import RETRY_AFTER, reply
from api.http.validation import validated
from api.jobs.acceptance import response
from api.jobs.lookup import job_id
from api.long_form import media, service
from api.long_form.assets import ASSETS
from api.long_form.presentation import self_link
from api.long_form.schemas import CreateLongFormVideo
from api.openapi.long_form_parts import (
    CANCEL_LONG_FORM,
    CREATE_LONG_FORM,
    LONG_FORM_MEDIA,
    LONG_FORM_MEDIA_HEAD,
    RETRIEVE_LONG_FORM,
)
from api.problems import BASE
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.files.serving import File
    from api.http.auth import Caller
    from api.long_form.schemas import LongFormVideo
    from api.services import Services

_OPEN: Final = frozenset({Status.QUEUED, Status.PROCESSING})
VideoId = Annotated[str, Path(description="Id of the Long-form video.", json_schema_extra={"format": "uuid"})]
AssetName = Annotated[str, Path(description="Name of the file.", json_schema_extra={"enum": list(ASSETS)})]


def router(services: Services) -> APIRouter:
    """All five operations."""
    routes = APIRouter(prefix=f"{BASE}/long-form/videos", tags=["Long-form"], route_class=RawRoute)
    seconds = services.settings.body_timeout_seconds

    def find(request: Request, video_id: str, asset: str, connections: ConnectionSource) -> File:
        caller = admit(request.scope, connections)
        return media.find_asset(services, connections, caller, job_id=job_id(video_id), name=asset)

    @routes.post("", **CREATE_LONG_FORM)
    async def create_long_form_video(request: Request) -> Response:
        """Reserve one unit of the Long-form meter and queue a horizontal film of 11 to 15 minutes."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        body = await read_json(request, BodyLimits(size=LONG_FORM_BODY_BYTES, seconds=seconds))
        key = idempotency.checked_key(request.headers.getlist("idempotency-key"))
        work = partial(service.create, services, caller, validated(CreateLongFormVideo, body), key=key)
        made = await services.database.in_thread(work)
        return response(made, location=self_link(services.settings.public_url, made.answer.job_id))

    @routes.get("/{video_id}", **RETRIEVE_LONG_FORM)
    async def retrieve_long_form_video(request: Request, video_id: VideoId) -> Response:
        """Read phase, progress, output and links; ask again after Retry-After seconds until final."""

        def answer(connections: ConnectionSource) -> Response:
            caller = admit(request.scope, connections)
            return _reply(service.retrieve(services, connections, caller, job_id=job_id(video_id)))

        return await services.database.inline_or_thread(answer)

    @routes.post("/{video_id}/cancel", **CANCEL_LONG_FORM)
    async def cancel_long_form_video(request: Request, video_id: VideoId) -> Response:
        """Cancel a queued job at once; ask the worker of a running one to stop. Units are released."""

        def found(connections: ConnectionSource) -> tuple[Caller, UUID]:
            caller, known = admit(request.scope, connections), job_id(video_id)
            service.require_owned(connections, caller, job_id=known)
            return caller, known

        # before the body is read: all ids that are not the caller's look alike
        caller, known = await services.database.inline_or_thread(found)
        await ignore_json(request, BodyLimits(size=CREATE_BODY_BYTES, seconds=seconds))
        work = partial(service.cancel, services, caller, job_id=known)
        return _reply(await services.database.in_thread(work))

    @routes.get("/{video_id}/media/{asset}", **LONG_FORM_MEDIA)
    async def read_long_form_media(request: Request, video_id: VideoId, asset: AssetName) -> Response:
        """Stream captions or thumbnail of the finished film, whole or one byte range."""
        file = await services.database.inline_or_thread(partial(find, request, video_id, asset))
        return await run_in_threadpool(serving.respond, services, file, headers=request.headers)

    @routes.head("/{video_id}/media/{asset}", **LONG_FORM_MEDIA_HEAD)
    async def long_form_media_headers(request: Request, video_id: VideoId, asset: AssetName) -> Response:
        """Answer as GET would for the whole file, without the bytes."""
        file = await services.database.inline_or_thread(partial(find, request, video_id, asset))
        return await run_in_threadpool(serving.describe, services, file)

    return routes


def _reply(video: LongFormVideo) -> Response:
    return reply(video, headers=RETRY_AFTER if video.status in _OPEN else None)
