"""What a client written from the contract alone may rely on, rule by rule."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from renderer.contract.vocabulary import Plan, Source
from tests.api.harness import Account, Service, fresh_key, problem

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def follow(account: Account, link: str, **headers: str) -> Any:
    """Follow a link as given, with the same credential."""
    assert link.startswith("http")
    return account.service.client.get(link, headers=account.headers | headers)


def strings(value: object) -> list[str]:
    """Every string in a document."""
    match value:
        case dict():
            return [text for each in value.values() for text in strings(each)]
        case list():
            return [text for each in value for text in strings(each)]
        case str():
            return [value]
        case _:
            return []


def test_the_typical_flow(account: Account, service: Service) -> None:
    """Read capabilities and usage, create, poll `links.self`, download before `expires_at`."""
    able, usage = account.get("/capabilities").json(), account.usage()
    created = account.create({"topic": "Bees", **able["generation"]["defaults"]})
    job = created.json()
    assert created.headers["location"] == job["links"]["self"]
    assert int(created.headers["retry-after"]) == able["polling"]["retry_after_seconds"] == 5
    queued = follow(account, job["links"]["self"])
    assert int(queued.headers["retry-after"]) == able["polling"]["retry_after_seconds"]
    assert queued.json()["settings"] == job["settings"] == able["generation"]["defaults"]
    service.finish(job["id"])
    done = follow(account, job["links"]["self"]).json()
    assert follow(account, done["links"]["download"]).headers["content-type"] == "video/mp4"
    assert datetime.fromisoformat(done["expires_at"]) > service.clock.now()
    after = account.usage()
    assert after["videos"]["used"] == usage["videos"]["used"] + 1
    assert after["videos"]["remaining"] == usage["videos"]["remaining"] - 1


def test_media_types_and_headers_of_every_answer(caller: Account) -> None:
    video_id = caller.new_video()
    caller.service.finish(video_id)
    link = f"/videos/{video_id}/download"
    tag = caller.get(link).headers["etag"]
    answers = [
        caller.create(),
        *(caller.get(path) for path in ("/videos", f"/videos/{video_id}", "/usage", "/capabilities", link)),
        caller.get(link, Range="bytes=0-1"),
        caller.get(link, **{"If-None-Match": tag}),
        caller.request("HEAD", link),
        caller.get(link, Range="bytes=9-1"),
        caller.get("/nowhere"),
        caller.create({}),
    ]
    assert [answer.status_code for answer in answers] == [202, *[200] * 5, 206, 304, 200, 416, 404, 400]
    for answer in answers:
        UUID(answer.headers["x-request-id"])
        limit, left, reset = (answer.headers[f"ratelimit-{name}"] for name in ("limit", "remaining", "reset"))
        assert all(re.fullmatch("[0-9]+", number, re.ASCII) for number in (limit, left, reset))
        assert int(left) < int(limit)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
        elif answer.status_code != 304 and answer.headers["content-type"] != "video/mp4":
            assert answer.headers["content-type"] == "application/json"
    assert len({answer.headers["x-request-id"] for answer in answers}) == len(answers)


def test_remaining_falls_by_one_with_every_request(caller: Account) -> None:
    left = [int(caller.get("/capabilities").headers["ratelimit-remaining"]) for _ in range(4)]
    assert left == list(range(left[0], left[0] - 4, -1))


def test_every_value_that_capabilities_names_can_be_ordered(caller: Account) -> None:
    able = caller.get("/capabilities").json()["generation"]
    choices: list[tuple[str, str, list[str]]] = [
        (field, listed, [each["id"] for each in able[listed]])
        for field, listed in (
            ("video_mode", "video_modes"),
            ("style_pack", "style_packs"),
            ("voice", "voices"),
        )
    ]
    choices.append(("language", "languages", able["languages"]))
    for field, _, values in choices:
        for value in values:
            assert ordered(caller, {field: value})[field] == value
    for field, listed in (("style", "caption_styles"), ("position", "caption_positions")):
        for value in able[listed]:
            assert ordered(caller, {"captions": {field: value}})["captions"][field] == value


def ordered(caller: Account, order: dict[str, object]) -> dict[str, Any]:
    """The effective settings of an order; its job is failed at once, so that the next has room."""
    answer = caller.create({"topic": "Bees"} | order)
    assert answer.status_code == 202, answer.text
    caller.service.fail(answer.json()["id"])
    return dict(answer.json()["settings"])


def test_labels_are_shown_for_every_id(caller: Account) -> None:
    able = caller.get("/capabilities").json()["generation"]
    for listed in ("video_modes", "style_packs", "voices"):
        for choice in able[listed]:
            assert set(choice) == {"id", "label"}
            assert choice["label"].strip()
            assert choice["label"] != choice["id"]


def test_the_limits_that_capabilities_names_are_those_that_hold(caller: Account) -> None:
    able = caller.get("/capabilities").json()
    longest = able["limits"]["topic_characters"]
    assert caller.create({"topic": "ß" * longest}).status_code == 202
    problem(caller.create({"topic": "ß" * (longest + 1)}), 400, "invalid_request")
    headers = {"Content-Type": "application/json", "Idempotency-Key": fresh_key()}
    frame = b'{"topic":"x"}'
    for extra, status in ((0, 202), (1, 413)):
        body = frame + b" " * (able["limits"]["body_bytes"] - len(frame) + extra)
        answer = caller.request("POST", "/videos", headers=headers, content=body)
        assert answer.status_code == status
    assert able["plan"] == {
        "id": "pro",
        "api_access": True,
        "video_limit": caller.usage()["videos"]["limit"],
        "max_outstanding_jobs": caller.usage()["outstanding_jobs"]["limit"],
    }
    assert able["retention"] == {"video_days": 7, "idempotency_hours": 24}


def test_timestamps_carry_an_offset_and_links_are_absolute(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.finish(video_id)
    video, usage = account.video(video_id), account.usage()
    moments = [video[name] for name in ("created_at", "updated_at", "expires_at")]
    moments += [usage["window"][name] for name in ("start", "end", "evaluated_at")]
    assert all(TIMESTAMP.fullmatch(moment) for moment in moments)
    assert all(link.startswith("http://testserver/api/v1/videos/") for link in video["links"].values())
    assert UUID(video["id"])


def test_nothing_internal_is_in_any_answer(account: Account, service: Service) -> None:
    """No answer shows a worker, an attempt, a storage address or the cause of a failure, in any state."""
    queued, working, done, failed = (account.new_video() for _ in range(4))
    service.claim(working, worker="worker-host-17")
    service.finish(done)
    service.fail(failed)
    documents = [account.video(each) for each in (queued, working, done, failed)]
    documents.append(account.get("/videos").json())
    text = " ".join(text for document in documents for text in strings(document))
    for word in ("worker", "/1/video.mp4", "sha256", "encoder", "attempt", "lease"):
        assert word not in text
    head = str(account.request("HEAD", f"/videos/{done}/download").headers)
    assert "/1/" not in head


def test_dashboard_work_counts_and_is_shown_with_its_source(account: Account, service: Service) -> None:
    from api.jobs import repository  # noqa: PLC0415 - only here
    from api.videos.schemas import CreateVideo  # noqa: PLC0415 - only here
    from api.videos.service import new_job  # noqa: PLC0415 - only here

    order = CreateVideo(topic="From the dashboard")
    jobs_of_both = [new_job(order, account.id, now=service.clock.now(), source=Source.DASHBOARD)]
    with service.services.database.write() as connection:
        repository.insert(connection, jobs_of_both[0])
    service.clock.advance(seconds=1)
    mine = account.new_video()
    listed = account.get("/videos").json()["data"]
    assert [(video["id"], video["source"]) for video in listed] == [
        (mine, "api"),
        (str(jobs_of_both[0].id), "dashboard"),
    ]
    usage = account.usage()
    assert usage["videos"]["by_source"] == {
        "dashboard": {"used": 0, "reserved": 1},
        "api": {"used": 0, "reserved": 1},
    }
    assert usage["outstanding_jobs"] == {"limit": 5, "current": 2}


def test_a_download_needs_the_credential_of_the_account(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.finish(video_id)
    path = f"/api/v1/videos/{video_id}/download"
    problem(service.client.get(path), 401, "invalid_api_key")
    stranger = service.account()
    problem(stranger.get(f"/videos/{video_id}/download"), 404, "video_not_found")
    assert stranger.request("HEAD", f"/videos/{video_id}/download").status_code == 404
    poor = service.account(Plan.BASIC)
    problem(poor.get(f"/videos/{video_id}/download"), 403, "api_access_required")


def test_missing_foreign_expired_and_deleted_downloads_look_alike(account: Account, service: Service) -> None:
    expired, swept = account.new_video(), account.new_video()
    for video_id in (expired, swept):
        service.finish(video_id)
    service.clock.advance(days=7)
    late = problem(account.get(f"/videos/{expired}/download"), 404, "video_not_found")
    service.services.sweeper.run_once()
    gone = problem(account.get(f"/videos/{swept}/download"), 404, "video_not_found")
    missing = problem(account.get(f"/videos/{UUID(int=7)}/download"), 404, "video_not_found")
    bodies = [{**body, "instance": "", "request_id": ""} for body in (late, gone, missing)]
    assert bodies[0] == bodies[1] == bodies[2]


@pytest.mark.parametrize("final", ["finish", "fail"])
def test_a_final_status_is_final(account: Account, service: Service, final: str) -> None:
    video_id = account.new_video()
    getattr(service, final)(video_id)
    before = account.video(video_id)
    service.event(video_id, 1, kind="claimed", sequence=99, worker="late")
    service.event(video_id, 1, kind="progressed", sequence=100, percent=3, stage="late", detail="Late.")
    assert account.video(video_id) == before
    assert "retry-after" not in account.get(f"/videos/{video_id}").headers


def test_an_expired_key_of_idempotency_and_a_kept_one(account: Account, service: Service) -> None:
    key = fresh_key()
    first = account.create(key=key)
    service.fail(first.json()["id"])
    service.clock.advance(hours=24, microseconds=-1)
    assert account.create(key=key).headers["idempotent-replayed"] == "true"
    service.clock.advance(microseconds=1)
    again = account.create(key=key)
    assert again.status_code == 202
    assert again.json()["id"] != first.json()["id"]


def test_a_stale_cap_is_freed_when_a_job_ends_and_not_before(service: Service) -> None:
    creator = service.account(Plan.CREATOR)
    first, _ = creator.new_video(), creator.new_video()
    answer = creator.create()
    problem(answer, 409, "too_many_outstanding_jobs")
    assert "retry-after" not in answer.headers
    service.finish(first)
    assert creator.create().status_code == 202


def test_windows_name_their_type_and_hold_the_moment(service: Service) -> None:
    usage = service.account().usage()["window"]
    assert usage["type"] == "payment_billing_period"
    start, end, at = (datetime.fromisoformat(usage[name]) for name in ("start", "end", "evaluated_at"))
    assert start <= at < end
    assert end - start >= timedelta(days=28)


@pytest.mark.parametrize("path", ["/remix/projects", "/live/videos"])
def test_what_is_not_offered_is_not_found(caller: Account, path: str) -> None:
    problem(caller.request("POST", path, json={}), 404, "not_found")


def test_the_document_is_published_under_the_version(light: Service) -> None:
    document = light.client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert document["servers"][0]["url"].endswith("/api/v1")
    assert light.account().get("/capabilities").json()["api_version"] == "v1"
