"""Where outputs are stored: a folder per job, a folder in it per attempt, so attempts never share a key."""

from __future__ import annotations

from uuid import UUID


def output_prefix(job_id: UUID) -> str:
    """The folder of everything that any attempt at this job stores."""
    return f"videos/{job_id}/"


def output_key(job_id: UUID, attempt: int) -> str:
    """Where this attempt stores its video."""
    return f"{output_prefix(job_id)}{attempt}/video.mp4"
