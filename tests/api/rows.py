"""Rows for direct tests: accounts, jobs and projects, inserted without a request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.accounts import service as accounts
from api.jobs import repository as jobs
from api.jobs.phases import RemixPhase
from api.jobs.queued_job import queued_job
from api.remix.projects import lifecycle, repository
from api.remix.uploads import service as uploads
from api.remix.uploads.schemas import CreateRemixUpload
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import Plan
from tests.api.harness import START, Service

if TYPE_CHECKING:
    from api.http.auth import Caller
    from api.jobs.repository import Job
    from api.remix.projects.repository import Project

MEASURES = {"duration_seconds": 73.4, "width": 1920, "height": 1080, "frame_rate": 29.97, "has_audio": True}
CUES = [
    {"start_ms": 120, "end_ms": 1240, "text": "This bridge was built"},
    {"start_ms": 1240, "end_ms": 2310, "text": "in eleven days."},
]
CAPTIONS = {"origin": "analysed", "language": "en", "cues": CUES}
ADDRESS = "https://video.example"


def an_account(service: Service, plan: Plan = Plan.PRO) -> Caller:
    return accounts.create_account(service.services.database, service.clock, plan=plan, name="test")


def a_job(caller: Caller, **changes: Any) -> Job:
    """A short video as ordered, with `changes` applied; not yet in the database."""
    return replace(queued_job(ShortOrder(topic="Bees"), caller.account_id, now=START), **changes)


def kept(service: Service, *rows: Job) -> None:
    """Insert jobs into the database without publishing them to workers."""
    with service.services.database.write() as connection:
        for row in rows:
            jobs.insert(connection, row)


def job_of(service: Service, job_id: UUID) -> Job:
    with service.services.database.read() as connection:
        found = jobs.find(connection, job_id)
    assert found is not None
    return found


def uploading(service: Service, caller: Caller, *, size: int = 1000, name: str = "clip.mp4") -> Project:
    """A project whose upload is open."""
    wanted = CreateRemixUpload.model_validate(
        {"file_name": name, "mime_type": "video/mp4", "byte_length": size}
    )
    return project_of(service, uploads.create(service.services, caller, wanted).video_id)


def ready(service: Service, caller: Caller, **changes: Any) -> Project:
    """A project that is probed and analysed, at revision 2."""
    project = uploading(service, caller)
    known: dict[str, Any] = {"measures": MEASURES, "minutes": 2, "charged": 2}
    with service.services.database.write() as connection:
        lifecycle.advance(
            connection,
            project,
            name="analysed",
            now=service.clock.now(),
            captions=CAPTIONS,
            **known | changes,
        )
    return project_of(service, project.id)


def in_phase(service: Service, project: Project, phase: RemixPhase, **changes: Any) -> Project:
    with service.services.database.write() as connection:
        lifecycle.enter(connection, project.id, phase, now=service.clock.now(), **changes)
    return project_of(service, project.id)


def project_of(service: Service, project_id: UUID) -> Project:
    with service.services.database.read() as connection:
        found = repository.find(connection, project_id)
    assert found is not None
    return found
