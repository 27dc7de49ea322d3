"""The accounts balance after any number of random operations, recounted from the job table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from api.accounts import service as accounts
from api.accounts.usage import usage
from api.db.tables import jobs as job_table
from api.jobs import repository
from api.plans import PLANS, window_at
from api.videos import service as videos
from api.videos.schemas import CreateVideo
from renderer.contract.vocabulary import Plan, Source, Workflow
from tests.api.harness import Account, Service

OPERATIONS = 1000
PER_CHECK = 25


def recount(service: Service, account: Account, since: datetime) -> dict[str, Counter[str]]:
    """Recount from statuses and dates alone, without the ledger column."""
    counts: dict[str, Counter[str]] = {"api": Counter(), "dashboard": Counter()}
    with service.services.database.read() as connection:
        for row in connection.execute(job_table.select().where(job_table.c.account_id == account.id)):
            if row.status in {"queued", "processing"}:
                counts[row.source]["reserved"] += 1
            elif row.status in {"completed", "expired"} and row.settled_at >= since:
                counts[row.source]["used"] += 1
    return counts


def check(service: Service, account: Account, plan: Plan) -> None:
    caller = service.services
    with caller.database.write() as connection:
        from api.accounts.repository import lock_account  # noqa: PLC0415 - only here

        known = lock_account(connection, account.id)
    since = window_at(plan, anchor=known.billing_anchor, now=service.clock.now()).start
    counts = recount(service, account, since)
    shown = usage(caller.database, known, now=service.clock.now()).model_dump(mode="json")
    limit, used = PLANS[plan].limits[Workflow.SHORT], sum(each["used"] for each in counts.values())
    reserved = sum(each["reserved"] for each in counts.values())
    expected: dict[str, Any] = {
        "limit": limit,
        "used": used,
        "reserved": reserved,
        "remaining": max(0, limit - used - reserved),
        "by_source": {
            source: {"used": each["used"], "reserved": each["reserved"]} for source, each in counts.items()
        },
    }
    assert shown["videos"] == expected
    assert shown["outstanding_jobs"]["current"] == reserved
    short = shown["meters"]["short"]
    assert (short["used"], short["reserved"]) == (used, reserved)
    assert used + reserved <= limit or plan is not Plan.PRO


WEIGHTS = {
    "create": 12,
    "dashboard": 3,
    "claim": 5,
    "finish": 9,
    "fail": 2,
    "retry": 3,
    "release": 2,
    "wait": 5,
    "sweep": 2,
    "reap": 2,
    "plan": 1,
}


@dataclass
class Books:
    """One account, the operations on it, and its open jobs with their attempts."""

    service: Service
    account: Account
    chance: random.Random
    plan: Plan = Plan.PRO
    open_jobs: dict[str, int] = field(default_factory=dict)

    def step(self, operation: str) -> None:
        job = self.chance.choice(sorted(self.open_jobs)) if self.open_jobs else ""
        steps: dict[str, Callable[[], object]] = {
            "create": self.account.create,
            "dashboard": self.order_from_dashboard,
            "wait": lambda: self.service.clock.advance(seconds=self.chance.choice([5, 50, 4000, 90_000])),
            "sweep": self.service.services.sweeper.run_once,
            "reap": self.service.services.reaper.run_once,
            "plan": self.change_plan,
        }
        if operation in steps:
            steps[operation]()
        elif job:
            report(self.service, job, self.open_jobs[job], operation)
        self.open_jobs = current(self.service, self.account)

    def order_from_dashboard(self) -> None:
        has_room = len(self.open_jobs) < PLANS[Plan.PRO].outstanding
        if self.plan is Plan.PRO and has_room and self.account.usage()["videos"]["remaining"] > 0:
            order, now = CreateVideo(topic="x"), self.service.clock.now()
            made = videos.new_job(order, self.account.id, now=now, source=Source.DASHBOARD)
            with self.service.services.database.write() as connection:
                repository.insert(connection, made)

    def change_plan(self) -> None:
        for plan in (self.chance.choice(list(Plan)), self.chance.choice([Plan.PRO, Plan.PRO, Plan.CREATOR])):
            self.plan = plan
            database, clock = self.service.services.database, self.service.clock
            accounts.set_plan(database, clock, account_id=self.account.id, plan=plan)


def test_the_books_balance_after_a_thousand_random_operations(service: Service) -> None:
    chance = random.Random(1)  # noqa: S311 - repeatable
    books = Books(service=service, account=service.account(Plan.PRO), chance=chance)
    done = chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=OPERATIONS)
    for number, operation in enumerate(done):
        books.step(operation)
        if number % PER_CHECK == 0:
            check(service, books.account, books.plan)
    check(service, books.account, books.plan)
    assert set(done) == set(WEIGHTS)


def report(service: Service, job: str, attempt: int, operation: str) -> None:
    answer = service.event(job, attempt, kind="claimed", sequence=1, worker="worker-1").json()
    assert answer["accepted"]
    if operation == "finish":
        service.finish(job, attempt)
    elif operation in {"fail", "retry"}:
        service.fail(job, attempt, retryable=operation == "retry")
    elif operation == "release":
        service.event(job, attempt, kind="released", sequence=70)


def current(service: Service, account: Account) -> dict[str, int]:
    wanted = sa.select(job_table.c.id, job_table.c.attempt).where(
        job_table.c.account_id == account.id, job_table.c.status.in_(["queued", "processing"])
    )
    with service.services.database.read() as connection:
        return {str(row.id): row.attempt for row in connection.execute(wanted)}
