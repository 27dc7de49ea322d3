"""A reporter for tests and dry runs: records events and gives preset answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from renderer.contract.event import EventReply, JobEvent
from renderer.errors import ClipwrightError


@dataclass(slots=True)
class FakeReporter:
    """Records every delivered event; the next `outages` calls fail, the other fields are its answers."""

    events: list[JobEvent] = field(default_factory=list)
    outages: int = 0
    accept: bool = True
    cancel: bool = False
    lease_seconds: int = 30

    def send(self, event: JobEvent) -> EventReply:
        """Record the event and answer, or fail while there are outages left."""
        if self.outages > 0:
            self.outages -= 1
            raise ClipwrightError("report_failed", reason="the line is cut")
        self.events.append(event)
        return EventReply(accepted=self.accept, lease_seconds=self.lease_seconds, cancel=self.cancel)
