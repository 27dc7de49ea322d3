"""Converts a Long-form job to what its owner may see; nothing else of the row is ever exposed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from api.jobs.phases import LongFormPhase, phase
from api.jobs.repository import Job
from api.jobs.results import title_of, video_result
from api.jobs.standing import Standing
from api.long_form.assets import ASSETS
from api.long_form.schemas import (
    FilmChapterStart,
    LongFormAllowance,
    LongFormFailure,
    LongFormLinks,
    LongFormOutput,
    LongFormVideo,
    LongFormVideoSettings,
    ScriptReport,
)
from api.videos.presentation import progress
from api.videos.presentation import self_link as video_link
from api.videos.schemas import Queue
from renderer.contract.orders.long_form import ChapterStyle
from renderer.contract.vocabulary import Source, Status

_TOO_SHORT: Final = frozenset({"script_too_short", "script_empty"})
"""Failures caused by the script; their sentence says what to add."""
_SCRIPT: Final = ("adaptation", "spoken_characters", "estimated_seconds")


def self_link(origin: str, job_id: UUID) -> str:
    """The canonical address of a Long-form video."""
    return f"{origin}/api/v1/long-form/videos/{job_id}"


def long_form_video(job: Job, standing: Standing, *, origin: str, now: datetime) -> LongFormVideo:
    """The resource; the position in `standing` is used only while the job is queued."""
    status = job.status_at(now)
    return LongFormVideo(
        id=job.id,
        object="long_form_video",
        workflow="long_form",
        status=status,
        phase=LongFormPhase(phase(job, now=now)),
        source=Source(job.source),
        created_at=job.created_at,
        updated_at=job.updated_at,
        expires_at=job.expires_at,
        title=title_of(job) or None,
        settings=LongFormVideoSettings.model_validate(job.order["settings"]),
        progress=progress(job, now=now),
        script=_script(job),
        allowance=LongFormAllowance(
            unit="videos",
            limit=standing.limit,
            used=standing.tally.used,
            reserved=standing.tally.reserved,
            remaining=standing.tally.remaining(standing.limit),
        ),
        links=_links(job, status, origin),
        **_by_status(job, status, standing.position),
    )


def _script(job: Job) -> ScriptReport:
    found = job.facts.get("script", {})
    known = {name: found[name] for name in _SCRIPT if name in found}
    return ScriptReport(characters=len(job.order["script"]), **known)


def _links(job: Job, status: Status, origin: str) -> LongFormLinks:
    link, video = self_link(origin, job.id), video_link(origin, job.id)
    is_done = status is Status.COMPLETED
    files = video_result(job).sidecars if is_done else {}
    assets = {asset.link: f"{link}/media/{name}" if name in files else None for name, asset in ASSETS.items()}
    return LongFormLinks(
        self=link,
        video=video,
        download=f"{video}/download" if is_done else None,
        cancel=f"{link}/cancel",
        **assets,
    )


def _by_status(job: Job, status: Status, position: int) -> dict[str, Any]:
    match status:
        case Status.QUEUED:
            return {"queue": Queue(position=position)}
        case Status.COMPLETED:
            return {"output": _output(job)}
        case Status.FAILED:
            return {"failure": _failure(job)}
        case _:
            return {}


def _output(job: Job) -> LongFormOutput:
    """The finished film; its chapters are left out if it was ordered without any."""
    made = video_result(job)
    is_divided = job.order["settings"]["chapters"] != ChapterStyle.NONE
    return LongFormOutput(
        duration_seconds=made.duration_seconds,
        width=made.width,
        height=made.height,
        chapters=[FilmChapterStart(**each.model_dump()) for each in made.chapters if is_divided],
        description=made.description,
    )


def _failure(job: Job) -> LongFormFailure:
    """Why there is no film; failures that the script did not cause are reported as for every video."""
    if job.failure_code in _TOO_SHORT and job.failure_sentence:
        return LongFormFailure(code="script_too_short", message=job.failure_sentence)
    return LongFormFailure(code="generation_failed", message="Video generation failed.")
