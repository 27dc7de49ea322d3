"""Last words on disk: how a job ended outlives the worker that did it.

The final event is written before its first try and removed when the API has taken or refused it. What a dead
worker left is told at the next start. The files hold tokens of attempts, so only their owner may read them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from pydantic import ValidationError

from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import JobMessage, ReportTarget
from renderer.contract.order import Message
from renderer.errors import ClipwrightError
from renderer.runtime.workspace import Workspace, write_atomically, writing_to

_LOG: Final = structlog.get_logger(__name__)


class LastWord(Message):
    """An event that ends an attempt, and whom to tell."""

    report: ReportTarget
    event: JobEvent


def keep(workspace: Workspace, message: JobMessage, event: JobEvent) -> Path:
    """Write it down; where. An older word about the same attempt is replaced.

    On a disk that takes nothing more the word is only told, not kept.
    """
    folder = _folder(workspace)
    path = folder / f"{message.job_id}-{message.attempt}.json"
    try:
        with writing_to(folder):
            folder.mkdir(mode=0o700, exist_ok=True)
        write_atomically(path, LastWord(report=message.report, event=event).model_dump_json().encode())
    except ClipwrightError as error:
        _LOG.warning("last_word_not_kept", kind=event.kind, sentence=error.sentence)
    return path


def deliver(workspace: Workspace, send: Callable[[ReportTarget, JobEvent], EventReply]) -> int:
    """Tell what earlier lives left untold; how many words found an ear. What fails is kept for next time."""
    told = 0
    for path in sorted(_folder(workspace).glob("*.json")):
        try:
            word = LastWord.model_validate_json(path.read_bytes())
            reply = send(word.report, word.event)
        except FileNotFoundError:
            continue  # another worker on the same workspace was faster
        except ValidationError:
            _LOG.warning("last_word_unreadable", file=path.name)
        except ClipwrightError as error:
            if error.spec.retryable:
                continue
            _LOG.warning("last_word_refused", file=path.name, sentence=error.sentence)
        else:
            told += 1
            _LOG.info("last_word_told", file=path.name, kind=word.event.kind, accepted=reply.accepted)
        path.unlink(missing_ok=True)
    return told


def _folder(workspace: Workspace) -> Path:
    return workspace.root / "spool"
