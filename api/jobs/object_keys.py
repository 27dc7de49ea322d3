"""Object keys of outputs: a folder per job, in it one per attempt, so attempts never share a key."""

from __future__ import annotations

from typing import Final
from uuid import UUID

MAIN: Final = "video.mp4"
"""Name of an attempt's main file."""


def output_prefix(job_id: UUID) -> str:
    """The folder of everything that any attempt at this job stores."""
    return f"videos/{job_id}/"


def attempt_prefix(job_id: UUID, attempt: int) -> str:
    """The folder of everything that this attempt stores."""
    return f"{output_prefix(job_id)}{attempt}/"


def output_key(job_id: UUID, attempt: int) -> str:
    """Where this attempt stores its video."""
    return f"{attempt_prefix(job_id, attempt)}{MAIN}"
