"""From a job to what its owner may see of it; nothing else of the row ever leaves."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from api.allowance import Tally
from api.jobs import Job
from api.videos.schemas import (
    AcceptedJob,
    AcceptedUsage,
    FailureNote,
    Links,
    Output,
    Progress,
    Queue,
    Settings,
    Video,
)
from renderer.contract.vocabulary import Source, Status, Workflow

_EXPIRED = Progress(percent=100, stage="expired", detail="The video is no longer kept.")


def self_link(origin: str, job_id: UUID) -> str:
    """The canonical address of a video."""
    return f"{origin}/api/v1/videos/{job_id}"


def accepted(job: Job, *, origin: str, position: int, tally: Tally, limit: int) -> AcceptedJob:
    """The answer to the create that made this job."""
    return AcceptedJob(
        id=job.id,
        object="video",
        status="queued",
        created_at=job.created_at,
        queue=Queue(position=position),
        settings=Settings.model_validate(job.settings),
        usage=AcceptedUsage(
            used=tally.used, reserved=tally.reserved, remaining=tally.remaining(limit), limit=limit
        ),
        links=Links(self=self_link(origin, job.id), download=None),
    )


def video(job: Job, *, origin: str, now: datetime, position: int) -> Video:
    """The public resource; `position` counts only while the job is queued."""
    status, link = job.status_at(now), self_link(origin, job.id)
    return Video(
        id=job.id,
        object="video",
        workflow=job.workflow,
        status=status,
        source=Source(job.source),
        created_at=job.created_at,
        updated_at=job.updated_at,
        expires_at=job.expires_at,
        progress=_progress(job, status),
        links=Links(self=link, download=f"{link}/download" if status is Status.COMPLETED else None),
        **_settings(job),
        **_by_status(job, status, position),
    )


def _settings(job: Job) -> dict[str, Any]:
    is_short = job.workflow == Workflow.SHORT
    return {"settings": Settings.model_validate(job.settings)} if is_short else {}


def _by_status(job: Job, status: Status, position: int) -> dict[str, Any]:
    match status:
        case Status.QUEUED:
            return {"queue": Queue(position=position)}
        case Status.COMPLETED:
            return {"output": Output(duration_seconds=job.duration_seconds)}
        case Status.FAILED:
            return {"failure": FailureNote(code="generation_failed", message="Video generation failed.")}
        case _:
            return {}


def _progress(job: Job, status: Status) -> Progress:
    if status is Status.EXPIRED:
        return _EXPIRED
    return Progress(percent=job.percent, stage=job.stage, detail=job.detail)
