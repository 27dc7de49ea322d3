"""The job message: what the API hands to a worker. Small, versioned, never media."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from renderer.contract.order import Message, ShortOrder


class OutputTarget(Message):
    """Object keys for the result: the MP4 at `key`, sidecars beside it."""

    key: Annotated[str, Field(min_length=1, max_length=512, pattern=r"^[A-Za-z0-9/_.-]+$")]


class ReportTarget(Message):
    """Where events go, and the token that only this attempt holds."""

    url: Annotated[str, Field(min_length=1, max_length=2048)]
    token: Annotated[str, Field(min_length=16, max_length=256)]


class JobMessage(Message):
    """One attempt at one job. `attempt` is the fencing token: a newer attempt outranks all older ones."""

    version: Literal[1] = 1
    job_id: UUID
    attempt: Annotated[int, Field(ge=1)]
    order: ShortOrder
    output: OutputTarget
    report: ReportTarget
