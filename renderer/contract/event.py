"""Events: what a worker tells the API. Rising `sequence` per attempt; newest wins; idempotent."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from renderer.contract.facts import Facts
from renderer.contract.message import Message
from renderer.contract.results import Result

Sequence = Annotated[int, Field(ge=1)]
Sentence = Annotated[str, Field(min_length=1, max_length=500)]
Stored = Annotated[int, Field(ge=0, le=10_000)]
"""How many of the job's stages, from the first on, are done and kept for a later attempt to find."""
FACTS: Final = 8
"""The most facts of a report."""


class Event(Message):
    """What all events have: the protocol's version, and a number that rises within the attempt."""

    version: Literal[2] = 2
    sequence: Sequence


class Claimed(Event):
    """The worker asks for, or renews by repeating, the lease of this attempt."""

    kind: Literal["claimed"] = "claimed"
    worker: Annotated[str, Field(min_length=1, max_length=200)]


class Progressed(Event):
    """Real progress; also a heartbeat. It repeats all facts that the attempt has found so far."""

    kind: Literal["progressed"] = "progressed"
    percent: Annotated[int, Field(ge=0, le=99)]
    stage: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z][a-z0-9_]*$")]
    detail: Sentence
    stored: Stored = 0
    facts: Annotated[tuple[Facts, ...], Field(max_length=FACTS)] = ()


class Heartbeat(Event):
    """Alive, nothing new."""

    kind: Literal["heartbeat"] = "heartbeat"
    stored: Stored = 0


class Completed(Event):
    """Every file of the result is stored and verified."""

    kind: Literal["completed"] = "completed"
    result: Result


class Failed(Event):
    """The attempt ended without a result; `retryable` as the error table says."""

    kind: Literal["failed"] = "failed"
    code: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    sentence: Sentence
    retryable: bool
    stored: Stored = 0


class Released(Event):
    """The worker hands the job back unfinished (drain)."""

    kind: Literal["released"] = "released"


JobEvent = Annotated[
    Claimed | Progressed | Heartbeat | Completed | Failed | Released, Field(discriminator="kind")
]
JOB_EVENT: TypeAdapter[JobEvent] = TypeAdapter(JobEvent)


class EventReply(Message):
    """The API's answer: whether this attempt still holds the lease, and whether to stop."""

    accepted: bool
    lease_seconds: Annotated[int, Field(ge=0)]
    cancel: bool = False
