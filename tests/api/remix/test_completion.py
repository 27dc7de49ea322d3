"""Completing an upload: published, probed and charged once, or refused with a named code and not charged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from renderer.contract.vocabulary import Plan
from tests.api.harness import Account, Service, make_service, make_settings, problem
from tests.api.remix_harness import (
    SETTINGS,
    RemixWorker,
    complete,
    inputs_of,
    minutes,
    project_of,
    ready_project,
    uploaded,
)


@pytest.fixture
def worker(service: Service) -> RemixWorker:
    return RemixWorker(service)


@pytest.fixture
def hurried(tmp_path: Path, database_url: str) -> Any:
    """A service that hardly waits for the probe."""
    made = make_service(make_settings(tmp_path, database_url, probe_wait_seconds=0.05))
    with made.client:
        yield made


def test_ten_completes_at_once_are_one_charge_and_one_analysis(
    account: Account, service: Service, worker: RemixWorker
) -> None:
    upload = uploaded(account)
    with worker.at_work(), ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: complete(account, upload), range(10)))
    assert {answer.status_code for answer in answers} == {202}
    worker.work_all()
    assert minutes(account) == (2, 0, 118)
    assert [row["order"]["operation"] for row in inputs_of(service, upload["video_id"])] == [
        "probe", "analyse"
    ]  # fmt: skip
    again = complete(account, upload)
    assert (again.status_code, again.json()["id"]) == (202, upload["video_id"])
    assert minutes(account) == (2, 0, 118)


def test_settings_may_come_with_the_completion(account: Account, worker: RemixWorker) -> None:
    chosen = SETTINGS | {"aspect": "1:1"}
    upload = uploaded(account)
    with worker.at_work():
        assert complete(account, upload, {"settings": chosen}).json()["settings"] == chosen
        assert complete(account, upload, {"settings": chosen}).status_code == 202
        problem(complete(account, upload), 409, "revision_conflict")
        problem(complete(account, upload, {"settings": SETTINGS}), 409, "revision_conflict")


@pytest.mark.parametrize(
    "body",
    [
        {"settings": None},
        {"settings": {}},
        {"settings": SETTINGS | {"extra": 1}},
        {"settings": {name: value for name, value in SETTINGS.items() if name != "ducking"}},
        {"settings": SETTINGS | {"aspect": "3:2"}},
        {"other": 1},
    ],
)
def test_bad_settings_complete_nothing(caller: Account, body: dict[str, Any]) -> None:
    upload = uploaded(caller)
    problem(complete(caller, upload, body), 400, "invalid_request")
    assert project_of(caller, upload)["phase"] == "uploading"


@pytest.mark.parametrize("code", ["source_unreadable", "no_video", "source_too_long"])
def test_a_source_that_cannot_be_used_is_refused_and_not_charged(
    account: Account, worker: RemixWorker, code: str
) -> None:
    worker.failures["probe"] = (code, False)
    upload = uploaded(account)
    with worker.at_work():
        problem(complete(account, upload), 400, code)
    project = project_of(account, upload)
    assert (project["phase"], project["status"], project["failure"]["code"]) == ("failed", "failed", code)
    assert project["media"]["source"] is None
    problem(complete(account, upload), 400, code)
    assert minutes(account) == (0, 0, 120)
    video = account.video(upload["video_id"])
    assert video["failure"] == {"code": "generation_failed", "message": "Video generation failed."}


def test_a_source_that_plays_too_long_is_refused_by_its_measures(
    account: Account, worker: RemixWorker
) -> None:
    worker.seconds = 600.001
    upload = uploaded(account)
    with worker.at_work():
        problem(complete(account, upload), 400, "source_too_long")
    assert minutes(account) == (0, 0, 120)


@pytest.mark.parametrize(("seconds", "used"), [(0.1, 1), (60.0, 1), (60.001, 2), (600.0, 10)])
def test_minutes_are_whole_and_rounded_up(
    account: Account, worker: RemixWorker, seconds: float, used: int
) -> None:
    worker.seconds = seconds
    assert ready_project(account, worker)["minutes"]["charged"] == used
    assert minutes(account) == (used, 0, 120 - used)


def test_without_enough_minutes_the_upload_stays_and_is_completed_after_an_upgrade(
    service: Service,
) -> None:
    from api.accounts.service import set_plan  # noqa: PLC0415 - only here

    account, worker = service.account(Plan.CREATOR), RemixWorker(service, seconds=600)
    for _ in range(5):
        account.request("POST", f"/remix/projects/{ready_project(account, worker)['id']}/cancel")
    worker.seconds = 59
    account.request("POST", f"/remix/projects/{ready_project(account, worker)['id']}/cancel")
    assert minutes(account) == (51, 0, 9)
    worker.seconds = 600
    upload = uploaded(account)
    with worker.at_work():
        problem(complete(account, upload), 403, "remix_quota_exceeded")
    project = project_of(account, upload)
    assert (project["phase"], project["failure"]) == ("uploading", None)
    problem(complete(account, upload), 403, "remix_quota_exceeded")
    assert minutes(account) == (51, 0, 9)
    set_plan(service.services.database, service.clock, account_id=account.id, plan=Plan.PRO)
    assert complete(account, upload).status_code == 202
    worker.work_all()
    assert project_of(account, upload)["phase"] == "ready"
    assert minutes(account) == (61, 0, 59)
    operations = [row["order"]["operation"] for row in inputs_of(service, upload["video_id"])]
    assert operations == ["probe", "analyse"]


def test_a_probe_that_takes_long_is_polled(hurried: Service) -> None:
    account, worker = hurried.account(), RemixWorker(hurried)
    upload = uploaded(account)
    answer = complete(account, upload)
    assert (answer.status_code, answer.json()["phase"]) == (202, "probing")
    assert answer.headers["retry-after"] == "5"
    assert answer.json()["status"] == "queued"
    worker.work_all()
    assert project_of(account, upload)["phase"] == "ready"
    assert complete(account, upload).status_code == 202
    assert minutes(account) == (2, 0, 118)


@pytest.mark.parametrize("code", ["source_unreadable", "no_video", "remix_quota_exceeded"])
def test_what_nobody_waits_for_any_more_is_told_by_the_project(hurried: Service, code: str) -> None:
    account, worker = hurried.account(Plan.CREATOR), RemixWorker(hurried, seconds=600)
    if code == "remix_quota_exceeded":
        uploads = [uploaded(account) for _ in range(5)]
        for upload in uploads:
            assert complete(account, upload).status_code == 202
            worker.work_all()
            account.request("POST", f"/remix/projects/{upload['video_id']}/cancel")
        worker.seconds = 599
        full = uploaded(account)
        assert complete(account, full).status_code == 202
        worker.work_all()
        account.request("POST", f"/remix/projects/{full['video_id']}/cancel")
        hurried.clock.advance(days=31)  # a new rate window; five sources use half of it
        for upload in [uploaded(account) for _ in range(5)]:
            complete(account, upload)
            worker.work_all()
            account.request("POST", f"/remix/projects/{upload['video_id']}/cancel")
        worker.seconds = 61
        last = uploaded(account)
        complete(account, last)
        worker.work_all()
        account.request("POST", f"/remix/projects/{last['video_id']}/cancel")
        worker.seconds = 600
    else:
        worker.failures["probe"] = (code, False)
    upload = uploaded(account)
    before = minutes(account)
    assert complete(account, upload).json()["phase"] == "probing"
    worker.work_all()
    project = project_of(account, upload)
    assert (project["status"], project["failure"]["code"]) == ("failed", code)
    assert minutes(account) == before


def test_a_probe_that_fails_by_us_fails_the_project(account: Account, worker: RemixWorker) -> None:
    worker.failures["probe"] = ("internal", False)
    upload = uploaded(account)
    with worker.at_work():
        answer = complete(account, upload)
    assert (answer.status_code, answer.json()["failure"]["code"]) == (202, "generation_failed")
    assert minutes(account) == (0, 0, 120)


def test_a_failed_analysis_keeps_its_minutes(account: Account, worker: RemixWorker) -> None:
    worker.failures["analyse"] = ("internal", False)
    upload = uploaded(account)
    with worker.at_work():
        complete(account, upload)
    worker.work_all()
    project = project_of(account, upload)
    assert (project["phase"], project["failure"]["code"]) == ("failed", "generation_failed")
    assert minutes(account) == (2, 0, 118)


def test_a_lost_worker_is_followed_by_another(
    account: Account, service: Service, worker: RemixWorker
) -> None:
    worker.failures["analyse"] = ("storage_failed", True)
    upload = uploaded(account)
    with worker.at_work():
        complete(account, upload)
    worker.work_all()
    assert project_of(account, upload)["phase"] == "analysing"
    service.clock.advance(minutes=10)
    worker.work_all()
    assert project_of(account, upload)["phase"] == "ready"
    assert minutes(account) == (2, 0, 118)


def test_a_source_without_speech_is_ready_without_a_transcript(account: Account, worker: RemixWorker) -> None:
    worker.transcript = False
    project = ready_project(account, worker)
    assert project["analysis"]["engine"] == "none"
    assert project["analysis"]["transcript"] == []
    assert project["captions"] == {"origin": "none", "language": None, "cues": []}


def test_documents_that_are_not_of_the_contract_are_refused(
    account: Account, service: Service, worker: RemixWorker
) -> None:
    upload = uploaded(account)
    worker.held.add("probe")
    with worker.at_work():
        import threading  # noqa: PLC0415 - only here

        thread = threading.Thread(target=complete, args=(account, upload))
        thread.start()
        while not worker.messages:
            pass
        message = worker.messages[0]
        for content in (b"{}", b"nonsense", b'{"duration_seconds": -1}', b"[" * 5000):
            file = worker.stored(message, f"s{len(content)}.json", content, "application/json")
            result = {"kind": "analysis", "file": file, "duration_seconds": 1.0}
            answer = service.event(str(message.job_id), 1, kind="completed", sequence=60, result=result)
            assert answer.status_code == 409
            assert answer.json()["code"] == "output_unverified"
        worker.end(message, sequence=70)
        thread.join()
    worker.work_all()
    assert project_of(account, upload)["phase"] == "ready"
