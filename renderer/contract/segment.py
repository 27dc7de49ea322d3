"""The segment message: one part of a long render, offered to idle workers."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from renderer.contract.message import Message


class SegmentMessage(Message):
    """Frames [first, stop) of the plan with this digest; job and attempt are for the logs."""

    version: Literal[1] = 1
    job_id: UUID
    attempt: Annotated[int, Field(ge=1)]
    plan: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    first: Annotated[int, Field(ge=0)]
    stop: Annotated[int, Field(ge=1)]
