"""Events: what a worker tells the API. Rising `sequence` per attempt; newest wins; idempotent."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from renderer.contract.order import Message

Sequence = Annotated[int, Field(ge=1)]
Sentence = Annotated[str, Field(min_length=1, max_length=500)]


class Claimed(Message):
    """The worker asks for, or renews by repeating, the lease of this attempt."""

    kind: Literal["claimed"] = "claimed"
    sequence: Sequence
    worker: Annotated[str, Field(min_length=1, max_length=200)]


class Progressed(Message):
    """Real progress; also a heartbeat."""

    kind: Literal["progressed"] = "progressed"
    sequence: Sequence
    percent: Annotated[int, Field(ge=0, le=99)]
    stage: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z][a-z0-9_]*$")]
    detail: Sentence


class Heartbeat(Message):
    """Alive, nothing new."""

    kind: Literal["heartbeat"] = "heartbeat"
    sequence: Sequence


class Completed(Message):
    """The output object is stored and verified."""

    kind: Literal["completed"] = "completed"
    sequence: Sequence
    key: Annotated[str, Field(min_length=1, max_length=512)]
    size: Annotated[int, Field(ge=1)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    duration_seconds: Annotated[float, Field(ge=0)]


class Failed(Message):
    """The attempt ended without a video; `retryable` as the error table says."""

    kind: Literal["failed"] = "failed"
    sequence: Sequence
    code: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    sentence: Sentence
    retryable: bool


class Released(Message):
    """The worker hands the job back unfinished (drain)."""

    kind: Literal["released"] = "released"
    sequence: Sequence


JobEvent = Annotated[
    Claimed | Progressed | Heartbeat | Completed | Failed | Released, Field(discriminator="kind")
]
JOB_EVENT: TypeAdapter[JobEvent] = TypeAdapter(JobEvent)


class EventReply(Message):
    """The API's answer: whether this attempt still holds the lease, and whether to stop."""

    accepted: bool
    lease_seconds: Annotated[int, Field(ge=0)]
    cancel: bool = False
