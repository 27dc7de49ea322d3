"""POST /long-form/videos, rule by rule, and everything that is not a valid order."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest

from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.vocabulary import Plan
from tests.api.harness import (
    START,
    Account,
    Service,
    film_order,
    fresh_key,
    make_service,
    make_settings,
    problem,
)

FIELDS = {
    "id", "object", "workflow", "status", "phase", "source", "created_at", "updated_at", "expires_at",
    "title", "settings", "progress", "script", "allowance", "links",
}  # fmt: skip
BODY_BYTES = 768 * 1024


def post(account: Account, content: bytes, **headers: str) -> Any:
    given = {"Content-Type": "application/json", "Idempotency-Key": fresh_key()} | headers
    return account.request("POST", "/long-form/videos", headers=given, content=content)


def test_an_accepted_film_is_the_resource_with_defaults(account: Account) -> None:
    answer = account.order_film()
    body = answer.json()
    link = f"http://testserver/api/v1/long-form/videos/{body['id']}"
    video = f"http://testserver/api/v1/videos/{body['id']}"
    assert answer.status_code == 202
    assert (answer.headers["location"], answer.headers["retry-after"]) == (link, "5")
    assert "idempotent-replayed" not in answer.headers
    assert set(body) == FIELDS | {"queue"}
    assert (body["object"], body["workflow"], body["status"], body["phase"], body["source"]) == (
        "long_form_video", "long_form", "queued", "queued", "api",
    )  # fmt: skip
    assert body["title"] is None
    assert body["queue"] == {"position": 1}
    assert body["settings"] == {
        "target_minutes": 13,
        "video_mode": "darkHistory",
        "style_pack": "documentary",
        "voice": "warm-storyteller",
        "language": "en",
        "captions": {"burn_in": False, "style": "tiktok", "position": "center"},
        "chapters": "cards",
    }
    assert body["progress"] == {"percent": 0, "stage": "queued", "detail": "Waiting in the queue."}
    assert body["script"] == {"characters": len(film_order()["script"].strip())}
    assert body["allowance"] == {"unit": "videos", "limit": 8, "used": 0, "reserved": 1, "remaining": 7}
    assert body["links"] == {
        "self": link,
        "video": video,
        "download": None,
        "cancel": f"{link}/cancel",
        "captions_srt": None,
        "captions_vtt": None,
        "thumbnail": None,
    }
    assert account.film(body["id"]) == body
    assert account.get(f"/long-form/videos/{body['id']}").headers["retry-after"] == "5"


def test_every_field_can_be_ordered_and_reaches_the_worker(account: Account, service: Service) -> None:
    settings = {
        "target_minutes": 11.5,
        "video_mode": "cleanEducational",
        "style_pack": "darkFinance",
        "voice": "deep-documentary",
        "language": "de",
        "captions": {"burn_in": True, "style": "minimal", "position": "bottom"},
        "chapters": "quiet",
    }
    body = account.order_film(film_order(title="  Rivers,\n and  men ", **settings)).json()
    assert (body["settings"], body["title"]) == (settings, "Rivers, and men")
    assert service.services.dispatcher.run_once() == 1
    (message,) = service.job_queue.messages
    order = message.order
    assert isinstance(order, LongFormOrder)
    assert order.settings.model_dump(mode="json") == settings
    assert (order.title, order.script) == ("Rivers, and men", film_order()["script"].strip())
    assert (order.frame.width, order.frame.height, order.frame.fps) == (1920, 1080, 30)
    assert str(message.job_id) == body["id"]


@pytest.mark.parametrize("script", ["𝒜" * 3_000, "𝒜" * 60_000, " \n" + "水" * 60_000 + "\u3000"])
def test_characters_are_counted_once_after_trimming(caller: Account, script: str) -> None:
    body = json.dumps(film_order(script=script)).encode()
    answer = post(caller, body)
    assert answer.status_code == 202, answer.text
    assert answer.json()["script"]["characters"] == len(script.strip())


def test_the_body_limit_is_exact_and_holds_the_longest_script_with_escapes(caller: Account) -> None:
    longest = json.dumps(film_order(script="𝒜" * 60_000)).encode()
    assert 720_000 < len(longest) < BODY_BYTES
    problem(post(caller, longest + b" " * (BODY_BYTES - len(longest) + 1)), 413, "payload_too_large")
    assert caller.meter() == (0, 0, 8)
    assert post(caller, longest + b" " * (BODY_BYTES - len(longest))).status_code == 202


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"script": "x" * 2_999}, "script"),
        ({"script": "𝒜" * 2_999}, "script"),
        ({"script": "x" * 60_001}, "script"),
        ({"script": " " * 5_000}, "script"),
        ({"script": "\n\t\u3000" * 2_000 + "x"}, "script"),
        ({"script": "word " * 800 + "\0"}, "script"),
        ({"script": None}, "script"),
        ({"script": 7}, "script"),
        ({"script": ["x" * 4_000]}, "script"),
        ({"rights_attested": "true"}, "rights_attested"),
        ({"rights_attested": 1}, "rights_attested"),
        ({"rights_attested": 1.0}, "rights_attested"),
        ({"rights_attested": False}, "rights_attested"),
        ({"rights_attested": None}, "rights_attested"),
        ({"title": ""}, "title"),
        ({"title": "  "}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"title": None}, "title"),
        ({"title": 3}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"target_minutes": 10.99}, "target_minutes"),
        ({"target_minutes": 15.01}, "target_minutes"),
        ({"target_minutes": "13"}, "target_minutes"),
        ({"target_minutes": True}, "target_minutes"),
        ({"target_minutes": None}, "target_minutes"),
        ({"target_minutes": 10**400}, "target_minutes"),
        ({"video_mode": "x"}, "video_mode"),
        ({"style_pack": 1}, "style_pack"),
        ({"voice": None}, "voice"),
        ({"language": "EN"}, "language"),
        ({"chapters": True}, "chapters"),
        ({"chapters": "all"}, "chapters"),
        ({"captions": None}, "captions"),
        ({"captions": {"burn_in": 1}}, "captions.burn_in"),
        ({"captions": {"burn_in": "true"}}, "captions.burn_in"),
        ({"captions": {"style": "none"}}, "captions.style"),
        ({"captions": {"size": 3}}, "captions.size"),
        ({"topic": "Rivers"}, "topic"),
        ({"seed": 1}, "seed"),
        ({"media_dir": "/etc"}, "media_dir"),
        ({"frame": {"width": 144}}, "frame"),
    ],
)
def test_bad_orders_name_the_field_and_leave_nothing(
    caller: Account, changes: dict[str, object], field: str
) -> None:
    told = problem(caller.order_film(film_order(**changes)), 400, "invalid_request")
    assert told["detail"].startswith(f"{field} ")
    assert caller.meter() == (0, 0, 8)
    assert caller.get("/videos").json()["data"] == []


@pytest.mark.parametrize("missing", ["script", "rights_attested"])
def test_script_and_attestation_are_required(caller: Account, missing: str) -> None:
    body = {name: value for name, value in film_order().items() if name != missing}
    told = problem(caller.order_film(body), 400, "invalid_request")
    assert told["detail"] == f"{missing} is required."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"script"',
        b'{"script": NaN}',
        b'{"script": "\\ud800"}',
        b'{"target_minutes": 1e999}',
        b'{"script": "x", "script": "y"}',
        b"[" * 300_000,
        b'{"a":' * 100_000,
        b'{"script": "' + b"\\u0041" * 100_000,
        b"\xff" * 700_000,
    ],
)
def test_bodies_that_are_no_json_object_of_an_order(caller: Account, content: bytes) -> None:
    problem(post(caller, content), 400, "invalid_request")


@pytest.mark.parametrize(
    "script",
    [
        "word " * 10_000,
        "word\n" * 3_000,
        "a" * 50_000,
        "# Heading\n\n" * 400,
        "\x01\x02\x1b[31m text \u202e right \u200b " * 300,
        "Русский текст и English and 日本語と中文 " * 200,
        "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 400,
        "<script>alert(1)</script>&nbsp;" * 200,
        "?! … " * 1_000,
        "🎬" * 60_000,
    ],
)
def test_odd_scripts_are_taken_whole_and_judged_by_the_worker(caller: Account, script: str) -> None:
    assert caller.order_film(film_order(script=script)).status_code == 202


@pytest.mark.parametrize("title", ["!!", "🎬", "🎬" * 120, "\x1c"])
def test_a_title_of_signs_alone_is_shown(caller: Account, title: str) -> None:
    assert caller.order_film(film_order(title=title)).json()["title"] == title


def test_wrong_content_type_and_wrong_keys(caller: Account) -> None:
    content = json.dumps(film_order()).encode()
    problem(post(caller, content, **{"Content-Type": "text/plain"}), 415, "unsupported_media_type")
    problem(post(caller, content, **{"Idempotency-Key": "short"}), 400, "invalid_idempotency_key")
    headers = {"Content-Type": "application/json"}
    missing = caller.request("POST", "/long-form/videos", headers=headers, content=content)
    problem(missing, 400, "idempotency_required")


def test_a_key_replays_for_a_day_and_conflicts_with_another_order(account: Account, service: Service) -> None:
    key = fresh_key()
    first = account.order_film(film_order(target_minutes=13), key=key)
    again = account.order_film(film_order(target_minutes=13.0, chapters="cards"), key=key)
    assert (again.status_code, again.content) == (202, first.content)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]
    problem(account.order_film(film_order(target_minutes=12), key=key), 409, "idempotency_conflict")
    service.clock.advance(hours=24)
    problem(account.order_film(key=key), 409, "too_many_outstanding_jobs")


def test_keys_of_short_and_long_videos_are_different_keys(account: Account) -> None:
    key = fresh_key()
    short = account.create({"topic": "Bees"}, key=key)
    film = account.order_film(key=key)
    assert (short.status_code, film.status_code) == (202, 202)
    assert "idempotent-replayed" not in film.headers
    assert short.json()["id"] != film.json()["id"]
    assert account.create({"topic": "Bees"}, key=key).content == short.content
    assert account.order_film(key=key).content == film.content


def test_one_film_at_a_time_whatever_short_videos_there_are(account: Account, service: Service) -> None:
    for _ in range(5):
        account.new_video()
    film = account.new_film()
    problem(account.order_film(), 409, "too_many_outstanding_jobs")
    assert account.usage()["outstanding_jobs"] == {"limit": 5, "current": 5}
    service.finish_film(film)
    assert account.order_film().status_code == 202
    problem(account.create(), 409, "too_many_outstanding_jobs")
    assert account.meter() == (1, 1, 6)


def test_the_meter_ends_and_returns_with_the_billing_period(service: Service) -> None:
    creator = service.account(Plan.CREATOR)
    for _ in range(5):
        service.finish_film(creator.new_film())
    problem(creator.order_film(), 409, "long_form_quota_exceeded")
    assert creator.create().status_code == 202
    service.clock.advance(days=32)
    assert creator.order_film().status_code == 202
    assert service.clock.now() - START > timedelta(days=31)


def patient_order(account: Account, key: str) -> httpx2.Response:
    """Order as clients do: repeat the same request after a 503, which a busy machine may answer."""
    answer = account.order_film(key=key)
    while answer.status_code == 503:
        answer = account.order_film(key=key)
    return answer


def test_two_hundred_racing_creates_make_one_job(account: Account) -> None:
    def create(key: str) -> tuple[int, str]:
        body = patient_order(account, key).json()
        return (202, str(body["id"])) if "id" in body else (int(body["status"]), str(body["code"]))

    with ThreadPoolExecutor(40) as pool:
        same = list(pool.map(create, [fresh_key()] * 100))
        others = list(pool.map(create, [fresh_key() for _ in range(100)]))
    assert len(set(same)) == 1
    assert Counter(others) == {(409, "too_many_outstanding_jobs"): 100}
    assert account.meter() == (0, 1, 7)
    assert len(account.get("/videos").json()["data"]) == 1


def test_two_hundred_creates_under_their_own_keys_at_once_make_one_job(account: Account) -> None:
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda _: patient_order(account, fresh_key()), range(200)))
    assert Counter(answer.status_code for answer in answers) == {202: 1, 409: 199}
    assert account.meter() == (0, 1, 7)
    assert len(account.get("/videos").json()["data"]) == 1


def test_plans_without_access_order_no_film(service: Service) -> None:
    problem(service.account(Plan.BASIC).order_film(), 403, "api_access_required")
    answer = service.client.post("/api/v1/long-form/videos", json=film_order())
    problem(answer, 401, "invalid_api_key")


ADAPTED: Final = pytest.mark.parametrize(
    ("settings", "adapts"),
    [
        ({}, ["condense"]),
        ({"chat_base_url": "http://models.example/v1", "chat_model": "m"}, ["condense", "expand"]),
        ({"chat_base_url": "http://models.example/v1", "writers": "template"}, ["condense"]),
        ({"chat_base_url": "http://models.example/v1", "writers": "chat, template"}, ["condense", "expand"]),
    ],
)


@ADAPTED
def test_what_can_be_adapted_follows_from_the_writer_that_is_set_up(
    tmp_path: Path, sqlite_url: str, settings: dict[str, str], adapts: list[str]
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url, **settings))
    with made.client:
        assert made.account().get("/capabilities").json()["long_form"]["adapts"] == adapts


def test_what_capabilities_say_of_films_holds(caller: Account) -> None:
    able = caller.get("/capabilities").json()["long_form"]
    assert able == {
        "script_characters": {"min": 3_000, "max": 60_000},
        "target_minutes": {"min": 11, "max": 15, "default": 13},
        "languages": ["en", "es", "zh", "hi", "ar", "pt", "fr", "ja", "de", "ru"],
        "chapter_styles": ["cards", "quiet", "none"],
        "body_bytes": BODY_BYTES,
        "adapts": ["condense"],
    }
    orders: list[dict[str, Any]] = [
        *({"language": language} for language in able["languages"]),
        *({"chapters": style} for style in able["chapter_styles"]),
        *({"target_minutes": able["target_minutes"][bound]} for bound in ("min", "max")),
        *({"script": "x" * able["script_characters"][bound]} for bound in ("min", "max")),
    ]
    for changes in orders:
        film = caller.new_film(**changes)
        caller.cancel(film)
