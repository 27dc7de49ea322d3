"""Reading what the broker or the pipe brings: a valid job message, or a refusal that the API is told of."""

from __future__ import annotations

from typing import Any, Final

import structlog
from pydantic import ValidationError

from renderer.backends.reporting.http import HttpReporter
from renderer.contract.event import Failed
from renderer.contract.job import JobMessage, ReportTarget
from renderer.errors import ClipwrightError

MAX_BYTES: Final = 512 * 1024
_LOG: Final = structlog.get_logger(__name__)


def read_message(document: object) -> JobMessage:
    """The message of a decoded JSON document.

    Raises:
        ClipwrightError: `invalid_message`, naming the first field that is wrong, never its value.
    """
    try:
        message = JobMessage.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise ClipwrightError("invalid_message", reason=f"{where}: {first['msg']}") from error
    if message.order.media_dir:
        reason = "order.media_dir: folders of this machine are for its own command line"
        raise ClipwrightError("invalid_message", reason=reason)
    return message


def refuse(document: Any, error: ClipwrightError) -> bool:
    """Tell the API, when the broken message still says where it is; whether it was told."""
    _LOG.error("message_refused", sentence=error.sentence)
    try:
        reporter = HttpReporter(ReportTarget.model_validate(document["report"]))
    except (ValidationError, KeyError, TypeError):
        return False
    try:
        # what exactly is wrong is for the log; the caller can do nothing about it
        sentence = "The job message is not valid for this worker's version."
        reporter.send(Failed(sequence=1, code=error.code, sentence=sentence, retryable=False))
    except ClipwrightError as untold:
        _LOG.warning("refusal_not_told", sentence=untold.sentence)
        return False
    finally:
        reporter.close()
    return True
