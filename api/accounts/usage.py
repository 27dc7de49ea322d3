"""Usage of an account: what it has used and reserved in its billing window, by workflow and by source."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from api.accounts.schemas import (
    BySource,
    Meter,
    Meters,
    Outstanding,
    SourceCounts,
    Usage,
    UsageWindow,
    VideoCounts,
)
from api.http.auth import Caller
from api.jobs.allowance import Tally, tally
from api.plans import BillingWindow, window_at
from renderer.contract.vocabulary import Source, Workflow

if TYPE_CHECKING:
    from api.db.database import ConnectionSource


def usage(connections: ConnectionSource, caller: Caller, *, now: datetime) -> Usage:
    """The caller's usage at the moment `now`."""
    window = window_at(caller.plan, anchor=caller.billing_anchor, now=now)
    with connections.read() as connection:
        counts = tally(connection, account_id=caller.account_id, since=window.start)
    shown, short = _window(window, now), counts[Workflow.SHORT]
    return Usage(
        plan=caller.plan,
        api_access=caller.terms.api_access,
        window=shown,
        videos=_videos(short, caller.terms.limits[Workflow.SHORT]),
        outstanding_jobs=Outstanding.model_validate(
            {"limit": caller.terms.outstanding, "current": short.outstanding}
        ),
        meters=Meters(
            short=_meter(caller, Workflow.SHORT, counts, shown),
            long_form=_meter(caller, Workflow.LONG_FORM, counts, shown),
            remix=_meter(caller, Workflow.REMIX, counts, shown),
        ),
    )


def _window(window: BillingWindow, now: datetime) -> UsageWindow:
    return UsageWindow(type=window.type, start=window.start, end=window.end, evaluated_at=now)


def _videos(short: Tally, limit: int) -> VideoCounts:
    dashboard, api = (
        SourceCounts(used=short.of(source).used, reserved=short.of(source).reserved)
        for source in (Source.DASHBOARD, Source.API)
    )
    return VideoCounts(
        limit=limit,
        used=short.used,
        reserved=short.reserved,
        remaining=short.remaining(limit),
        by_source=BySource(dashboard=dashboard, api=api),
    )


def _meter(caller: Caller, workflow: Workflow, counts: dict[Workflow, Tally], window: UsageWindow) -> Meter:
    limit, counted = caller.terms.limits[workflow], counts[workflow]
    return Meter(
        unit="minutes" if workflow is Workflow.REMIX else "videos",
        limit=limit,
        used=counted.used,
        reserved=counted.reserved,
        remaining=counted.remaining(limit),
        window=window,
    )
