"""The job message: what the API hands to a worker. Small, versioned, never media."""

from __future__ import annotations

from typing import Annotated, Final, Generic, Literal, TypeAlias, TypeVar
from uuid import UUID

from pydantic import Field

from renderer.contract.message import Message
from renderer.contract.orders import Order
from renderer.contract.orders.base import OrderDocument
from renderer.contract.results import Digest, FileName, ObjectKey

VERSION: Final = 2
"""Version of the job message and of its events; a receiver refuses any other with `unknown_version`."""

InputName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z][a-z0-9_]*$")]
INPUTS: Final = 16
"""The most input objects of a job."""
OrderT = TypeVar("OrderT", bound=OrderDocument)


class InputObject(Message):
    """A stored object that the job works on: its key, its size in bytes, the SHA-256 of its bytes."""

    key: ObjectKey
    size: Annotated[int, Field(ge=1)]
    sha256: Digest


class OutputTarget(Message):
    """A folder of object keys that only this attempt writes to (`prefix`), and its main file's name there."""

    prefix: Annotated[str, Field(max_length=400, pattern=r"^[A-Za-z0-9_-][A-Za-z0-9/_.-]*/$")]
    main: FileName

    @property
    def key(self) -> str:
        """Key of the main file."""
        return f"{self.prefix}{self.main}"


class ReportTarget(Message):
    """Where events go, and the token that only this attempt holds."""

    url: Annotated[str, Field(min_length=1, max_length=2048)]
    token: Annotated[str, Field(min_length=16, max_length=256)]


class JobMessageOf(Message, Generic[OrderT]):
    """One attempt at one job. `attempt` is the fencing token: a newer attempt outranks all older ones."""

    version: Literal[2] = 2
    job_id: UUID
    attempt: Annotated[int, Field(ge=1)]
    order: OrderT
    inputs: dict[InputName, InputObject] = Field(default_factory=dict, max_length=INPUTS)
    output: OutputTarget
    report: ReportTarget


JobMessage: TypeAlias = JobMessageOf[Order]
"""A job message with an order of the contract; a worker reads one with an order of its own pipelines."""
