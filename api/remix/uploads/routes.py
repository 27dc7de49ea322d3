"""The routes of the upload resource."""

from __future__ import annotations

from datetime import UTC
from email.utils import format_datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from api.http.admission import admit
from api.http.raw_route import RawRoute
from api.http.request_body import CREATE_BODY_BYTES, BodyLimits, read_json, read_optional_json
from api.http.responses import reply
from api.http.validation import validated
from api.jobs.lookup import job_id
from api.openapi.remix_upload_parts import (
    COMPLETE_UPLOAD,
    CREATE_UPLOAD,
    DELETE_UPLOAD,
    HEAD_UPLOAD,
    PUT_CHUNK,
)
from api.problems import BASE
from api.remix.projects import service as projects
from api.remix.projects.presentation import self_link as project_link
from api.remix.projects.requests import polling
from api.remix.uploads import completion, service
from api.remix.uploads.chunk_headers import chunk_headers
from api.remix.uploads.chunks import append
from api.remix.uploads.schemas import CompleteRemixUpload, CreateRemixUpload

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.remix.uploads.repository import ChunkedUpload
    from api.services import Services

UploadId = Annotated[str, Path(description="Id of the upload.", json_schema_extra={"format": "uuid"})]


def router(services: Services) -> APIRouter:
    """All five operations."""
    routes = APIRouter(prefix=f"{BASE}/remix/uploads", tags=["Remix"], route_class=RawRoute)
    limits = BodyLimits(size=CREATE_BODY_BYTES, seconds=services.settings.body_timeout_seconds)
    # a completion may contain a voiceover script of 500 lines
    settings_limits = BodyLimits(
        size=services.settings.project_body_bytes, seconds=services.settings.body_timeout_seconds
    )

    @routes.post("", **CREATE_UPLOAD)
    async def create_remix_upload(request: Request) -> Response:
        """Open a private upload in chunks, kept for 24 hours, and the project that it will become."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        wanted = validated(CreateRemixUpload, await read_json(request, limits))
        made = await services.database.in_thread(partial(service.create, services, caller, wanted))
        return reply(made, status=201, headers={"Location": made.links.self})

    @routes.head("/{upload_id}", **HEAD_UPLOAD)
    async def head_remix_upload(request: Request, upload_id: UploadId) -> Response:
        """Read how many bytes are durable."""

        def answer(connections: ConnectionSource) -> Response:
            caller = admit(request.scope, connections)
            found = service.find(services, connections, caller, upload_id=job_id(upload_id))
            return Response(headers=_headers(found))

        return await services.database.inline_or_thread(answer)

    @routes.put("/{upload_id}", **PUT_CHUNK)
    async def put_remix_chunk(request: Request, upload_id: UploadId) -> Response:
        """Append exactly one chunk; it counts when it is durable, or not at all."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        known = job_id(upload_id)
        await services.database.in_thread(
            partial(service.find, services, services.database, caller, upload_id=known)
        )
        chunk = chunk_headers(request.headers)
        after = await append(services, request, caller, known, chunk)
        return Response(status_code=204, headers=_headers(after))

    @routes.delete("/{upload_id}", **DELETE_UPLOAD)
    async def delete_remix_upload(request: Request, upload_id: UploadId) -> Response:
        """Abandon the upload; what was sent is deleted, and the project is cancelled."""
        caller = await services.database.inline_or_thread(partial(admit, request.scope))
        work = partial(service.delete, services, caller, upload_id=job_id(upload_id))
        return Response(status_code=204, headers=_headers(await services.database.in_thread(work)))

    @routes.post("/{upload_id}/complete", **COMPLETE_UPLOAD)
    async def complete_remix_upload(request: Request, upload_id: UploadId) -> Response:
        """Make the bytes the project's source, measure it, use its minutes and queue the analysis."""

        def found(connections: ConnectionSource) -> tuple[Caller, UUID]:
            caller, known = admit(request.scope, connections), job_id(upload_id)
            completion.require_completable(services, connections, caller, upload_id=known)
            return caller, known

        # before the body is read: all ids that are not the caller's look alike
        caller, known = await services.database.inline_or_thread(found)
        given = validated(CompleteRemixUpload, await read_optional_json(request, settings_limits))
        project_id = await completion.complete(services, caller, upload_id=known, settings=given.settings)
        find = partial(projects.retrieve, services, services.database, caller, project_id=project_id)
        project = await services.database.in_thread(find)
        location = {"Location": project_link(services.settings.public_url, project_id)}
        return reply(project, status=202, headers=location | polling(project))

    return routes


def _headers(upload: ChunkedUpload) -> dict[str, str]:
    expires = upload.expires_at.astimezone(UTC).replace(microsecond=0)
    return {
        "Upload-Offset": str(upload.offset),
        "Upload-Length": str(upload.byte_length),
        "Upload-Expires": format_datetime(expires, usegmt=True),
        "Cache-Control": "no-store",
    }
