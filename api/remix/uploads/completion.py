"""Completes an upload: its bytes become the project's source, which a worker probes while the caller waits.

One publisher at a time holds the upload's lease; one that dies loses it within a minute, and publishing again
changes nothing. From then on the project shows how the work progresses.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from starlette.concurrency import run_in_threadpool

from api.accounts.repository import lock_account
from api.deadline import not_counted
from api.http.auth import require_api_access
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem, service_unavailable
from api.remix.operations.documents import source_key
from api.remix.operations.following import REFUSALS
from api.remix.operations.metering import EXHAUSTED, begin_analysis, require_minutes
from api.remix.operations.queueing import enqueue, operation_job
from api.remix.operations.waiting import until
from api.remix.projects import lifecycle
from api.remix.projects import repository as projects
from api.remix.projects.fingerprints import digest_of
from api.remix.projects.service import plain
from api.remix.projects.settings import ProjectSettings, default_settings
from api.remix.uploads import repository
from api.remix.uploads.chunks import visible
from api.remix.uploads.repository import State
from renderer.clock import stopwatch
from renderer.contract.job import InputObject
from renderer.contract.orders.remix import RemixProbe
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.remix.projects.repository import Project
    from api.remix.uploads.repository import ChunkedUpload
    from api.services import Services
    from renderer.backends.storage.base import StoredObject

LEASE: Final = timedelta(seconds=60)
_PAUSE: Final = 0.1
_TOLD: Final = REFUSALS | {EXHAUSTED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What to do next: publish under the fencing token `fence`, or wait for the publisher if it is None.

    Nothing is left to do once the upload `is_published`.
    """

    upload: ChunkedUpload
    content: dict[str, Any]
    fence: int | None = None
    is_published: bool = False


async def complete(
    services: Services, caller: Caller, *, upload_id: UUID, settings: ProjectSettings | None
) -> UUID:
    """Complete the upload; returns the project's id once the source is probed or the time to wait is over.

    Raises the problem for which the completion or the source is refused.
    """
    ends = stopwatch() + services.settings.probe_wait_seconds
    turn = await _published(services, caller, upload_id, settings or default_settings(), ends=ends)
    project_id = turn.upload.project_id
    probed = await until(services, project_id, lambda each: each.phase != RemixPhase.PROBING, ends=ends)
    if probed is None:
        probed = await services.database.in_thread(partial(_stop_waiting, services, project_id))
    if probed.phase == RemixPhase.UPLOADING and probed.refusal:
        raise ApiProblem(probed.refusal)
    code = (probed.failure or {}).get("code", "")
    if probed.phase == RemixPhase.FAILED and code in _TOLD:
        raise ApiProblem(code)
    return project_id


async def _published(
    services: Services, caller: Caller, upload_id: UUID, settings: ProjectSettings, *, ends: float
) -> Turn:
    """Publish, or wait until another request has; waits until `ends` at most, as for the probe."""
    while True:
        turn = await services.database.in_thread(partial(_take_turn, services, caller, upload_id, settings))
        if turn.is_published:
            return turn
        if turn.fence is not None:
            await _publish(services, turn, ends=ends)
            continue
        if stopwatch() >= ends:
            raise service_unavailable()
        with not_counted():
            await asyncio.sleep(_PAUSE)


def require_completable(
    services: Services, connections: ConnectionSource, caller: Caller, *, upload_id: UUID
) -> None:
    """Raise `video_not_found` unless the upload is the caller's and is, or can become, a source."""
    with connections.read() as connection:
        _completable(services, caller, repository.find(connection, upload_id))


def _completable(services: Services, caller: Caller, found: ChunkedUpload | None) -> ChunkedUpload:
    if found and found.state == State.PUBLISHED and found.account_id == caller.account_id:
        return found  # a completion may be repeated until the day of its upload is over
    return visible(services, caller, found)


def _take_turn(services: Services, caller: Caller, upload_id: UUID, settings: ProjectSettings) -> Turn:
    """Check the completion, and take the lease if the upload is still to be published."""
    now = services.clock.now()
    with services.database.write() as connection:
        upload = _completable(services, caller, repository.lock(connection, upload_id))
        is_source = upload.state == State.PUBLISHED
        if upload.offset < upload.byte_length:
            raise ApiProblem("upload_incomplete")
        content = plain(settings)
        digest = digest_of(content)
        account = lock_account(connection, caller.account_id)
        project = projects.locked(connection, upload.project_id)
        if project.completion not in {None, digest}:
            raise ApiProblem("revision_conflict", "The upload was completed with other settings.")
        if is_source:
            if project.phase == RemixPhase.UPLOADING:
                visible(services, caller, upload)
                _begin_after_all(services, connection, account, project, content=content)
            return Turn(upload=upload, content=content, is_published=True)
        require_api_access(account.plan)
        if upload.lease_expires_at is not None and upload.lease_expires_at > now:
            return Turn(upload=upload, content=content)
        lease = {"fence": upload.fence + 1, "lease_expires_at": now + LEASE}
        repository.update(connection, upload_id, **lease)
    return Turn(upload=upload, content=content, fence=upload.fence + 1)


def _begin_after_all(
    services: Services, connection: Any, account: Caller, project: Project, *, content: dict[str, Any]
) -> None:
    """Begin the analysis of a source that was probed, but refused for lack of minutes."""
    now, minutes = services.clock.now(), project.minutes or 0
    require_minutes(connection, account, units=minutes, now=now)
    projects.begin_with(connection, project.id, settings=content, completion=digest_of(content))
    begin_analysis(connection, project, minutes=minutes, now=now)
    services.wake.set()


async def _publish(services: Services, turn: Turn, *, ends: float) -> None:
    """Join the parts, check them, and queue the probe."""
    upload, key = turn.upload, source_key(turn.upload.project_id)
    work = partial(services.staging.publish, upload.staged_object, upload.parts, key=key)
    try:
        with not_counted():
            stored = await run_in_threadpool(work)
        if stored.size != upload.byte_length:
            raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")  # noqa: TRY301 - as a store that fails
    except ClipwrightError as error:
        await services.database.in_thread(partial(_give_up_lease, services, turn))
        raise service_unavailable() from error
    await services.database.in_thread(partial(_queue_probe, services, turn, stored, ends=ends))


def _give_up_lease(services: Services, turn: Turn) -> None:
    with services.database.write() as connection:
        upload = repository.lock(connection, turn.upload.id)
        if upload is not None and upload.fence == turn.fence:
            repository.update(connection, upload.id, lease_expires_at=None)


def _queue_probe(services: Services, turn: Turn, stored: StoredObject, *, ends: float) -> None:
    """Queue the probe, unless another request has published or the upload was abandoned meanwhile."""
    now, seconds = services.clock.now(), max(0.0, ends - stopwatch())
    with services.database.write() as connection:
        upload = repository.lock(connection, turn.upload.id)
        if upload is None or upload.state != State.OPEN or upload.fence != turn.fence:
            return
        lock_account(connection, upload.account_id)
        project = projects.locked(connection, upload.project_id)
        projects.begin_with(connection, project.id, settings=turn.content, completion=digest_of(turn.content))
        repository.update(connection, upload.id, state=State.PUBLISHED.value, lease_expires_at=None)
        named = InputObject(key=stored.key, size=stored.size, sha256=stored.sha256)
        job = operation_job(project, RemixProbe(), {"source": named}, units=0, now=now)
        enqueue(connection, job)
        source = {**named.model_dump(mode="json"), "media_type": project.mime_type}
        lifecycle.enter(
            connection,
            project.id,
            RemixPhase.PROBING,
            now=now,
            source=source,
            operation_id=job.id,
            awaited_until=now + timedelta(seconds=seconds) if seconds else None,
        )
    services.wake.set()


def _stop_waiting(services: Services, project_id: UUID) -> Project:
    """Record that no request waits for the probe any more, so that the project must show its refusal."""
    with services.database.write() as connection:
        project = projects.locked(connection, project_id)
        if project.phase == RemixPhase.PROBING:
            projects.update(connection, project_id, awaited_until=None)
    return project
