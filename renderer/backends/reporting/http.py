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
_LONGEST_ANSWER: Final = 64 * 1024
"""Bytes; an honest answer has fewer than a hundred."""


class HttpReporter:
    """Posts events to `target.url`. One connection is kept open; close it after use."""

    def __init__(self, target: ReportTarget) -> None:
        self._url = target.url
        headers = {"Authorization": f"Bearer {target.token}", "Content-Type": "application/json"}
        headers["Accept-Encoding"] = "identity"  # a small answer must not unpack to a large one
        self._client = httpx.Client(timeout=TIMEOUT, headers=headers, trust_env=False)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def send(self, event: JobEvent) -> EventReply:
        """Post one event."""
        try:
            with self._client.stream("POST", self._url, content=event.model_dump_json()) as answer:
                _check_status(answer)
                content = _content(answer)
        except httpx.HTTPError as error:
            raise ClipwrightError("report_failed", reason=type(error).__name__) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise ClipwrightError("report_refused", reason="its address is not a URL") from error
        try:
            return EventReply.model_validate_json(content)
        except ValidationError as error:
            raise ClipwrightError("report_failed", reason="the answer is not one of the protocol") from error


def _check_status(answer: httpx.Response) -> None:
    if answer.status_code in _TRY_LATER or answer.is_server_error:
        raise ClipwrightError("report_failed", reason=f"status {answer.status_code}")
    if not answer.is_success:
        raise ClipwrightError("report_refused", reason=f"status {answer.status_code}")


def _content(answer: httpx.Response) -> bytes:
    """The body as it was sent; leaving the caller's block early closes the connection."""
    content = bytearray()
    for piece in answer.iter_raw():
        content += piece
        if len(content) > _LONGEST_ANSWER:
            raise ClipwrightError("report_failed", reason="the answer is too long")
    return bytes(content)
