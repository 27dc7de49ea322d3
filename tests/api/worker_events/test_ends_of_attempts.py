"""How attempts end by their reports: completed, once and if storage confirms it, failed, or cancelled."""

from __future__ import annotations

from typing import Any

import pytest

from api.http.auth import Caller
from api.jobs.object_keys import output_key
from api.problems import ApiProblem
from api.worker_events.service import REFUSED, Reports
from tests.api.harness import MP4, Service
from tests.api.rows import a_job, job_of, kept
from tests.api.worker_events.reporting import DONE, FAILURE, HELD, claimed, result, said


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
