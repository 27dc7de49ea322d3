"""A reporter that remembers what it was told and answers from a script; ships for tests and dry runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from renderer.contract.event import EventReply, JobEvent
from renderer.errors import ClipwrightError


@dataclass(slots=True)
class FakeReporter:
    """Keeps every delivered event; the next `outages` calls fail, `cancel` and `accept` shape the answers."""

    events: list[JobEvent] = field(default_factory=list)
    outages: int = 0
    accept: bool = True
    cancel: bool = False
    lease_seconds: int = 30

    def send(self, event: JobEvent) -> EventReply:
        """Remember and answer."""
        if self.outages > 0:
            self.outages -= 1
            raise ClipwrightError("report_failed", reason="the line is cut")
        self.events.append(event)
        return EventReply(accepted=self.accept, lease_seconds=self.lease_seconds, cancel=self.cancel)
