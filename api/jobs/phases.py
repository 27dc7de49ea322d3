"""Phases: the finer state behind a job's public status, by workflow, in the contract's words."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from renderer.contract.vocabulary import Status, Workflow

if TYPE_CHECKING:
    from api.jobs.repository import Job


class LongFormPhase(StrEnum):
    """Where a Long-form job is."""

    QUEUED = "queued"
    ADAPTING = "adapting"
    NARRATING = "narrating"
    ILLUSTRATING = "illustrating"
    RENDERING = "rendering"
    INSPECTING = "inspecting"
    PUBLISHING = "publishing"
    CANCELLING = "cancelling"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class RemixPhase(StrEnum):
    """Where a Remix project is."""

    UPLOADING = "uploading"
    PROBING = "probing"
    ANALYSIS_QUEUED = "analysis_queued"
    ANALYSING = "analysing"
    READY = "ready"
    DRAFTING = "drafting"
    TRANSLATING = "translating"
    PREVIEWING = "previewing"
    EXPORT_QUEUED = "export_queued"
    EXPORTING = "exporting"
    PUBLISHING = "publishing"
    CANCELLING = "cancelling"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


_LONG_FORM: Final = {
    "adapt_script": LongFormPhase.ADAPTING,
    "record_lines": LongFormPhase.NARRATING,
    "refit_script": LongFormPhase.NARRATING,
    "record_added": LongFormPhase.NARRATING,
    "time_lines": LongFormPhase.NARRATING,
    "write_lines": LongFormPhase.NARRATING,
    "place_voice": LongFormPhase.NARRATING,
    "align_words": LongFormPhase.NARRATING,
    "direct_film": LongFormPhase.ILLUSTRATING,
    "caption_film": LongFormPhase.ILLUSTRATING,
    "score_film": LongFormPhase.ILLUSTRATING,
    "draw_thumbnail": LongFormPhase.ILLUSTRATING,
    "render_film": LongFormPhase.RENDERING,
    "inspect_film": LongFormPhase.INSPECTING,
    "publish_film": LongFormPhase.PUBLISHING,
}
STAGES: Final = {Workflow.LONG_FORM.value: _LONG_FORM}
"""Phase by stage, in pipeline order, for each workflow whose phases the contract names."""


def phase(job: Job, *, now: datetime) -> str:
    """The job's phase, or its stage where the contract names no phases for its workflow."""
    stages, status = STAGES.get(job.workflow), job.status_at(now)
    if stages is None:
        return status.value if status is Status.EXPIRED else job.stage
    if status is not Status.PROCESSING:
        return status.value
    if job.cancel_requested:
        return LongFormPhase.CANCELLING.value
    # the default applies until a worker has named its first stage
    return stages.get(job.stage, LongFormPhase.ADAPTING).value


def detail(job: Job, *, now: datetime) -> str:
    """A sentence about what is happening to the job."""
    if job.status_at(now) is Status.EXPIRED:
        return "The video is no longer kept."
    is_ending = job.is_open and job.cancel_requested
    return "Work is being stopped." if is_ending else job.detail
