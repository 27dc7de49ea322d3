"""Converts a job to what its owner may see; nothing else of the row is ever exposed."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from api.jobs.phases import detail, phase
from api.jobs.repository import Job, JobRole
from api.jobs.results import video_result
from api.jobs.standing import Standing
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


def self_link(origin: str, job_id: UUID) -> str:
    """The canonical address of a video."""
    return f"{origin}/api/v1/videos/{job_id}"


def accepted(job: Job, standing: Standing, *, origin: str) -> AcceptedJob:
    """The answer to the create request that made this job."""
    tally, limit = standing.tally, standing.limit
    return AcceptedJob(
        id=job.id,
        object="video",
        status="queued",
        created_at=job.created_at,
        queue=Queue(position=standing.position),
        settings=Settings.model_validate(job.order["settings"]),
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
        progress=progress(job, now=now),
        links=Links(self=link, download=f"{link}/download" if status is Status.COMPLETED else None),
        **_settings(job),
        **_by_status(job, status, position),
    )


def _settings(job: Job) -> dict[str, Any]:
    is_short = job.workflow == Workflow.SHORT
    return {"settings": Settings.model_validate(job.order["settings"])} if is_short else {}


def _by_status(job: Job, status: Status, position: int) -> dict[str, Any]:
    match status:
        case Status.QUEUED if job.role == JobRole.JOB:
            return {"queue": Queue(position=position)}
        case Status.COMPLETED:
            return {"output": Output(duration_seconds=video_result(job).duration_seconds)}
        case Status.FAILED:
            return {"failure": FailureNote(code="generation_failed", message="Video generation failed.")}
        case _:
            return {}


def progress(job: Job, *, now: datetime) -> Progress:
    """The job's progress; its stage is the phase where the contract names phases."""
    percent = 100 if job.status_at(now) is Status.EXPIRED else job.percent
    return Progress(percent=percent, stage=phase(job, now=now), detail=detail(job, now=now))
