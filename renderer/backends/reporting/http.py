"""Sends events over HTTP to the API's internal endpoint, with the attempt's own bearer token."""

from __future__ import annotations

from typing import Final

import httpx
from pydantic import ValidationError

from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import ReportTarget
from renderer.errors import ClipwrightError

TIMEOUT: Final = httpx.Timeout(10.0, connect=3.0)
_TRY_LATER: Final = frozenset({408, 425, 429})


class HttpReporter:
    """Posts events to `target.url`. One connection is kept open; close it after use."""

    def __init__(self, target: ReportTarget) -> None:
        self._url = target.url
        headers = {"Authorization": f"Bearer {target.token}", "Content-Type": "application/json"}
        self._client = httpx.Client(timeout=TIMEOUT, headers=headers, trust_env=False)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def send(self, event: JobEvent) -> EventReply:
        """Post one event."""
        try:
            answer = self._client.post(self._url, content=event.model_dump_json())
        except httpx.HTTPError as error:
            raise ClipwrightError("report_failed", reason=type(error).__name__) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise ClipwrightError("report_refused", reason="its address is not a URL") from error
        if answer.status_code in _TRY_LATER or answer.is_server_error:
            raise ClipwrightError("report_failed", reason=f"status {answer.status_code}")
        if not answer.is_success:
            raise ClipwrightError("report_refused", reason=f"status {answer.status_code}")
        try:
            return EventReply.model_validate_json(answer.content)
        except ValidationError as error:
            raise ClipwrightError("report_failed", reason="the answer is not one of the protocol") from error
