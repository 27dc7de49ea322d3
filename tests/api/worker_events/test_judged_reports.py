"""Workers' reports, judged by attempt, claim and sequence: applied once, and answered alike when repeated."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.http.auth import Caller
from api.worker_events.report_token import is_report_token, report_token
from api.worker_events.service import REFUSED, Reports
from renderer.contract.event import EventReply
from tests.api.harness import START, Service
from tests.api.rows import a_job, job_of, kept
from tests.api.worker_events.reporting import DONE, FAILURE, HELD, LEASE, claimed, progressed, result, said


def test_a_claim_starts_the_lease_and_only_its_worker_may_repeat_it(
    light: Service, owner: Caller, reports: Reports
) -> None:
    job = claimed(light, owner, reports)
    light.clock.advance(seconds=5)
    assert said(reports, job, "claimed", 2, worker="w-2") == REFUSED
    assert job_of(light, job.id).lease_expires_at == START + LEASE
    assert said(reports, job, "claimed", 2, worker="w-1") == HELD
    after = job_of(light, job.id)
    assert (after.status, after.worker, after.lease_expires_at) == (
        "processing", "w-1", START + LEASE + timedelta(seconds=5)
    )  # fmt: skip


def test_nobody_is_heard_before_a_claim_but_who_gives_up(
    light: Service, owner: Caller, reports: Reports
) -> None:
    cases: list[tuple[str, dict[str, Any], EventReply]] = [
        ("heartbeat", {}, REFUSED),
        ("released", {}, DONE),
        ("failed", FAILURE | {"retryable": False}, DONE),
    ]
    for kind, more, reply in cases:
        job = a_job(owner)
        kept(light, job)
        assert said(reports, job, kind, 1, **more) == reply, kind
    job = a_job(owner)
    kept(light, job)
    assert progressed(reports, job, 1, 5) == REFUSED
    assert said(reports, job, "completed", 2, result=result(light, job)) == REFUSED
    assert job_of(light, job.id) == job


@pytest.mark.parametrize("attempt", [1, 3])
def test_an_attempt_that_is_not_in_force_changes_nothing(
    light: Service, owner: Caller, reports: Reports, attempt: int
) -> None:
    job = a_job(owner, attempt=2)
    kept(light, job)
    assert said(reports, job, "claimed", 1, attempt=attempt, worker="w") == REFUSED
    assert said(reports, job, "failed", 9, attempt=attempt, **FAILURE, retryable=True) == REFUSED
    assert job_of(light, job.id) == job
    gone = a_job(owner, id=uuid4())
    assert said(reports, gone, "claimed", 1, worker="w") == REFUSED


def test_late_reports_are_answered_and_not_applied(light: Service, owner: Caller, reports: Reports) -> None:
    job = claimed(light, owner, reports)
    assert progressed(reports, job, 9, 60) == HELD
    light.clock.advance(seconds=30)
    before = job_of(light, job.id)
    assert progressed(reports, job, 8, 70) == HELD
    assert progressed(reports, job, 9, 80) == HELD
    assert said(reports, job, "heartbeat", 2) == HELD
    assert job_of(light, job.id) == before
    assert progressed(reports, job, 10, 20) == HELD
    after = job_of(light, job.id)
    assert (after.percent, after.sequence) == (60, 10), "the percentage never falls"


def test_facts_are_kept_by_kind_and_what_is_stored_only_grows(
    light: Service, owner: Caller, reports: Reports
) -> None:
    job = claimed(light, owner, reports)
    fact = {"title": "川", "adaptation": "none", "spoken_characters": 5, "estimated_seconds": 1.5}
    progressed(reports, job, 2, 10, stored=3, facts=[fact])
    progressed(reports, job, 3, 11, stored=2)
    after = job_of(light, job.id)
    assert after.facts == {"script": fact | {"kind": "script"}}
    assert (after.stored, after.advanced) == (3, True)


def test_a_token_is_that_of_one_attempt_at_one_job_with_one_secret() -> None:
    job, other, secret = UUID(int=1), UUID(int=2), b"s" * 32
    token = report_token(secret, job_id=job, attempt=1)
    assert token == report_token(secret, job_id=job, attempt=1)
    assert is_report_token(token, secret=secret, job_id=job, attempt=1)
    for text, key, wanted, attempt in (
        (token, secret, job, 2),
        (token, secret, other, 1),
        (token, b"t" * 32, job, 1),
        (token[:-1], secret, job, 1),
        ("", secret, job, 1),
        ("ü", secret, job, 1),
    ):
        assert not is_report_token(text, secret=key, job_id=wanted, attempt=attempt)
