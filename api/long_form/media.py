"""The files beside a film: captions and thumbnail, under the same rules as the download."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.files.filename import disposition
from api.files.serving import File
from api.jobs.lookup import owned
from api.jobs.results import finished, title_of
from api.long_form.assets import ASSETS
from api.problems import ApiProblem
from renderer.contract.vocabulary import Workflow

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.http.auth import Caller
    from api.services import Services

OF: Final = frozenset({Workflow.LONG_FORM})


def find_asset(
    services: Services, connections: ConnectionSource, caller: Caller, *, job_id: UUID, name: str
) -> File:
    """A file of the caller's finished film; raises `video_not_found` or `video_not_ready`."""
    if name not in ASSETS:
        raise ApiProblem("video_not_found")
    with connections.read() as connection:
        job, _ = owned(connection, caller, job_id, of=OF)
    stored = finished(job, now=services.clock.now()).sidecars.get(name)
    if stored is None:
        raise ApiProblem("video_not_found")
    title = disposition(title_of(job), fallback=f"video-{job.id}", suffix=ASSETS[name].suffix)
    return File(stored=stored, name=title, modified=job.settled_at or job.updated_at)
