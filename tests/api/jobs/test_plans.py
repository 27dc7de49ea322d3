from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.accounts import service as accounts
from api.plans import PLANS, add_months, window_at
from renderer.contract.vocabulary import Plan, WindowType, Workflow
from tests.api.harness import START, Account, Service

MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - the strategy adds the zone
PAID = st.sampled_from([Plan.BASIC, Plan.CREATOR, Plan.PRO])


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_the_table_of_the_contract() -> None:
    shown = {
        plan.value: (
            terms.limits[Workflow.SHORT],
            terms.limits[Workflow.LONG_FORM],
            terms.limits[Workflow.REMIX],
            terms.outstanding,
            terms.api_access,
        )
        for plan, terms in PLANS.items()
    }
    assert shown == {
        "free": (1, 0, 0, 1, False),
        "basic": (7, 2, 30, 1, False),
        "creator": (15, 5, 60, 2, True),
        "pro": (35, 8, 120, 5, True),
    }


@pytest.mark.parametrize(
    ("anchor", "now", "start", "end"),
    [
        ("2026-01-31", "2026-01-31", "2026-01-31", "2026-02-28"),
        ("2026-01-31", "2026-02-27T23:59:59", "2026-01-31", "2026-02-28"),
        ("2026-01-31", "2026-02-28", "2026-02-28", "2026-03-31"),
        ("2026-01-31", "2026-03-30", "2026-02-28", "2026-03-31"),
        ("2026-01-31", "2028-02-29", "2028-02-29", "2028-03-31"),
        ("2026-01-31", "2026-04-30", "2026-04-30", "2026-05-31"),
        ("2026-11-15T08:30", "2026-12-15T08:29", "2026-11-15T08:30", "2026-12-15T08:30"),
        ("2026-11-15T08:30", "2027-01-15T08:30", "2027-01-15T08:30", "2027-02-15T08:30"),
    ],
)
def test_billing_periods(anchor: str, now: str, start: str, end: str) -> None:
    window = window_at(Plan.PRO, anchor=day(anchor), now=day(now))
    assert (window.start, window.end) == (day(start), day(end))


@given(anchor=MOMENTS, later=st.timedeltas(timedelta(0), timedelta(days=4000)), plan=PAID)
def test_every_instant_lies_in_one_period_and_periods_join(
    anchor: datetime, later: timedelta, plan: Plan
) -> None:
    now = anchor + later
    window = window_at(plan, anchor=anchor, now=now)
    assert window.start <= now < window.end
    assert timedelta(days=28) <= window.end - window.start <= timedelta(days=31)
    following = window_at(plan, anchor=anchor, now=window.end)
    assert following.start == window.end
    before = window_at(plan, anchor=anchor, now=window.end - timedelta(microseconds=1))
    assert before == window


@given(anchor=MOMENTS, months=st.integers(0, 500))
def test_the_anchor_day_comes_back_after_a_short_month(anchor: datetime, months: int) -> None:
    found = add_months(anchor, months)
    assert found.day == anchor.day or (found + timedelta(days=1)).day == 1
    assert found.timetz() == anchor.timetz()


def test_free_has_the_last_seven_days() -> None:
    window = window_at(Plan.FREE, anchor=START, now=START)
    assert (window.type, window.start, window.end) == (
        WindowType.ROLLING_7_DAYS,
        START - timedelta(days=7),
        START,
    )


def test_going_from_free_to_paid_begins_a_period_and_nothing_else_does(service: Service) -> None:
    database, clock = service.services.database, service.clock
    made = accounts.create_account(database, clock, plan=Plan.FREE, name="")
    anchors = []
    for plan in (Plan.CREATOR, Plan.PRO, Plan.FREE, Plan.CREATOR):
        clock.advance(days=3)
        after = accounts.set_plan(database, clock, account_id=made.account_id, plan=plan)
        anchors.append((after.billing_anchor - START).days)
    assert anchors == [3, 3, 3, 12]


def test_usage_and_capabilities_follow_the_contract(account: Account) -> None:
    usage = account.usage()
    assert set(usage) == {"plan", "api_access", "window", "videos", "outstanding_jobs", "meters"}
    assert usage["window"]["type"] == "payment_billing_period"
    assert set(usage["window"]) == {"type", "start", "end", "evaluated_at"}
    assert usage["outstanding_jobs"] == {"limit": 5, "current": 0}
    assert {name: (meter["unit"], meter["limit"]) for name, meter in usage["meters"].items()} == {
        "short": ("videos", 35),
        "long_form": ("videos", 8),
        "remix": ("minutes", 120),
    }
    found = account.get("/capabilities").json()
    assert found["plan"] == {"id": "pro", "api_access": True, "video_limit": 35, "max_outstanding_jobs": 5}
    assert found["limits"] == {"topic_characters": 500, "body_bytes": 32768}
    assert found["retention"] == {"video_days": 7, "idempotency_hours": 24}
    assert found["polling"] == {"retry_after_seconds": 5}
    assert found["generation"]["voices"][0] == {"id": "warm-storyteller", "label": "Warm Storyteller"}
    assert len(found["generation"]["caption_styles"]) == 18
