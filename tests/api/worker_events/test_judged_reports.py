"""Reports of workers, judged by attempt, claim and sequence: applied once, and answered as the first time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.http.auth import Caller
from api.jobs.object_keys import output_key
from api.jobs.repository import Job
from api.problems import ApiProblem
from api.remix.operations.following import ProjectFollower
from api.worker_events.report_token import is_report_token, report_token
from api.worker_events.service import REFUSED, Reports
from renderer.contract.event import JOB_EVENT, EventReply
from tests.api.harness import MP4, START, Service
from tests.api.rows import a_job, an_account, job_of, kept

LEASE = timedelta(seconds=45)
HELD = EventReply(accepted=True, lease_seconds=45)
DONE = EventReply(accepted=True, lease_seconds=0)


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


@pytest.fixture
def reports(light: Service) -> Reports:
    return Reports(
        database=light.services.database,
        store=light.store,
        clock=light.clock,
        lease=LEASE,
        max_tries=3,
        metrics=light.services.metrics,
        follower=ProjectFollower(light.store),
    )


def said(
    reports: Reports, job: Job, kind: str, sequence: int, *, attempt: int = 1, **more: Any
) -> EventReply:
    event = JOB_EVENT.validate_python({"kind": kind, "sequence": sequence} | more)
    return reports.report(event, job_id=job.id, attempt=attempt)


def claimed(light: Service, owner: Caller, reports: Reports) -> Job:
    job = a_job(owner)
    kept(light, job)
    assert said(reports, job, "claimed", 1, worker="w-1") == HELD
    return job


def progressed(reports: Reports, job: Job, sequence: int, percent: int, **more: Any) -> EventReply:
    given: dict[str, Any] = {"percent": percent, "stage": "render_film", "detail": "Rendering."}
    return said(reports, job, "progressed", sequence, **given | more)


def result(light: Service, job: Job, *, attempt: int = 1, **changes: Any) -> dict[str, Any]:
    stored = light.store.put_bytes(output_key(job.id, attempt), MP4)
    file = {"key": stored.key, "size": stored.size, "sha256": stored.sha256, "media_type": "video/mp4"}
    facts = {"kind": "video", "duration_seconds": 31.5, "width": 1080, "height": 1920}
    return facts | {"file": file | changes}


FAILURE: dict[str, Any] = {"code": "encoder_failed", "sentence": "The encoder stopped."}


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


def test_a_completion_counts_once_and_may_be_repeated(
    light: Service, owner: Caller, reports: Reports
) -> None:
    job = claimed(light, owner, reports)
    made = result(light, job)
    assert said(reports, job, "completed", 50, result=made) == DONE
    after = job_of(light, job.id)
    assert (after.status, after.allowance, after.percent, after.worker) == ("completed", "used", 100, None)
    light.clock.advance(hours=1)
    assert said(reports, job, "completed", 51, result=made) == DONE
    assert said(reports, job, "heartbeat", 52) == REFUSED
    assert said(reports, job, "failed", 53, **FAILURE, retryable=False) == REFUSED
    assert job_of(light, job.id) == after


@pytest.mark.parametrize(
    "changes",
    [
        {"size": len(MP4) - 1},
        {"sha256": "0" * 64},
        {"key": "videos/elsewhere/1/video.mp4"},
        {"key": "missing"},
    ],
)
def test_a_completion_that_storage_does_not_bear_out_is_refused(
    light: Service, owner: Caller, reports: Reports, changes: dict[str, Any]
) -> None:
    job = claimed(light, owner, reports)
    light.store.put_bytes("videos/elsewhere/1/video.mp4", MP4)
    if changes.get("key") == "missing":
        changes = {"key": output_key(job.id, 1).replace("video.mp4", "missing.mp4")}
    before = job_of(light, job.id)
    with pytest.raises(ApiProblem, match="output_unverified"):
        said(reports, job, "completed", 50, result=result(light, job, **changes))
    with pytest.raises(ApiProblem, match="output_unverified"):
        said(reports, job, "completed", 50, result=result(light, job) | {"kind": "video", "sidecars": {
            "a.srt": result(light, job)["file"] | {"key": output_key(job.id, 2)}}})  # fmt: skip
    assert job_of(light, job.id) == before


def test_a_result_of_another_kind_is_none_of_a_video(light: Service, owner: Caller, reports: Reports) -> None:
    job = claimed(light, owner, reports)
    file = result(light, job)["file"]
    with pytest.raises(ApiProblem, match="output_unverified"):
        said(reports, job, "completed", 5, result={"kind": "sound", "file": file, "duration_seconds": 1})
    whole = result(light, job)
    light.store.broken = True
    with pytest.raises(ApiProblem, match="service_unavailable"):
        said(reports, job, "completed", 5, result=whole)
    assert job_of(light, job.id).status == "processing"


@pytest.mark.parametrize(("retryable", "stored", "left"), [
    (False, 0, ("failed", 1, 1)), (True, 0, ("processing", 2, 2)), (True, 4, ("processing", 2, 1)),
])  # fmt: skip
def test_a_failure_is_tried_again_where_that_may_help(
    light: Service,
    owner: Caller,
    reports: Reports,
    *,
    retryable: bool,
    stored: int,
    left: tuple[str, int, int],
) -> None:
    job = claimed(light, owner, reports)
    assert said(reports, job, "failed", 5, **FAILURE, retryable=retryable, stored=stored) == DONE
    after = job_of(light, job.id)
    assert (after.status, after.attempt, after.tries) == left
    again = said(reports, job, "failed", 5, **FAILURE, retryable=retryable, stored=stored)
    assert again == (REFUSED if retryable else DONE), "the attempt is over, or was told so before"
    assert job_of(light, job.id) == after


@pytest.mark.parametrize("kind", ["completed", "failed", "released"])
def test_whatever_the_worker_says_last_a_job_to_be_cancelled_is_cancelled(
    light: Service, owner: Caller, reports: Reports, kind: str
) -> None:
    job = a_job(
        owner, status="processing", worker="w", sequence=1, cancel_requested=True, allowance="released"
    )
    kept(light, job)
    assert said(reports, job, "heartbeat", 2) == HELD.model_copy(update={"cancel": True})
    more: dict[str, dict[str, Any]] = {
        "completed": {"result": result(light, job)},
        "failed": FAILURE | {"retryable": True},
    }
    assert said(reports, job, kind, 3, **more.get(kind, {})).accepted
    after = job_of(light, job.id)
    assert (after.status, after.allowance, after.results) == ("cancelled", "released", {})


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
