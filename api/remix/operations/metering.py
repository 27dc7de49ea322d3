"""The Remix meter: whole minutes of a source, used once its duration is known, and never given back."""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from api.jobs import lifecycle as jobs
from api.jobs.allowance import tally
from api.jobs.phases import RemixPhase
from api.plans import window_at
from api.problems import KINDS, ApiProblem
from api.remix.operations.queueing import enqueue, operation_job
from api.remix.projects import lifecycle
from renderer.contract.job import InputObject
from renderer.contract.orders.remix import RemixAnalyse
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS, Workflow

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from api.http.auth import Caller
    from api.remix.projects.repository import Project
    from renderer.contract.remix.analysis import SourceMeasures

EXHAUSTED: Final = "remix_quota_exceeded"
TOO_LONG: Final = "source_too_long"


def minutes_of(seconds: float) -> int:
    """The duration in whole minutes, rounded up."""
    return math.ceil(seconds / 60)


def remaining_minutes(connection: Connection, account: Caller, *, now: datetime) -> int:
    """Remix minutes that the account has left in its current window."""
    window = window_at(account.plan, anchor=account.billing_anchor, now=now)
    counts = tally(connection, account_id=account.account_id, since=window.start)[Workflow.REMIX]
    return counts.remaining(account.terms.limits[Workflow.REMIX])


def require_minutes(connection: Connection, account: Caller, *, units: int, now: datetime) -> None:
    """Raise `remix_quota_exceeded` unless the locked account has `units` minutes left."""
    if units > remaining_minutes(connection, account, now=now):
        raise ApiProblem(EXHAUSTED)


def measured(
    connection: Connection, account: Caller, project: Project, measures: SourceMeasures, *, now: datetime
) -> None:
    """Use the minutes of a measured source and queue its analysis, or refuse it; the account is locked."""
    minutes = minutes_of(measures.duration_seconds)
    known: dict[str, Any] = {"measures": measures.model_dump(mode="json")}
    if measures.duration_seconds > LONGEST_SOURCE_SECONDS:
        lifecycle.end(connection, project, RemixPhase.FAILED, now=now, failure=failure(TOO_LONG))
    elif minutes <= remaining_minutes(connection, account, now=now):
        begin_analysis(connection, project, minutes=minutes, now=now, **known)
    elif project.awaited_until and project.awaited_until > now:
        # the waiting request reports the refusal; the upload may be completed again once there are minutes
        ended: dict[str, Any] = dict.fromkeys(("operation_id", "request", "awaited_until", "completion"))
        lifecycle.enter(
            connection,
            project.id,
            RemixPhase.UPLOADING,
            now=now,
            refusal=EXHAUSTED,
            minutes=minutes,
            **ended,
            **known,
        )
    else:
        lifecycle.end(connection, project, RemixPhase.FAILED, now=now, failure=failure(EXHAUSTED))


def begin_analysis(
    connection: Connection, project: Project, *, minutes: int, now: datetime, **known: Any
) -> None:
    """Use the minutes and queue the analysis, in one transaction."""
    source = project.source or {}
    inputs = {
        "source": InputObject.model_validate({name: source[name] for name in ("key", "size", "sha256")})
    }
    job = operation_job(project, RemixAnalyse(), inputs, units=0, now=now)
    jobs.charge(connection, project.id, units=minutes, now=now)
    enqueue(connection, job)
    lifecycle.enter(
        connection,
        project.id,
        RemixPhase.ANALYSIS_QUEUED,
        now=now,
        minutes=minutes,
        charged=minutes,
        operation_id=job.id,
        awaited_until=None,
        refusal=None,
        **known,
    )


def failure(code: str) -> dict[str, str]:
    """Why a project failed, as shown to its owner."""
    message = KINDS[code].advice if code in KINDS else "Video generation failed."
    return {"code": code, "message": message}
