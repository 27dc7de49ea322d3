"""Receives one chunk: written to a part of its own, made durable, then counted, in this order.

No lock is held while a client sends. Each writer has a part and a fencing token of its own, so writers of the
same chunk do not disturb each other; the first to move the offset wins, and the parts of the others are never
used. A connection or process that dies therefore has nothing to release.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final
from uuid import UUID

from starlette.concurrency import run_in_threadpool

from api.deadline import not_counted
from api.problems import ApiProblem, service_unavailable
from api.remix.uploads import repository
from api.remix.uploads.repository import State
from api.remix.uploads.schemas import CHUNK_BYTES, MOST_BYTES
from renderer.backends.storage.staging import MOST_SLOTS
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from starlette.requests import Request

    from api.http.auth import Caller
    from api.remix.uploads.chunk_headers import ChunkHeaders
    from api.remix.uploads.repository import ChunkedUpload
    from api.services import Services
    from renderer.backends.storage.staging import PartWriter, StagedObject

BUFFER_BYTES: Final = 512 << 10
"""Bytes of its chunk that a request holds in memory, besides those that the connection buffers."""
_WRITERS: Final = MOST_SLOTS // -(-MOST_BYTES // CHUNK_BYTES)
"""Slots per chunk; its writers take them in turn, and reuse them after that many writers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkPlace:
    """Where a chunk is written."""

    staged: StagedObject
    slot: int


def visible(services: Services, caller: Caller, upload: ChunkedUpload | None) -> ChunkedUpload:
    """The upload, if it is the caller's and still kept; else raises `video_not_found`."""
    is_kept = upload is not None and upload.state in {State.OPEN, State.PUBLISHED}
    if upload is None or not is_kept or upload.account_id != caller.account_id:
        raise ApiProblem("video_not_found")
    if upload.expires_at <= services.clock.now():
        raise ApiProblem("video_not_found")
    return upload


def place(services: Services, caller: Caller, upload_id: UUID, chunk: ChunkHeaders) -> ChunkPlace:
    """Check the chunk by its headers and assign it a slot."""
    with services.database.write() as connection:
        upload = visible(services, caller, repository.lock(connection, upload_id))
        _require_fit(upload, chunk)
        repository.update(connection, upload_id, fence=upload.fence + 1)
    number = upload.offset // CHUNK_BYTES
    return ChunkPlace(staged=upload.staged_object, slot=1 + number * _WRITERS + upload.fence % _WRITERS)


def count(
    services: Services, caller: Caller, upload_id: UUID, chunk: ChunkHeaders, *, part: str
) -> ChunkedUpload:
    """Move the offset past the durable part; raises `offset_mismatch` if another writer was first."""
    with services.database.write() as connection:
        upload = visible(services, caller, repository.lock(connection, upload_id))
        _require_fit(upload, chunk)
        moved = {"offset": upload.offset + chunk.length, "parts": [*upload.parts, part]}
        repository.update(connection, upload_id, **moved)
        found = repository.find(connection, upload_id)
    return visible(services, caller, found)


async def append(
    services: Services, request: Request, caller: Caller, upload_id: UUID, chunk: ChunkHeaders
) -> ChunkedUpload:
    """Store the request's body as the upload's next chunk; returns the upload as it is afterwards."""
    put = await services.database.in_thread(partial(place, services, caller, upload_id, chunk))
    try:
        part = await _stored(services, request, put, chunk)
    except ClipwrightError as error:
        raise service_unavailable() from error
    work = partial(count, services, caller, upload_id, chunk, part=part)
    return await services.database.in_thread(work)


async def _stored(services: Services, request: Request, put: ChunkPlace, chunk: ChunkHeaders) -> str:
    """Store the request's body; returns the durable part's name. The writer is closed in any case."""
    writer = await run_in_threadpool(services.staging.part, put.staged, slot=put.slot)
    try:
        with not_counted():
            async with asyncio.timeout(services.settings.chunk_timeout_seconds):
                await _receive(request, writer, chunk)
            return await run_in_threadpool(writer.store)
    except TimeoutError:
        raise ApiProblem("invalid_request", "The chunk did not arrive in time.", connection="close") from None
    finally:
        await asyncio.shield(run_in_threadpool(writer.close))


async def _receive(request: Request, writer: PartWriter, chunk: ChunkHeaders) -> None:
    digest = hashlib.sha256()
    buffer, taken = bytearray(), 0
    async for piece in request.stream():
        taken += len(piece)
        if taken > chunk.length:
            raise ApiProblem("invalid_chunk", connection="close")
        buffer += piece
        if chunk.sha256 is not None:
            digest.update(piece)
        if len(buffer) >= BUFFER_BYTES:
            await run_in_threadpool(writer.write, bytes(buffer))
            buffer.clear()
    if taken != chunk.length:
        raise ApiProblem("invalid_chunk")
    if chunk.sha256 is not None and digest.digest() != chunk.sha256:
        raise ApiProblem("invalid_chunk", "The chunk is not the one that Content-Digest describes.")
    await run_in_threadpool(writer.write, bytes(buffer))


def _require_fit(upload: ChunkedUpload, chunk: ChunkHeaders) -> None:
    if upload.state != State.OPEN:
        raise ApiProblem("video_not_found")
    if chunk.offset != upload.offset:
        headers = {"upload_offset": str(upload.offset), "cache_control": "no-store"}
        raise ApiProblem("offset_mismatch", **headers)
    expected = min(CHUNK_BYTES, upload.byte_length - upload.offset)
    if not expected:
        raise ApiProblem("invalid_chunk", "Every byte is here; complete the upload.")
    if chunk.length != expected:
        message = f"The chunk at offset {upload.offset} has exactly {expected} bytes."
        raise ApiProblem("invalid_chunk", message)
