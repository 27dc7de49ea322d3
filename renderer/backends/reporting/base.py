"""The port for telling the API how a job goes.

To add a way: 1. a module here with a class that has `send`; 2. its choice in
renderer/worker/job/messages.py;
3. an entry in tests/contract/test_reporting.py.
"""

from __future__ import annotations

from typing import Protocol

from renderer.contract.event import EventReply, JobEvent


class Reporter(Protocol):
    """Delivers one event of one attempt and brings the answer back."""

    def send(self, event: JobEvent) -> EventReply:
        """The API's answer.

        Raises:
            ClipwrightError: `report_refused` when the API will never take it, `report_failed` when a later
                try may succeed.
        """
        ...
