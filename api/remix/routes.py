"""The routes of the project resource and its operations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from starlette.concurrency import run_in_threadpool

from api.files import serving
from api.http.admission import admit
from api.http.raw_route import RawRoute
from api.http.request_body import CREATE_BODY_BYTES, BodyLimits, ignore_json, read_json
from api.http.responses import reply
from api.http.validation import validated
from api.jobs.lookup import job_id
from api.openapi.remix_parts import (
    AUDIO_PREVIEW,
    CANCEL_REMIX,
    CHANGE_REMIX,
    EXPORT_REMIX,
    PUT_CAPTIONS,
    REMIX_MEDIA,
    REMIX_MEDIA_HEAD,
    RETRIEVE_REMIX,
    TRANSLATE_CAPTIONS,
    VOICEOVER_DRAFT,
)
from api.problems import BASE
from api.remix.operations import requests
from api.remix.operations.cancelling import cancel
from api.remix.operations.requests import OperationRequest, ask
from api.remix.operations.waiting import outcome
from api.remix.projects import service
from api.remix.projects.media import find_media
from api.remix.projects.presentation import ASSETS, self_link
from api.remix.projects.requests import polling, read_captions
from api.remix.projects.schemas import AtRevision, ChangeRemixProject, TranslateCaptions

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.files.serving import File
    from api.http.auth import Caller
    from api.services import Services

ProjectId = Annotated[str, Path(description="Id of the project.", json_schema_extra={"format": "uuid"})]
MediaName = Annotated[str, Path(description="Name of the file.", json_schema_extra={"enum": list(ASSETS)})]


def router(services: Services) -> APIRouter:
    """All operations on projects."""
    routes = APIRouter(prefix=f"{BASE}/remix/projects/{{video_id}}", tags=["Remix"], route_class=RawRoute)
    _content(services, routes)
    _operations(services, routes)
    _media(services, routes)
    return routes


def _content(services: Services, routes: APIRouter) -> None:
    seconds = services.settings.body_timeout_seconds
    limits = BodyLimits(size=services.settings.project_body_bytes, seconds=seconds)

    @routes.get("", **RETRIEVE_REMIX)
    async def retrieve_remix_project(request: Request, video_id: ProjectId) -> Response:
        """Read the project at its present revision."""

        def answer(connections: ConnectionSource) -> Response:
            caller = admit(request.scope, connections)
            project = service.retrieve(services, connections, caller, project_id=job_id(video_id))
            return reply(project, headers=polling(project))

        return await services.database.inline_or_thread(answer)

    @routes.patch("", **CHANGE_REMIX)
    async def change_remix_project(request: Request, video_id: ProjectId) -> Response:
        """Replace all settings, at the revision that the caller has read."""
        caller, project_id = await _own_project(services, request, video_id)
        given = validated(ChangeRemixProject, await read_json(request, limits))
        work = partial(
            service.configure,
            services,
            caller,
            project_id=project_id,
            revision=given.revision,
            settings=given.settings,
        )
        return await _done(services, caller, project_id, work)

    @routes.put("/captions", **PUT_CAPTIONS)
    async def replace_remix_captions(request: Request, video_id: ProjectId) -> Response:
        """Replace all captions, by cues or by a subtitle file."""
        caller, project_id = await _own_project(services, request, video_id)
        given = await read_captions(request, limits)
        work = partial(
            service.replace_captions,
            services,
            caller,
            project_id=project_id,
            revision=given.revision,
            lines=given.cues,
        )
        return await _done(services, caller, project_id, work)

    @routes.post("/cancel", **CANCEL_REMIX)
    async def cancel_remix_project(request: Request, video_id: ProjectId) -> Response:
        """Cancel the project in whatever phase it is; minutes that were used stay used."""
        caller, project_id = await _own_project(services, request, video_id)
        await ignore_json(request, BodyLimits(size=CREATE_BODY_BYTES, seconds=seconds))
        work = partial(cancel, services, caller, project_id=project_id)
        return await _done(services, caller, project_id, work)


def _operations(services: Services, routes: APIRouter) -> None:
    limits = BodyLimits(size=CREATE_BODY_BYTES, seconds=services.settings.body_timeout_seconds)

    async def started(
        request: Request, video_id: str, model: type[Any], make: Callable[[Any], OperationRequest]
    ) -> tuple[Caller, UUID, UUID | None]:
        caller, project_id = await _own_project(services, request, video_id)
        given = validated(model, await read_json(request, limits))
        work = partial(ask, services, caller, make(given), project_id=project_id)
        return caller, project_id, await services.database.in_thread(work)

    async def awaited(
        request: Request, video_id: str, model: type[Any], make: Callable[[Any], OperationRequest]
    ) -> Response:
        caller, project_id, operation = await started(request, video_id, model, make)
        if operation:
            await outcome(services, project_id, operation)
        return await _shown(services, caller, project_id)

    @routes.post("/translate-captions", **TRANSLATE_CAPTIONS)
    async def translate_remix_captions(request: Request, video_id: ProjectId) -> Response:
        """Translate the captions, keeping their times."""
        return await awaited(
            request,
            video_id,
            TranslateCaptions,
            lambda given: requests.translation(
                services, revision=given.revision, target=given.targetLanguage
            ),
        )

    @routes.post("/voiceover-draft", **VOICEOVER_DRAFT)
    async def draft_remix_voiceover(request: Request, video_id: ProjectId) -> Response:
        """Draft a voiceover script from the transcript."""
        return await awaited(
            request, video_id, AtRevision, lambda given: requests.draft(revision=given.revision)
        )

    @routes.post("/audio-preview", **AUDIO_PREVIEW)
    async def preview_remix_audio(request: Request, video_id: ProjectId) -> Response:
        """Speak the voiceover and mix the sound, or find the mix that is there."""
        return await awaited(
            request, video_id, AtRevision, lambda given: requests.preview(revision=given.revision)
        )

    @routes.post("/export", **EXPORT_REMIX)
    async def export_remix_project(request: Request, video_id: ProjectId) -> Response:
        """Freeze this revision and queue the finished video."""
        caller, project_id, _ = await started(
            request, video_id, AtRevision, lambda given: requests.export(services, revision=given.revision)
        )
        return await _shown(services, caller, project_id, status=202)


def _media(services: Services, routes: APIRouter) -> None:
    def find(request: Request, video_id: str, asset: str, connections: ConnectionSource) -> File:
        caller = admit(request.scope, connections)
        return find_media(services, connections, caller, project_id=job_id(video_id), name=asset)

    @routes.get("/media/{asset}", **REMIX_MEDIA)
    async def read_remix_media(request: Request, video_id: ProjectId, asset: MediaName) -> Response:
        """Stream source, thumbnail, voiceover or mix, whole or one byte range."""
        file = await services.database.inline_or_thread(partial(find, request, video_id, asset))
        return await run_in_threadpool(serving.respond, services, file, headers=request.headers)

    @routes.head("/media/{asset}", **REMIX_MEDIA_HEAD)
    async def remix_media_headers(request: Request, video_id: ProjectId, asset: MediaName) -> Response:
        """Answer as GET would for the whole file, without the bytes."""
        file = await services.database.inline_or_thread(partial(find, request, video_id, asset))
        return await run_in_threadpool(serving.describe, services, file)


async def _own_project(services: Services, request: Request, video_id: str) -> tuple[Caller, UUID]:
    """The caller and a project of theirs, found before the body is read: all other ids look alike."""

    def found(connections: ConnectionSource) -> tuple[Caller, UUID]:
        caller, project_id = admit(request.scope, connections), job_id(video_id)
        service.require_owned(connections, caller=caller, project_id=project_id)
        return caller, project_id

    return await services.database.inline_or_thread(found)


async def _done(services: Services, caller: Caller, project_id: UUID, work: Callable[[], None]) -> Response:
    await services.database.in_thread(work)
    return await _shown(services, caller, project_id)


async def _shown(services: Services, caller: Caller, project_id: UUID, *, status: int = 200) -> Response:
    find = partial(service.retrieve, services, services.database, caller, project_id=project_id)
    project = await services.database.in_thread(find)
    moved = (
        {"Location": self_link(services.settings.public_url, project_id)} if status != HTTPStatus.OK else {}
    )
    return reply(project, status=status, headers=moved | polling(project))
