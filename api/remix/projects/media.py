"""The files of a project: source, thumbnail, voiceover, mix; streamed only to their owner."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.files.filename import disposition
from api.files.serving import File
from api.jobs.lookup import owned as owned_job
from api.problems import ApiProblem
from api.remix.projects import repository
from api.remix.projects.presentation import stored_files
from api.remix.projects.repository import REMIX
from renderer.contract.results import ResultFile
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.services import Services

_SUFFIXES: Final = {
    "video/mp4": ".mp4",
    "video/quicktime": ".mov",
    "video/webm": ".webm",
    "image/jpeg": ".jpg",
    "audio/mp4": ".m4a",
}


def find_media(
    services: Services, connections: ConnectionSource, caller: Caller, *, project_id: UUID, name: str
) -> File:
    """A file of the caller's project; raises `video_not_found`."""
    with connections.read() as connection:
        job, _ = owned_job(connection, caller, project_id, of=REMIX)
        project = repository.owned(connection, caller, project_id)
    is_over = job.status_at(services.clock.now()) is Status.EXPIRED
    files = {} if is_over else stored_files(project)
    if name not in files:
        raise ApiProblem("video_not_found")
    stored = ResultFile.model_validate(files[name])
    stem = PurePosixPath(project.file_name).stem
    title = stem if name == "source" else f"{stem} {name}"
    suffix = _SUFFIXES.get(stored.media_type, "")
    return File(
        stored=stored,
        name=disposition(title, fallback=f"{name}-{project.id}", suffix=suffix),
        modified=job.updated_at,
    )
