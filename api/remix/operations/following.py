"""Updates a project from its operation: progress sets its phase, a result makes its next revision.

All of this happens under the operation's lock, in the transaction that changes the operation. Locks are taken
in the same order everywhere: upload, operation, account, project.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.accounts.repository import lock_account
from api.jobs import lifecycle as jobs
from api.jobs.phases import RemixPhase
from api.jobs.repository import Allowance
from api.remix.operations import metering
from api.remix.operations.brought import Brought, bring, shown_analysis
from api.remix.operations.queueing import let_next_go, operation_of
from api.remix.projects import lifecycle, repository
from api.remix.projects.fingerprints import mix_digest, voice_digest
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.contract.vocabulary import Status
from renderer.errors import ERRORS, Blame

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.http.auth import Caller
    from api.jobs.repository import Job
    from api.remix.projects.repository import Project
    from renderer.backends.storage.base import ObjectStore
    from renderer.contract.remix.spoken_lines import WindowFit
    from renderer.contract.results import Result

REFUSALS: Final = frozenset({"source_unreadable", "no_video", "source_too_long"})
"""Failures caused by the source, found by the operation that opens it first."""
_QUEUED: Final = {"analyse": RemixPhase.ANALYSIS_QUEUED, "export": RemixPhase.EXPORT_QUEUED}
_RUNNING: Final = {
    "probe": RemixPhase.PROBING,
    "analyse": RemixPhase.ANALYSING,
    "translate": RemixPhase.TRANSLATING,
    "draft": RemixPhase.DRAFTING,
    "preview": RemixPhase.PREVIEWING,
    "export": RemixPhase.EXPORTING,
}
_SHOWN: Final = frozenset({"rate", "shift_ms", "overrun_ms", "cut_ms", "reworded", "heard"})
_FIRST: Final = frozenset({"probe", "analyse"})
"""Operations without whose results a project cannot go on."""


def phase_of(operation: str, work: Job) -> RemixPhase:
    """The phase of a project whose operation is open."""
    if work.cancel_requested:
        return RemixPhase.CANCELLING
    if work.status == Status.QUEUED:
        return _QUEUED.get(operation, _RUNNING[operation])
    if operation == "export" and work.stage.startswith("publish"):
        return RemixPhase.PUBLISHING
    return _RUNNING[operation]


class ProjectFollower:
    """Remix's `Follower`: updates projects with the changes of their operations."""

    def __init__(self, store: ObjectStore) -> None:
        self._store = store

    def read(self, job: Job, result: Result) -> Brought:
        """Read the documents of the result."""
        return bring(self._store, job, result)

    def follow(self, connection: Connection, before: Job, after: Job, *, brought: Any, now: datetime) -> None:
        """Apply the progress or the end of an operation to its project.

        One of a kind that only another release knows ends like any other, but shows no progress.
        """
        del before
        if after.project_id is None:
            return
        if after.is_open:
            _advanced(connection, after.project_id, after, now=now)
            return
        account = lock_account(connection, after.account_id)
        project = repository.locked(connection, after.project_id)
        if project.operation_id == after.id:
            _ended(connection, account, project, after, brought=brought, now=now)
        let_next_go(connection, after.account_id, now=now)


def _advanced(connection: Connection, project_id: UUID, work: Job, *, now: datetime) -> None:
    operation, project = operation_of(work), repository.locked(connection, project_id)
    is_shown = operation in _RUNNING and project.phase != RemixPhase.CANCELLING
    if project.operation_id == work.id and is_shown:
        lifecycle.progress(connection, project.id, phase_of(operation, work), work, now=now)


def _ended(
    connection: Connection, account: Caller, project: Project, work: Job, *, brought: Any, now: datetime
) -> None:
    goes_on = _goes_on_without(operation_of(work), project)
    if work.status == Status.COMPLETED and isinstance(brought, Brought):
        _succeeded(connection, account, project, work, brought=brought, now=now)
    elif project.phase == RemixPhase.CANCELLING or (work.status == Status.CANCELLED and not goes_on):
        lifecycle.end(connection, project, RemixPhase.CANCELLED, now=now)
    elif work.status == Status.CANCELLED:
        lifecycle.stay(connection, project, trouble=None, now=now)
    elif not goes_on:
        code = work.failure_code if work.failure_code in REFUSALS else "generation_failed"
        told = metering.failure(str(code))
        lifecycle.end(connection, project, RemixPhase.FAILED, now=now, failure=told)
    else:
        lifecycle.stay(connection, project, trouble=_trouble(work), now=now)


def _goes_on_without(operation: str, project: Project) -> bool:
    """Whether the project can go on without the operation's result."""
    if operation in _RUNNING:
        return operation not in _FIRST
    return project.analysis is not None


def _succeeded(
    connection: Connection, account: Caller, project: Project, work: Job, *, brought: Brought, now: datetime
) -> None:
    match brought.document:
        case SourceMeasures():
            metering.measured(connection, account, project, brought.document, now=now)
        case SourceAnalysis():
            _analysed(connection, project, brought, brought.document, now=now)
        case CueList():
            cues = brought.document.model_dump(mode="json")
            captions = {"origin": "custom", **cues}
            lifecycle.advance(connection, project, name="translated", now=now, captions=captions)
        case VoiceoverScript():
            lines = brought.document.model_dump(mode="json")["lines"]
            settings = {**project.settings, "voiceover": {**project.settings["voiceover"], "script": lines}}
            lifecycle.advance(connection, project, name="drafted", now=now, settings=settings)
        case None:
            _sounded(connection, project, work, brought=brought, now=now)


def _analysed(
    connection: Connection, project: Project, brought: Brought, analysis: SourceAnalysis, *, now: datetime
) -> None:
    cues = analysis.captions.model_dump(mode="json")
    captions = {"origin": "analysed" if cues["cues"] else "none", **cues}
    lifecycle.advance(
        connection,
        project,
        name="analysed",
        now=now,
        captions=captions,
        analysis=shown_analysis(analysis),
        files={**project.files, **brought.files},
    )


def _sounded(connection: Connection, project: Project, work: Job, *, brought: Brought, now: datetime) -> None:
    """Finish a preview or an export; a spoken voiceover is recorded as paid for, and shown."""
    changes = _voiced(connection, project, work, brought) if brought.spoken else {}
    if operation_of(work) == "export":
        video = brought.result.model_dump(mode="json")
        lifecycle.complete(connection, project, video, now=now, **changes)
        return
    files = {name: file for name, file in project.files.items() if name != "voiceover"}
    lifecycle.advance(
        connection,
        project,
        name="previewed",
        now=now,
        files={**files, **brought.files},
        mixed=mix_digest(project),
        **changes,
    )


def _voiced(connection: Connection, project: Project, work: Job, brought: Brought) -> dict[str, Any]:
    """A project's changes by a spoken voiceover; minutes of one that was paid for before are given back."""
    spoken = brought.spoken
    if spoken is None:
        return {}
    is_known = spoken.fingerprint in project.voices
    if is_known and work.allowance == Allowance.USED and work.units:
        jobs.give_back(connection, work)
    lines = [
        {"start_ms": line.start_ms, "end_ms": line.end_ms, "text": line.text, **_fit(line.fit)}
        for line in spoken.lines
    ]
    return {
        "charged": project.charged + (0 if is_known else work.units),
        "voices": sorted({*project.voices, spoken.fingerprint, voice_digest(project)}),
        "voiceover": {
            "state": "ready",
            "fingerprint": spoken.fingerprint,
            "duration_seconds": spoken.duration_seconds,
            "lines": lines,
        },
    }


def _fit(fit: WindowFit) -> dict[str, Any]:
    """What the owner sees of a line's fit; fields added by workers of a later release are left out."""
    return {name: value for name, value in fit.model_dump().items() if name in _SHOWN}


def _trouble(work: Job) -> dict[str, Any]:
    """Why an operation failed, as far as its owner may know."""
    code = str(work.failure_code or "internal")
    spec = ERRORS.get(code)
    is_callers = spec is not None and spec.blame is Blame.CALLER
    kind, sentence = "ours", _FAILED
    if code in UNCONFIGURED:
        kind, sentence = "unconfigured", _MISSING.get(operation_of(work), _FAILED)
    elif is_callers:
        kind, sentence = "caller", str(work.failure_sentence)
    return {"operation_id": str(work.id), "code": kind, "sentence": sentence}


_FAILED: Final = "The latest operation failed; nothing was changed."
_NO_VOICE: Final = "No voice for this language is set up for this service."
_MISSING: Final = {
    "translate": "No translator is set up for this service.",
    "draft": "No language model is set up for this service, and a draft in another language needs one.",
    "preview": _NO_VOICE,
    "export": _NO_VOICE,
}
"""What is missing when an operation fails because no engine for it is set up."""
UNCONFIGURED: Final = frozenset({"provider_unconfigured", "voice_unavailable", "model_invalid"})
"""Failures that mean that no engine for the operation is set up."""
