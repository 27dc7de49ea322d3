"""Reading job messages from the broker or the pipe, and reporting those that are refused to the API."""

from __future__ import annotations

import re
from typing import Any, Final

import structlog
from pydantic import ValidationError

from renderer.backends.reporting.http import HttpReporter
from renderer.contract.event import Failed
from renderer.contract.job import VERSION, JobMessage, JobMessageOf, ReportTarget
from renderer.errors import ClipwrightError
from renderer.runtime.pipeline import Registry

MAX_BYTES: Final = 512 * 1024
INVALID: Final = "The job message is not valid for this worker's version."
_WORD: Final = re.compile(r"[a-z][a-z_]{0,31}", re.ASCII)
_LOG: Final = structlog.get_logger(__name__)


def read_message(document: object, pipelines: Registry) -> JobMessage:
    """The message in a decoded JSON document, with an order that one of the pipelines can do.

    Raises:
        ClipwrightError: `unknown_version`; `unknown_workflow`; `invalid_message`, naming the first field that
            is wrong, never its value.
    """
    version = _part(document, "version")
    if isinstance(version, int) and version != VERSION:
        raise ClipwrightError("unknown_version", what="job message", version=version, known=VERSION)
    order = _part(document, "order")
    name = _name(_part(order, "workflow"), _part(order, "operation"))
    if name and name not in pipelines:
        raise ClipwrightError("unknown_workflow", workflow=name, choices=", ".join(pipelines))
    kind: type[JobMessage] = (
        # pydantic makes a subclass for any order; the checker knows only those spelled out in a type
        JobMessageOf.__class_getitem__(pipelines[name].order) if name else JobMessage  # type: ignore[assignment]
    )
    try:
        message: JobMessage = kind.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise ClipwrightError("invalid_message", reason=f"{where}: {first['msg']}") from error
    if message.order.local_folder:
        reason = "order.media_dir: folders of this machine are for its own command line"
        raise ClipwrightError("invalid_message", reason=reason)
    return message


def _part(document: object, name: str) -> object:
    return document.get(name) if isinstance(document, dict) else None


def _name(workflow: object, operation: object) -> str:
    """Name of the requested pipeline; "" when the document does not name one correctly."""
    parts = [part for part in (workflow, operation) if part is not None]
    named = all(isinstance(part, str) and _WORD.fullmatch(part) for part in parts)
    return ".".join(map(str, parts)) if named and workflow is not None else ""


def refuse(document: Any, error: ClipwrightError) -> bool:
    """Report the refusal if the broken message still says where to; returns whether that succeeded."""
    _LOG.error("message_refused", sentence=error.sentence)
    try:
        reporter = HttpReporter(ReportTarget.model_validate(document["report"]))
    except (ValidationError, KeyError, TypeError):
        return False
    try:
        # details of a malformed message belong in the log; the caller can do nothing about them
        sentence = INVALID if error.code == "invalid_message" else error.sentence
        retryable = error.spec.retryable
        reporter.send(Failed(sequence=1, code=error.code, sentence=sentence, retryable=retryable))
    except ClipwrightError as untold:
        _LOG.warning("refusal_not_told", sentence=untold.sentence)
        return False
    finally:
        reporter.close()
    return True
