"""Results of finished jobs, read back as documents of the contract."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from api.problems import ApiProblem
from renderer.contract.results import VideoResult
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from api.jobs.repository import Job


def video_result(job: Job) -> VideoResult:
    """The video of a completed job; raises `LookupError` for a job that has none."""
    return VideoResult.model_validate(job.results["video"])


def finished(job: Job, *, now: datetime) -> VideoResult:
    """The video of a job that is completed and kept; raises `video_not_found` or `video_not_ready`."""
    match job.status_at(now):
        case Status.COMPLETED if "video" in job.results:
            return video_result(job)
        case Status.COMPLETED | Status.EXPIRED:
            raise ApiProblem("video_not_found")
        case _:
            raise ApiProblem("video_not_ready")


def title_of(job: Job) -> str:
    """The title of the video: the ordered one, the one found in the script, the topic, or ""."""
    found = job.facts.get("script", {}).get("title", "")
    return str(job.order.get("title") or found or job.order.get("topic", ""))
