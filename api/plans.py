"""What each plan allows, and the windows in which use is counted."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from renderer.contract.vocabulary import Plan, WindowType, Workflow

ROLLING: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTerms:
    """Allowances per window: short and long-form in videos, Remix in minutes."""

    api_access: bool
    outstanding: int
    limits: dict[Workflow, int]


def _terms(*, api_access: bool, outstanding: int, short: int, long_form: int, remix: int) -> PlanTerms:
    limits = {Workflow.SHORT: short, Workflow.LONG_FORM: long_form, Workflow.REMIX: remix}
    return PlanTerms(api_access=api_access, outstanding=outstanding, limits=limits)


PLANS: Final[dict[Plan, PlanTerms]] = {
    Plan.FREE: _terms(api_access=False, outstanding=1, short=1, long_form=0, remix=0),
    Plan.BASIC: _terms(api_access=False, outstanding=1, short=7, long_form=2, remix=30),
    Plan.CREATOR: _terms(api_access=True, outstanding=2, short=15, long_form=5, remix=60),
    Plan.PRO: _terms(api_access=True, outstanding=5, short=35, long_form=8, remix=120),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BillingWindow:
    """The span in which used units count, `start` included. A rolling window ends at the current moment."""

    type: WindowType
    start: datetime
    end: datetime


def window_at(plan: Plan, *, anchor: datetime, now: datetime) -> BillingWindow:
    """The window at `now`: the last seven days for the free plan, the billing period for paid plans."""
    if plan is Plan.FREE:
        return BillingWindow(type=WindowType.ROLLING_7_DAYS, start=now - ROLLING, end=now)
    months = (now.year - anchor.year) * 12 + now.month - anchor.month
    if add_months(anchor, months) > now:
        months -= 1
    return BillingWindow(
        type=WindowType.PAYMENT_BILLING_PERIOD,
        start=add_months(anchor, months),
        end=add_months(anchor, months + 1),
    )


def add_months(anchor: datetime, months: int) -> datetime:
    """The anchor's day and time of day, `months` later, or the last day of a month that is too short."""
    year, month = divmod(anchor.year * 12 + anchor.month - 1 + months, 12)
    day = min(anchor.day, calendar.monthrange(year, month + 1)[1])
    return anchor.replace(year=year, month=month + 1, day=day)
