"""Segment offers: asking other workers to render parts of a long video, and reading such requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct
from pydantic import ValidationError

from renderer.contract.job import JobMessage
from renderer.contract.segment import SegmentMessage
from renderer.errors import ClipwrightError

_LOG: Final = structlog.get_logger(__name__)


class QueuedSegmentHelpers(Struct, frozen=True, kw_only=True):
    """Offers segments to other workers by sending messages."""

    message: JobMessage
    send: Callable[[Sequence[SegmentMessage]], None]

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Send one message per segment; if the broker is away, only the help is lost."""
        offers = [
            SegmentMessage(
                job_id=self.message.job_id,
                attempt=self.message.attempt,
                plan=plan,
                first=frames.start,
                stop=frames.stop,
            )
            for frames in segments
        ]
        try:
            self.send(offers)
        except Exception as error:  # noqa: BLE001 - whatever a broker throws means "no help now"
            _LOG.warning("segments_not_offered", error=type(error).__name__)
        else:
            _LOG.info("segments_offered", count=len(offers))


def read_segment(document: object) -> SegmentMessage:
    """The message in a decoded JSON document.

    Raises:
        ClipwrightError: `invalid_message`.
    """
    try:
        return SegmentMessage.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise ClipwrightError("invalid_message", reason=first["msg"]) from error
