"""The worker's settings: the only place on this side that reads the environment (prefix CLIPWRIGHT_)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from renderer.backends.storage.settings import StoreSettings
from renderer.core.encoding import EncodingName


class WorkerSettings(StoreSettings):
    """Paths, limits and the encoder of a worker. Secrets never appear in the repr."""

    model_config = SettingsConfigDict(env_prefix="CLIPWRIGHT_", frozen=True, extra="ignore")

    workspace: Path = Path(".clipwright")
    """Folder for intermediate results, safe to delete at any time."""

    workspace_limit_gb: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 10.0
    """Oldest intermediate results beyond this size are removed after a job."""

    storage_root: Path = Path(".clipwright/storage")
    """Root of the folder object storage; used unless a bucket is set."""

    share_results: bool = True
    """With a bucket: whether intermediate results are kept there too, for other machines to continue from."""
    shared_days: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 2.0
    """How long intermediate results stay in the bucket."""

    broker_url: SecretStr = SecretStr("")
    """RabbitMQ (`amqp://…`) or Redis (`redis://…`)."""
    drain_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 20.0
    """On SIGTERM, jobs under way have this long to finish before they are handed back."""
    child_memory_mb: Annotated[int, Field(ge=256)] = 3000
    """A worker's child that has grown beyond this is replaced after its job."""
    free_disk_mb: Annotated[int, Field(ge=0)] = 200
    """A worker with less room than this in its workspace takes no jobs until there is more."""
    free_memory_mb: Annotated[int, Field(ge=0)] = 200
    """A worker with less free memory than this takes no jobs until there is more."""
    beat_descriptor: int = -1
    """Inherited file descriptor on which the supervisor of an embedded worker expects signs of life."""
    gpu_job_mb: Annotated[int, Field(ge=1)] = 4000
    """GPU memory that one job may need; decides how many run at the same time on one GPU."""
    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port of the worker's Prometheus page; 0 means none."""
    metrics_host: str = "127.0.0.1"
    metrics_folder: Path = Path()
    """Folder into which an embedded worker counts, for its service to publish; "." means none."""

    encoder: Literal["auto", "libx264", "h264_nvenc"] = "auto"
    """H.264 encoder; "auto" takes NVENC where a test encode succeeds."""

    encoding: EncodingName = "fast"
    """Preset for libx264: fast, quality (slower, more faithful) or small (slower, smaller files)."""
    encoder_threads: Annotated[int, Field(ge=1, le=16)] = 1
    """Threads of one libx264. They affect the bytes, so the number is fixed, not taken from the machine."""
    render_processes: Annotated[int, Field(ge=0, le=64)] = 0
    """Processes that render one video's segments in parallel with libx264; the bytes are the same.
    0: one for each processor core that a job has to itself."""

    log_level: str = "info"
    """Log level of the embedded worker; `clipwright worker` has an option for its own."""

    worker_name: str = ""
    """Name in leases and logs; by default host name and process id."""


def share_metrics_folder(folder: Path) -> None:
    """Have this process and its children count into one folder; call before prometheus_client is loaded."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
