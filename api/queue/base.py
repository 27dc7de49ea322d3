"""The job queue port, through which job messages are published to the workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from renderer.contract.job import JobMessage


class JobQueue(Protocol):
    """Publishes job messages. The database is authoritative: a lost or duplicate message does no harm."""

    @property
    def concurrency(self) -> int:
        """How many messages may be published at the same time, each from its own thread."""
        ...

    @property
    def trouble(self) -> str:
        """Why the worker behind the queue takes no jobs at present; empty if it does or that is unknown."""
        ...

    def publish(self, message: JobMessage) -> None:
        """Publish the message; any exception means "not now", and it will be published again later."""
        ...


class UnavailableQueue:
    """No queue: accepted jobs wait in the outbox until a process with a real queue dispatches them."""

    concurrency = 1
    trouble = ""

    def publish(self, message: JobMessage) -> None:
        """Refuse, so that the message stays due."""
        raise ConnectionError(str(message.job_id))


class RecordingQueue:
    """The fake: remembers what was published; `broken` makes it fail as a broker that is down would."""

    concurrency = 1
    trouble = ""

    def __init__(self) -> None:
        self.messages: list[JobMessage] = []
        self.broken = False

    def publish(self, message: JobMessage) -> None:
        """Remember the message."""
        if self.broken:
            raise ConnectionError("down")
        self.messages.append(message)
