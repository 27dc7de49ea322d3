"""The worker's settings: the only place on this side that reads the environment (prefix CLIPWRIGHT_)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class WorkerSettings(BaseSettings):
    """Where things are and which engines are used. Secrets never appear in its repr."""

    model_config = SettingsConfigDict(env_prefix="CLIPWRIGHT_", frozen=True, extra="ignore")

    workspace: Path = Path(".clipwright")
    """Folder for intermediate results, safe to delete at any time."""

    workspace_limit_gb: Annotated[float, Field(gt=0)] = 10.0
    """Oldest intermediate results beyond this size are removed after a job."""

    storage_root: Path = Path(".clipwright/storage")
    """Root of the folder object storage; used unless a bucket is set."""

    s3_bucket: str = ""
    """Bucket of the object storage; empty means the folder."""
    s3_prefix: str = ""
    """Objects are stored below this, inside the bucket."""
    s3_endpoint: str = ""
    """Address of an S3-compatible server; empty means Amazon's."""
    s3_region: str = "us-east-1"
    s3_addressing: Literal["path", "virtual", "auto"] = "auto"
    """Whether the bucket is named in the path or in the host name."""
    s3_encryption: Literal["", "AES256", "aws:kms"] = ""
    """Encryption at rest that the server is asked for."""
    s3_kms_key: str = ""
    s3_access_key: str = ""
    """Empty means boto3's usual chain: its own variables, files, the machine's role."""
    s3_secret_key: SecretStr = SecretStr("")

    share_results: bool = True
    """With a bucket: whether intermediate results are kept there too, so that another machine can go on."""
    shared_days: Annotated[float, Field(gt=0)] = 2.0
    """How long intermediate results stay in the bucket."""

    broker_url: SecretStr = SecretStr("")
    """RabbitMQ (`amqp://…`) or Redis (`redis://…`)."""
    drain_seconds: Annotated[float, Field(ge=0)] = 20.0
    """On SIGTERM, jobs under way have this long to finish before they are handed back."""
    child_memory_mb: Annotated[int, Field(ge=256)] = 3000
    """A worker's child that has grown beyond this is replaced after its job."""
    gpu_job_mb: Annotated[int, Field(ge=1)] = 4000
    """GPU memory that one job may need; decides how many run beside each other on one GPU."""
    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port of the worker's Prometheus page; 0 means none."""
    metrics_host: str = "127.0.0.1"

    encoder: Literal["auto", "libx264", "h264_nvenc"] = "auto"
    """H.264 encoder; "auto" takes NVENC where a test encode succeeds."""

    encoder_threads: Annotated[int, Field(ge=1, le=16)] = 4
    """Threads of libx264. Part of what decides the bytes, so it is fixed, not taken from the machine."""

    worker_name: str = ""
    """Name in leases and logs; by default host name and process id."""


def share_metrics_folder(folder: Path) -> None:
    """Let this process and its children count into one folder (prometheus_client reads it when imported)."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
