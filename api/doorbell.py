"""The doorbell port: how a waiting message is brought to the workers' attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from renderer.contract.job import JobMessage


class Doorbell(Protocol):
    """Rings for workers. The database is the truth: a ring may be lost or come twice without harm."""

    @property
    def lines(self) -> int:
        """How many rings may wait for their answer at the same time, from threads of their own."""
        ...

    def ring(self, message: JobMessage) -> None:
        """Hand the message over; any exception means "not now", and it will be rung again later."""
        ...


class SilentDoorbell:
    """Nobody is near: accepted jobs wait in the outbox until a process with a real doorbell dispatches."""

    lines = 1

    def ring(self, message: JobMessage) -> None:
        """Refuse, so that the message stays due."""
        raise ConnectionError(str(message.job_id))


class RecordingDoorbell:
    """The fake: remembers what was rung; `broken` makes it fail as a broker that is down would."""

    lines = 1

    def __init__(self) -> None:
        self.messages: list[JobMessage] = []
        self.broken = False

    def ring(self, message: JobMessage) -> None:
        """Remember the message."""
        if self.broken:
            raise ConnectionError("down")
        self.messages.append(message)
