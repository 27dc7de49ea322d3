"""The port for reporting the progress of a job to the API.

To add a way: 1. a module here with a class that has `send`; 2. its choice in
renderer/worker/job/messages.py;
3. an entry in tests/contract/test_reporting.py.
"""

from __future__ import annotations

from typing import Protocol

from renderer.contract.event import EventReply, JobEvent


class Reporter(Protocol):
    """Delivers the events of an attempt."""

    def send(self, event: JobEvent) -> EventReply:
        """Deliver one event; returns the API's answer.

        Raises:
            ClipwrightError: `report_refused` when the API will never accept it, `report_failed` when a
                later try may succeed.
        """
        ...
