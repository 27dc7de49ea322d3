"""Object keys of outputs: a folder per job with a folder per attempt, so attempts never share a key."""

from __future__ import annotations

from typing import Final
from uuid import UUID

MAIN: Final = "video.mp4"
"""Name of an attempt's main file."""


def output_prefix(job_id: UUID) -> str:
    """The folder for the outputs of all attempts at this job."""
    return f"videos/{job_id}/"


def attempt_prefix(job_id: UUID, attempt: int) -> str:
    """The folder for the outputs of this attempt."""
    return f"{output_prefix(job_id)}{attempt}/"


def output_key(job_id: UUID, attempt: int) -> str:
    """The key under which this attempt stores its video."""
    return f"{attempt_prefix(job_id, attempt)}{MAIN}"


def attempt_of(key: str) -> int:
    """The attempt whose folder holds the object under this key; 0 if it lies in none."""
    name = key.split("/")[2]
    return int(name) if name.isascii() and name.isdecimal() else 0
