"""The worker's settings: the only place on this side that reads the environment (prefix CLIPWRIGHT_)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class WorkerSettings(BaseSettings):
    """Where things are and which engines are used. Secrets never appear in its repr."""

    model_config = SettingsConfigDict(env_prefix="CLIPWRIGHT_", frozen=True, extra="ignore")

    workspace: Path = Path(".clipwright")
    """Folder for intermediate results, safe to delete at any time."""

    workspace_limit_gb: Annotated[float, Field(gt=0)] = 10.0
    """Oldest intermediate results beyond this size are removed after a job."""

    storage_root: Path = Path(".clipwright/storage")
    """Root of the folder object storage (embedded mode)."""

    encoder: Literal["auto", "libx264", "h264_nvenc"] = "auto"
    """H.264 encoder; "auto" takes NVENC where a test encode succeeds."""

    encoder_threads: Annotated[int, Field(ge=1, le=16)] = 4
    """Threads of libx264. Part of what decides the bytes, so it is fixed, not taken from the machine."""

    worker_name: str = ""
    """Name in leases and logs; by default host name and process id."""
