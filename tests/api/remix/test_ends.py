"""How projects end: cancelled in any phase or expired after a week, and nothing of them is left."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.jobs.object_keys import output_prefix
from api.jobs.retention import GRACE
from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import (
    CHUNK,
    M4A,
    SETTINGS,
    RemixWorker,
    complete,
    minutes,
    open_upload,
    project_of,
    put,
    ready_project,
    shown,
    uploaded,
)


@pytest.fixture
def worker(service: Service) -> RemixWorker:
    return RemixWorker(service)


def cancel(account: Account, project_id: str) -> dict[str, Any]:
    answer = account.request("POST", f"/remix/projects/{project_id}/cancel")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def everything_stored(service: Service) -> list[str]:
    return [*service.store.keys("remix/"), *service.store.keys("videos/")]


def test_a_project_that_is_uploading_is_cancelled_with_its_staging(
    account: Account, service: Service
) -> None:
    upload = open_upload(account, CHUNK + 1)
    put(account, upload["upload_id"], b"x" * CHUNK, offset=0)
    with ThreadPoolExecutor(6) as pool:
        phases = [each["phase"] for each in pool.map(cancel, [account] * 6, [upload["video_id"]] * 6)]
    assert phases == ["cancelled"] * 6
    assert service.services.staging.parts == {}  # type: ignore[attr-defined]  # the fake's
    problem(put(account, upload["upload_id"], b"x", offset=CHUNK), 404, "video_not_found")
    assert account.video(upload["video_id"])["status"] == "cancelled"


@pytest.mark.parametrize("is_claimed", [False, True])
@pytest.mark.parametrize("phase", ["probing", "analysing", "exporting"])
def test_work_is_cancelled_and_minutes_stay_used(
    account: Account, service: Service, worker: RemixWorker, phase: str, *, is_claimed: bool
) -> None:
    used = 0 if phase == "probing" else 2
    operation = {"probing": "probe", "analysing": "analyse", "exporting": "export"}[phase]
    hasty = service.services.settings.model_copy(update={"probe_wait_seconds": 0.05})
    object.__setattr__(service.services, "settings", hasty)
    upload = uploaded(account)
    complete(account, upload)
    if is_claimed:
        worker.held.add(operation)
    if phase != "probing":
        worker.work()
    if phase == "exporting":
        worker.work_all()
        account.request("POST", f"/remix/projects/{upload['video_id']}/export", json={"revision": 2})
    if is_claimed:
        worker.work()
        assert cancel(account, upload["video_id"])["phase"] == "cancelling"
        assert account.video(upload["video_id"])["status"] == "processing"
        message = worker.messages[-1]
        heard = service.event(str(message.job_id), 1, kind="heartbeat", sequence=7).json()
        assert heard["cancel"] is True
        worker.failures[operation] = ("cancelled", False)
        worker.end(message)
    else:
        assert cancel(account, upload["video_id"])["phase"] == "cancelled"
    after = project_of(account, upload)
    assert (after["status"], after["phase"]) == ("cancelled", "cancelled")
    assert after["media"] == {"source": None, "thumbnail": None, "voiceover": None, "mix": None}
    assert minutes(account) == (used, 0, 120 - used)
    assert cancel(account, upload["video_id"]) == after
    worker.held.clear()
    worker.work_all()
    assert project_of(account, upload)["phase"] == "cancelled"
    service.clock.advance(seconds=GRACE.total_seconds() + 1)
    service.services.project_sweeper.run_once()
    assert everything_stored(service) == []


def test_a_cancelled_voiceover_gives_its_minutes_back(account: Account, worker: RemixWorker) -> None:
    project = ready_project(account, worker)
    path = f"/remix/projects/{project['id']}"
    for revision, language in ((2, "en"), (4, "fr")):
        settings = SETTINGS | {"voiceover": SETTINGS["voiceover"] | {"mode": "mix", "language": language}}
        account.request("PATCH", path, json={"revision": revision, "settings": settings})
        if language == "en":
            with worker.at_work():
                account.request("POST", f"{path}/audio-preview", json={"revision": 3})
    assert account.request("POST", f"{path}/export", json={"revision": 5}).status_code == 202
    assert minutes(account) == (2, 2, 116)
    assert cancel(account, project["id"])["phase"] == "cancelled"
    assert minutes(account) == (2, 0, 118)


def test_an_operation_that_ends_while_it_is_cancelled_ends_cancelled(
    account: Account, worker: RemixWorker
) -> None:
    project = ready_project(account, worker)
    worker.held.add("export")
    account.request("POST", f"/remix/projects/{project['id']}/export", json={"revision": 2})
    worker.work()
    cancel(account, project["id"])
    worker.end(worker.messages[-1])
    after = shown(account, project["id"])
    assert (after["phase"], after["output"], after["links"]["download"]) == ("cancelled", None, None)
    problem(account.get(f"/videos/{project['id']}/download"), 409, "video_not_ready")


def test_a_finished_project_stays_finished(account: Account, worker: RemixWorker) -> None:
    project = ready_project(account, worker)
    account.request("POST", f"/remix/projects/{project['id']}/export", json={"revision": 2})
    worker.work_all()
    done = shown(account, project["id"])
    assert cancel(account, project["id"]) == done
    for body in (b"", b"{}", b'{"x": 1}'):
        headers = {"Content-Type": "application/json"}
        path = f"/remix/projects/{project['id']}/cancel"
        assert account.request("POST", path, headers=headers, content=body).status_code == 200


@pytest.mark.parametrize("is_exported", [False, True])
def test_a_project_goes_seven_days_after_its_last_change(
    account: Account, service: Service, worker: RemixWorker, *, is_exported: bool
) -> None:
    project = ready_project(account, worker)
    path = f"/remix/projects/{project['id']}"
    service.clock.advance(days=6)
    if is_exported:
        account.request("POST", f"{path}/export", json={"revision": 2})
        worker.work_all()
    else:
        account.request("PATCH", path, json={"revision": 2, "settings": SETTINGS})
    service.clock.advance(days=6, hours=23)
    assert service.services.project_sweeper.run_once() == 1  # the upload, which has become the source
    assert service.services.project_sweeper.run_once() == 0
    service.services.sweeper.run_once()  # there are no leftovers of lost attempts
    assert account.get(f"{path}/media/source").status_code == 200
    end = shown(account, project["id"])["expires_at"]
    service.clock.advance(hours=1, seconds=1)
    if is_exported:
        assert shown(account, project["id"])["phase"] == "expired"
        problem(account.get(f"/videos/{project['id']}/download"), 404, "video_not_found")
        problem(account.get(f"{path}/media/source"), 404, "video_not_found")
    assert service.services.project_sweeper.run_once() == 1
    after = shown(account, project["id"])
    assert (after["status"], after["phase"], after["expires_at"]) == ("expired", "expired", end)
    assert account.video(project["id"])["status"] == "expired"
    problem(account.get(f"{path}/media/source"), 404, "video_not_found")
    problem(account.request("PATCH", path, json={"revision": 3, "settings": SETTINGS}), 409, "project_final")
    service.clock.advance(seconds=GRACE.total_seconds() + 1)
    assert service.services.project_sweeper.run_once() == 1
    assert service.services.project_sweeper.run_once() == 0
    assert everything_stored(service) == []


def test_a_running_operation_keeps_its_project(
    account: Account, service: Service, worker: RemixWorker
) -> None:
    project = ready_project(account, worker)
    worker.held.add("export")
    account.request("POST", f"/remix/projects/{project['id']}/export", json={"revision": 2})
    worker.work()
    service.clock.advance(days=8)
    service.services.project_sweeper.run_once()
    assert shown(account, project["id"])["phase"] == "exporting"
    assert list(service.store.keys(f"remix/{project['id']}/"))


def test_leftovers_of_staging_are_swept(account: Account, service: Service) -> None:
    """Staging that a create began and never recorded."""
    service.services.staging.begin("uploads/nobody")
    assert service.services.project_sweeper.sweep_leftovers() == 0
    known = open_upload(account)
    service.services.staging.begun.update(  # type: ignore[attr-defined]  # the fake's
        dict.fromkeys(list(service.services.staging.begun), service.clock.now().replace(year=2020))  # type: ignore[attr-defined]
    )
    assert service.services.project_sweeper.sweep_leftovers() == 2
    assert known["offset"] == 0


def test_media_have_ranges_and_validators(account: Account, worker: RemixWorker) -> None:
    project = ready_project(account, worker)
    path = f"/remix/projects/{project['id']}"
    settings = SETTINGS | {"voiceover": SETTINGS["voiceover"] | {"mode": "replace"}}
    account.request("PATCH", path, json={"revision": 2, "settings": settings})
    for asset in ("mix", "voiceover", "nonsense", "source.mp4"):
        problem(account.get(f"{path}/media/{asset}"), 404, "video_not_found")
    with worker.at_work():
        account.request("POST", f"{path}/audio-preview", json={"revision": 3})
    types = {"source": "video/mp4", "thumbnail": "image/jpeg", "voiceover": "audio/mp4", "mix": "audio/mp4"}
    for asset, media_type in types.items():
        whole = account.get(f"{path}/media/{asset}")
        assert (whole.status_code, whole.headers["content-type"]) == (200, media_type)
        assert whole.headers["cache-control"] == "private, no-store"
        described = account.request("HEAD", f"{path}/media/{asset}")
        assert described.headers["content-length"] == str(len(whole.content))
        assert described.headers["etag"] == whole.headers["etag"]
        part = account.get(f"{path}/media/{asset}", Range="bytes=3-9")
        assert (part.status_code, part.content) == (206, whole.content[3:10])
        assert (
            account.get(f"{path}/media/{asset}", **{"If-None-Match": whole.headers["etag"]}).status_code
            == 304
        )
        problem(account.get(f"{path}/media/{asset}", Range="bytes=0-1,3-4"), 416, "invalid_range")
        assert "attachment; filename=" in whole.headers["content-disposition"]
    assert account.get(f"{path}/media/mix").content.startswith(M4A)


def test_folders_of_operations_are_not_those_of_projects(
    account: Account, worker: RemixWorker, service: Service
) -> None:
    project = ready_project(account, worker)
    assert not list(service.store.keys(output_prefix(project["id"])))
