from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from renderer.contract.vocabulary import Plan
from tests.api.harness import START, Account, Service, fresh_key, problem

VIDEO_KEYS = {
    "id",
    "object",
    "workflow",
    "status",
    "source",
    "created_at",
    "updated_at",
    "expires_at",
    "settings",
    "progress",
    "links",
}


def test_accepted_job_has_the_fields_of_the_contract(account: Account) -> None:
    answer = account.create({"topic": "  Bees \u3000"})
    body = answer.json()
    assert answer.status_code == 202
    assert set(body) == {"id", "object", "status", "created_at", "queue", "settings", "usage", "links"}
    assert (body["object"], body["status"]) == ("video", "queued")
    assert body["queue"] == {"position": 1}
    assert body["usage"] == {"used": 0, "reserved": 1, "remaining": 34, "limit": 35}
    assert body["links"] == {"self": f"http://testserver/api/v1/videos/{body['id']}", "download": None}
    assert body["settings"] == {
        "video_mode": "darkHistory",
        "style_pack": "documentary",
        "voice": "warm-storyteller",
        "language": "en",
        "captions": {"style": "tiktok", "position": "center"},
    }
    assert datetime.fromisoformat(body["created_at"]) == START
    assert answer.headers["location"] == body["links"]["self"]
    assert answer.headers["retry-after"] == "5"
    assert "idempotent-replayed" not in answer.headers


@pytest.mark.parametrize(
    ("given", "effective"),
    [
        ({"style": "fire"}, {"style": "fire", "position": "center"}),
        ({"position": "top"}, {"style": "tiktok", "position": "top"}),
        ({}, {"style": "tiktok", "position": "center"}),
    ],
)
def test_one_caption_key_takes_the_default_for_the_other(
    caller: Account, given: dict[str, str], effective: dict[str, str]
) -> None:
    assert caller.create({"topic": "Bees", "captions": given}).json()["settings"]["captions"] == effective


@pytest.mark.parametrize(
    ("topic", "status"),
    [
        ("𝒜" * 500, 202),
        ("🎬" * 500, 202),
        ("🎬" * 501, 400),
        (" " + "é" * 500 + "\u2029", 202),
        ("x" * 501, 400),
    ],
)
def test_topic_is_counted_in_code_points_after_trimming(caller: Account, topic: str, status: int) -> None:
    assert caller.create({"topic": topic}).status_code == status


@pytest.mark.parametrize("topic", ["?", "!!!", "…", "\u200b", "🎬", "— —", "\u0301", "❤\ufe0f", "\x07"])
def test_a_topic_of_signs_alone_is_taken(caller: Account, topic: str) -> None:
    assert caller.create({"topic": topic}).status_code == 202


@pytest.mark.parametrize("topic", ["7", "왜", "ﷺ", "ሰማይ", "🎬 film"])
def test_a_topic_in_any_script_is_taken(caller: Account, topic: str) -> None:
    assert caller.create({"topic": topic}).status_code == 202


@pytest.mark.parametrize("topic", ["", "  \u00a0\u3000", None, 7, True, ["x"], {"x": 1}, "a\0b"])
def test_topic_that_is_none_is_refused(caller: Account, topic: object) -> None:
    problem(caller.create({"topic": topic}), 400, "invalid_request")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"topic": "x", "colour": "red"},
        {"topic": "x", "voice": None},
        {"topic": "x", "voice": "nobody"},
        {"topic": "x", "language": "EN"},
        {"topic": "x", "captions": None},
        {"topic": "x", "captions": []},
        {"topic": "x", "captions": {"style": "tiktok", "size": 3}},
        {"topic": "x", "captions": {"position": "middle"}},
        {"topic": "x", "video_mode": 1},
        {"topic": "x", "script": "no"},
    ],
)
def test_fields_outside_the_contract_are_refused(caller: Account, body: dict[str, object]) -> None:
    problem(caller.create(body), 400, "invalid_request")
    assert caller.usage()["videos"]["reserved"] == 0


def test_a_video_lives_from_queued_to_completed(account: Account, service: Service) -> None:
    video_id = account.new_video()
    queued = account.video(video_id)
    assert set(queued) == VIDEO_KEYS | {"queue"}
    assert (queued["status"], queued["queue"], queued["source"]) == ("queued", {"position": 1}, "api")
    assert account.get(f"/videos/{video_id}").headers["retry-after"] == "5"

    service.claim(video_id)
    service.event(video_id, 1, kind="progressed", sequence=2, percent=40, stage="narrate", detail="Speaking.")
    working = account.video(video_id)
    assert set(working) == VIDEO_KEYS
    assert working["status"] == "processing"
    assert working["progress"] == {"percent": 40, "stage": "narrate", "detail": "Speaking."}
    assert working["links"]["download"] is None

    service.clock.advance(minutes=2)
    service.finish(video_id)
    done = account.get(f"/videos/{video_id}")
    assert "retry-after" not in done.headers
    body = done.json()
    assert set(body) == VIDEO_KEYS | {"output"}
    assert (body["status"], body["output"]) == ("completed", {"duration_seconds": 31.5})
    assert (body["progress"]["percent"], body["progress"]["stage"]) == (100, "completed")
    assert body["links"]["download"] == f"{body['links']['self']}/download"
    assert datetime.fromisoformat(body["expires_at"]) == service.clock.now() + timedelta(days=7)


def test_a_failed_video_says_only_what_the_contract_lets_it(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.fail(video_id)
    answer = account.get(f"/videos/{video_id}")
    body = answer.json()
    assert body["status"] == "failed"
    assert body["failure"] == {"code": "generation_failed", "message": "Video generation failed."}
    assert "encoder" not in answer.text
    assert "worker" not in answer.text
    assert body["links"]["download"] is None
    assert account.usage()["videos"]["remaining"] == 35


def test_queue_position_counts_the_jobs_ahead(account: Account, service: Service) -> None:
    other = service.account()
    first = other.new_video()
    service.clock.advance(seconds=1)
    second = account.create().json()
    assert second["queue"] == {"position": 2}
    service.claim(first)
    assert account.video(second["id"])["queue"] == {"position": 1}


def test_foreign_and_missing_ids_answer_alike(account: Account, service: Service) -> None:
    foreign = service.account().new_video()
    service.finish(foreign)
    for path in ("", "/download"):
        answers = [account.get(f"/videos/{each}{path}") for each in (foreign, str(uuid4()))]
        bodies = [problem(answer, 404, "video_not_found") for answer in answers]
        for body in bodies:
            del body["instance"], body["request_id"]
        assert bodies[0] == bodies[1]
        names = [sorted(answer.headers) for answer in answers]
        assert names[0] == names[1]


@pytest.mark.parametrize(
    "video_id",
    [
        "1",
        "..",
        "%2e%2e%2fusage",
        "{}",
        "0" * 32,
        "x" * 3000,
        "%00",
        "🦊",
        "{f0a1b2c3-0000-4000-8000-000000000000}",
    ],
)
def test_ids_that_are_none_are_not_found(caller: Account, video_id: str) -> None:
    answer = caller.get(f"/videos/{video_id}")
    assert answer.json()["code"] in {"video_not_found", "not_found"}
    assert answer.status_code == 404


def test_upper_case_ids_are_the_same_ids(caller: Account) -> None:
    video_id = caller.new_video()
    assert caller.video(video_id.upper())["id"] == video_id


def test_outstanding_cap(service: Service) -> None:
    creator = service.account(Plan.CREATOR)
    videos = [creator.new_video() for _ in range(2)]
    problem(creator.create(), 409, "too_many_outstanding_jobs")
    service.claim(videos[0])
    problem(creator.create(), 409, "too_many_outstanding_jobs")
    service.fail(videos[0])
    assert creator.create().status_code == 202


def test_allowance_ends_and_returns_with_the_billing_period(service: Service) -> None:
    creator = service.account(Plan.CREATOR)
    for _ in range(15):
        service.finish(creator.new_video())
    assert creator.usage()["videos"]["used"] == 15
    problem(creator.create(), 403, "quota_exceeded")
    service.clock.advance(days=31)
    assert creator.usage()["videos"] | {"by_source": 0} == {
        "limit": 15,
        "used": 0,
        "reserved": 0,
        "remaining": 15,
        "by_source": 0,
    }
    assert creator.create().status_code == 202


def test_same_key_same_order_replays_the_first_answer(account: Account, service: Service) -> None:
    key = fresh_key()
    first = account.create({"topic": "Bees"}, key=key)
    service.finish(first.json()["id"])
    spelt = {"captions": {"position": "center"}, "language": "en", "topic": "\tBees "}
    again = account.create(spelt, key=key)
    assert again.status_code == 202
    assert again.content == first.content
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]
    assert account.usage()["videos"]["used"] == 1


@pytest.mark.parametrize(
    "change",
    [
        {"topic": "Wasps"},
        {"video_mode": "weirdFacts"},
        {"style_pack": "darkFinance"},
        {"voice": "warm-calm"},
        {"language": "de"},
        {"captions": {"style": "ice"}},
        {"captions": {"position": "top"}},
    ],
)
def test_same_key_other_order_is_a_conflict(caller: Account, change: dict[str, object]) -> None:
    key = fresh_key()
    caller.create({"topic": "Bees"}, key=key)
    problem(caller.create({"topic": "Bees"} | change, key=key), 409, "idempotency_conflict")
    assert caller.usage()["videos"]["reserved"] == 1


def test_replay_is_judged_before_cap_and_allowance(service: Service) -> None:
    creator, key = service.account(Plan.CREATOR), fresh_key()
    first = creator.create(key=key)
    creator.new_video()
    assert creator.create(key=key).content == first.content
    problem(creator.create(), 409, "too_many_outstanding_jobs")


def test_a_refused_create_leaves_its_key_free(service: Service) -> None:
    creator, key = service.account(Plan.CREATOR), fresh_key()
    problem(creator.create({"topic": ""}, key=key), 400, "invalid_request")
    videos = [creator.new_video() for _ in range(2)]
    problem(creator.create({"topic": "Bees"}, key=key), 409, "too_many_outstanding_jobs")
    service.fail(videos[0])
    assert creator.create({"topic": "Wasps"}, key=key).status_code == 202


def test_a_key_is_new_again_after_a_day(account: Account, service: Service) -> None:
    key = fresh_key()
    first = account.create(key=key).json()["id"]
    service.clock.advance(hours=23, minutes=59)
    assert account.create(key=key).json()["id"] == first
    service.clock.advance(minutes=1)
    answer = account.create({"topic": "Something else"}, key=key)
    assert answer.status_code == 202
    assert answer.json()["id"] != first
    assert "idempotent-replayed" not in answer.headers


def test_a_key_belongs_to_its_account(account: Account, service: Service) -> None:
    key, other = fresh_key(), service.account()
    assert account.create(key=key).json()["id"] != other.create(key=key).json()["id"]


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (None, "idempotency_required"),
        ("", "idempotency_required"),
        ("short", "invalid_idempotency_key"),
        ("x" * 15, "invalid_idempotency_key"),
        ("x" * 129, "invalid_idempotency_key"),
        ("with a space in it", "invalid_idempotency_key"),
        ("é" * 20, "invalid_idempotency_key"),
    ],
)
def test_idempotency_keys_out_of_form(caller: Account, key: str | None, code: str) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in caller.headers.items()]
    pairs += [] if key is None else [(b"Idempotency-Key", key.encode("latin-1"))]
    answer = caller.service.client.post("/api/v1/videos", headers=pairs, json={"topic": "x"})
    problem(answer, 400, code)


def test_keys_of_16_and_128_characters_are_good(caller: Account) -> None:
    for key in ("!" * 16, "~" * 128):
        assert caller.create(key=key).status_code == 202
