"""Downloads: the finished MP4 of any workflow, for the account that owns it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.files.filename import disposition
from api.files.serving import File
from api.http.auth import Caller
from api.jobs.lookup import owned
from api.jobs.results import finished, title_of

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.services import Services


def find_file(services: Services, connections: ConnectionSource, caller: Caller, *, job_id: UUID) -> File:
    """The caller's finished file; raises `video_not_found` or `video_not_ready`."""
    with connections.read() as connection:
        job, _ = owned(connection, caller, job_id)
    result = finished(job, now=services.clock.now())
    name = disposition(title_of(job), fallback=f"video-{job.id}", suffix=".mp4")
    return File(stored=result.file, name=name, modified=job.updated_at)
