"""Converts a project to what its owner may see; nothing else of its rows is ever exposed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.jobs.phases import RemixPhase
from api.remix.projects.lifecycle import status_of
from api.remix.projects.schemas import (
    ProjectCaptions,
    RemixAnalysis,
    RemixFailure,
    RemixLinks,
    RemixMedia,
    RemixMinutes,
    RemixOutput,
    RemixProject,
    RemixSource,
    VoiceoverReport,
)
from api.remix.projects.settings import ProjectSettings
from api.videos.presentation import self_link as video_link
from api.videos.schemas import Progress
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from api.jobs.repository import Job
    from api.jobs.standing import Standing
    from api.remix.projects.repository import Project

ASSETS: Final = ("source", "thumbnail", "voiceover", "mix")
_MEASURED: Final = ("duration_seconds", "width", "height", "frame_rate", "has_audio")
_PENDING: Final[dict[str, Any]] = {
    "language": None,
    "transcript": [],
    "words": 0,
    "speech_seconds": 0.0,
    "loudness_lufs": None,
    "shots": 0,
    "engine": "none",
}


def self_link(origin: str, project_id: UUID) -> str:
    """The canonical address of a project."""
    return f"{origin}/api/v1/remix/projects/{project_id}"


def remix_project(
    project: Project, job: Job, standing: Standing, *, origin: str, now: datetime
) -> RemixProject:
    """The resource; `job` is the row that lists the project, `standing` is that of its account."""
    phase = RemixPhase.EXPIRED if job.status_at(now) is Status.EXPIRED else RemixPhase(project.phase)
    percent = 100 if phase is RemixPhase.EXPIRED else job.percent
    return RemixProject(
        id=project.id,
        object="remix_project",
        workflow="remix",
        status=status_of(phase),
        phase=phase,
        revision=project.revision,
        created_at=job.created_at,
        updated_at=job.updated_at,
        expires_at=job.expires_at,
        source=_source(project),
        analysis=_analysis(project, phase),
        settings=ProjectSettings.model_validate(project.settings),
        captions=ProjectCaptions.model_validate(project.captions),
        voiceover=VoiceoverReport.model_validate(project.voiceover),
        progress=Progress(percent=percent, stage=phase.value, detail=job.detail),
        minutes=RemixMinutes(
            source=project.minutes,
            charged=project.charged,
            limit=standing.limit,
            used=standing.tally.used,
            reserved=standing.tally.reserved,
            remaining=standing.tally.remaining(standing.limit),
        ),
        media=_media(project, phase, origin),
        output=_output(job, phase),
        failure=RemixFailure.model_validate(project.failure) if project.failure else None,
        links=_links(project, phase, origin),
    )


def _source(project: Project) -> RemixSource:
    measures = project.measures or {}
    return RemixSource(
        file_name=project.file_name,
        mime_type=project.mime_type,
        byte_length=project.byte_length,
        minutes=project.minutes,
        **{name: measures.get(name) for name in _MEASURED},
    )


def _analysis(project: Project, phase: RemixPhase) -> RemixAnalysis:
    if project.analysis:
        return RemixAnalysis.model_validate({"state": "done", **project.analysis})
    running = {RemixPhase.ANALYSING: "running", RemixPhase.FAILED: "failed"}
    return RemixAnalysis.model_validate({"state": running.get(phase, "pending"), **_PENDING})


def _media(project: Project, phase: RemixPhase, origin: str) -> RemixMedia:
    kept = {} if phase is RemixPhase.EXPIRED else stored_files(project)
    link = self_link(origin, project.id)
    return RemixMedia(**{name: f"{link}/media/{name}" if name in kept else None for name in ASSETS})


def stored_files(project: Project) -> dict[str, Any]:
    """The stored files that the owner may fetch, by asset."""
    source = {"source": project.source} if project.source else {}
    return source | {name: file for name, file in project.files.items() if name in ASSETS}


def _output(job: Job, phase: RemixPhase) -> RemixOutput | None:
    if phase is not RemixPhase.COMPLETED:
        return None
    made = job.results["video"]
    return RemixOutput.model_validate({name: made[name] for name in ("duration_seconds", "width", "height")})


def _links(project: Project, phase: RemixPhase, origin: str) -> RemixLinks:
    link, video = self_link(origin, project.id), video_link(origin, project.id)
    is_done = phase is RemixPhase.COMPLETED
    return RemixLinks(
        self=link,
        video=video,
        export=f"{link}/export",
        cancel=f"{link}/cancel",
        download=f"{video}/download" if is_done else None,
    )
