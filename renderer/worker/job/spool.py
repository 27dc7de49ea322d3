"""The spool of terminal events, so that the outcome of a job survives the worker that did it.

A terminal event is written to disk before it is first sent, and removed when the API has taken or refused it.
Events left by a dead worker are sent at the next start. The files hold the tokens of attempts, so only their
owner may read them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from pydantic import ValidationError

from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import JobMessage, ReportTarget
from renderer.contract.message import Message
from renderer.errors import ClipwrightError
from renderer.files import write_atomically, writing_to
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.workspace_folders import Workspace

_LOG: Final = structlog.get_logger(__name__)


class TerminalEvent(Message):
    """An event that ends an attempt, and whom to tell."""

    report: ReportTarget
    event: JobEvent


def tell(
    event: JobEvent,
    message: JobMessage,
    *,
    workspace: Workspace,
    send: Callable[[JobEvent], EventReply],
    retry: Retry,
) -> None:
    """Store the terminal event, then send it; one that cannot be sent now is sent at the next start."""
    path = keep(workspace, message, event)
    try:
        reply = with_retry(lambda: send(event), retry)
        _LOG.info("job_ended", kind=event.kind, accepted=reply.accepted)
    except ClipwrightError as error:
        _LOG.warning("terminal_event_not_told", kind=event.kind, sentence=error.sentence)
        if error.spec.retryable or error.code == "cancelled":
            return
    _remove(path)


def keep(workspace: Workspace, message: JobMessage, event: JobEvent) -> Path:
    """Store the event on disk, replacing an older one of the same attempt; returns its path.

    If it cannot be written, for example on a full disk, this is only logged.
    """
    folder = _folder(workspace)
    path = folder / f"{message.job_id}-{message.attempt}.json"
    try:
        with writing_to(folder):
            folder.mkdir(mode=0o700, exist_ok=True)
        write_atomically(path, TerminalEvent(report=message.report, event=event).model_dump_json().encode())
    except ClipwrightError as error:
        _LOG.warning("terminal_event_not_kept", kind=event.kind, sentence=error.sentence)
    return path


def deliver(workspace: Workspace, send: Callable[[ReportTarget, JobEvent], EventReply]) -> int:
    """Send the events that earlier processes stored; returns how many were taken.

    Those that cannot be read or sent for now stay for next time; what is no event, and those finally refused,
    are removed.
    """
    return sum(_deliver(path, send) for path in sorted(_folder(workspace).glob("*.json")))


def _deliver(path: Path, send: Callable[[ReportTarget, JobEvent], EventReply]) -> bool:
    """Send the event in the file, and remove it unless it stays for next time; whether it was taken."""
    is_told = False
    try:
        word = TerminalEvent.model_validate_json(path.read_bytes())
        reply = send(word.report, word.event)
    except FileNotFoundError:
        return False  # another worker on the same workspace was faster
    except OSError as error:
        _LOG.warning("terminal_event_unreadable", file=path.name, error=error.strerror)
        return False
    except ValidationError:
        _LOG.warning("terminal_event_unreadable", file=path.name)
    except ClipwrightError as error:
        if error.spec.retryable:
            _LOG.warning("terminal_event_not_told", file=path.name, sentence=error.sentence)
            return False
        _LOG.warning("terminal_event_refused", file=path.name, sentence=error.sentence)
    else:
        is_told = True
        _LOG.info("terminal_event_told", file=path.name, kind=word.event.kind, accepted=reply.accepted)
    _remove(path)
    return is_told


def _remove(path: Path) -> None:
    """Remove the file; if that is not possible, this is only logged, and its event is told again."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _LOG.warning("terminal_event_not_removed", file=path.name, error=error.strerror)


def _folder(workspace: Workspace) -> Path:
    return workspace.root / "spool"
