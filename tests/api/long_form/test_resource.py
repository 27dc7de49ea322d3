"""A film from the queue to its expiry, as its own resource and as a generic video."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from api.jobs.phases import STAGES
from tests.api.harness import FILM, SENTENCES, Account, Service, problem
from tests.api.long_form.test_create import FIELDS

FACTS = {
    "kind": "script",
    "title": "Rivers",
    "adaptation": "condensed",
    "spoken_characters": 11_873,
    "estimated_seconds": 781.0,
}


def advance(service: Service, film: str, stage: str, *, sequence: int, **more: Any) -> None:
    answer = service.event(
        film, 1, kind="progressed", sequence=sequence, percent=sequence, stage=stage, detail="Line 3.", **more
    )
    assert answer.json()["accepted"] is True, answer.text


def test_a_film_goes_through_its_phases(account: Account, service: Service) -> None:
    film = account.new_film()
    service.claim(film)
    assert account.film(film)["phase"] == "adapting"
    seen = []
    for sequence, (stage, phase) in enumerate(STAGES["long_form"].items(), start=2):
        advance(service, film, stage, sequence=sequence)
        shown = account.film(film)
        assert (shown["status"], shown["phase"], set(shown)) == ("processing", phase, FIELDS)
        assert shown["progress"] == {"percent": sequence, "stage": phase, "detail": "Line 3."}
        assert account.get(f"/long-form/videos/{film}").headers["retry-after"] == "5"
        seen.append(phase)
    assert list(dict.fromkeys(seen)) == [
        "adapting", "narrating", "illustrating", "rendering", "inspecting", "publishing",
    ]  # fmt: skip


def test_what_the_worker_finds_out_is_shown_at_once_and_kept(account: Account, service: Service) -> None:
    film = account.new_film()
    characters = account.film(film)["script"]["characters"]
    service.claim(film)
    advance(service, film, "adapt_script", sequence=2)
    assert account.film(film)["script"] == {"characters": characters}
    advance(service, film, "record_lines", sequence=3, facts=[FACTS])
    advance(service, film, "record_lines", sequence=4)
    found = {name: value for name, value in FACTS.items() if name not in {"kind", "title"}}
    assert account.film(film)["script"] == {"characters": characters} | found
    assert account.film(film)["title"] == "Rivers"
    service.event(film, 1, kind="released", sequence=5)
    assert account.film(film)["script"]["adaptation"] == "condensed"


def test_the_title_that_was_ordered_stays(account: Account, service: Service) -> None:
    film = account.new_film(title="Of rivers")
    service.claim(film)
    advance(service, film, "record_lines", sequence=2, facts=[FACTS])
    assert account.film(film)["title"] == "Of rivers"


def test_a_completed_film_has_output_and_links(account: Account, service: Service) -> None:
    film = account.new_film(title="Rivers: a story")
    assert service.finish_film(film)["accepted"] is True
    shown = account.film(film)
    link = f"http://testserver/api/v1/long-form/videos/{film}"
    assert set(shown) == FIELDS | {"output"}
    assert (shown["status"], shown["phase"]) == ("completed", "completed")
    assert shown["output"] == {"duration_seconds": 779.4} | FILM
    assert shown["links"] == {
        "self": link,
        "video": f"http://testserver/api/v1/videos/{film}",
        "download": f"http://testserver/api/v1/videos/{film}/download",
        "cancel": f"{link}/cancel",
        "captions_srt": f"{link}/media/captions.srt",
        "captions_vtt": f"{link}/media/captions.vtt",
        "thumbnail": f"{link}/media/thumbnail.jpg",
    }
    assert shown["allowance"] == {"unit": "videos", "limit": 8, "used": 1, "reserved": 0, "remaining": 7}
    assert "retry-after" not in account.get(f"/long-form/videos/{film}").headers
    download = account.get(f"/videos/{film}/download")
    assert download.headers["content-type"] == "video/mp4"
    assert 'filename="Rivers a story.mp4"' in download.headers["content-disposition"]


@pytest.mark.parametrize(("style", "count"), [("cards", 2), ("quiet", 2), ("none", 0)])
def test_chapters_are_shown_unless_none_were_ordered(
    account: Account, service: Service, style: str, count: int
) -> None:
    film = account.new_film(chapters=style)
    service.finish_film(film)
    assert len(account.film(film)["output"]["chapters"]) == count


def test_the_generic_video_has_a_workflow_and_no_settings(account: Account, service: Service) -> None:
    film, short = account.new_film(), account.new_video()
    shown = account.video(film)
    assert set(shown) == {
        "id", "object", "workflow", "status", "source", "created_at", "updated_at", "expires_at", "progress",
        "queue", "links",
    }  # fmt: skip
    assert (shown["object"], shown["workflow"]) == ("video", "long_form")
    assert {video["id"]: video["workflow"] for video in account.get("/videos").json()["data"]} == {
        film: "long_form",
        short: "short",
    }
    service.claim(film)
    advance(service, film, "direct_film", sequence=2)
    assert account.video(film)["progress"] == {"percent": 2, "stage": "illustrating", "detail": "Line 3."}
    listed = account.get("/videos?status=processing").json()["data"]
    assert [(video["id"], video["progress"]["stage"]) for video in listed] == [(film, "illustrating")]
    service.finish_film(film)
    assert account.video(film)["output"] == {"duration_seconds": 779.4}
    assert "settings" not in account.video(film)


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("script_too_short", {"code": "script_too_short", "message": SENTENCES["script_too_short"]}),
        ("encoder_failed", {"code": "generation_failed", "message": "Video generation failed."}),
    ],
)
def test_a_failed_film_says_whose_turn_it_is(
    account: Account, service: Service, code: str, shown: dict[str, str]
) -> None:
    film = account.new_film()
    service.fail(film, code=code)
    found = account.film(film)
    assert set(found) == FIELDS | {"failure"}
    assert (found["status"], found["phase"], found["failure"]) == ("failed", "failed", shown)
    assert found["allowance"]["reserved"] == 0
    assert account.meter() == (0, 0, 8)
    assert account.video(film)["failure"] == {
        "code": "generation_failed",
        "message": "Video generation failed.",
    }
    problem(account.get(f"/videos/{film}/download"), 409, "video_not_ready")


def test_foreign_missing_malformed_and_other_workflows_look_alike(account: Account, service: Service) -> None:
    film, short = account.new_film(), account.new_video()
    stranger = service.account()
    for reader, video_id in ((stranger, film), (account, short), (account, str(UUID(int=7))), (account, "x")):
        for method, path in (
            ("GET", f"/long-form/videos/{video_id}"),
            ("POST", f"/long-form/videos/{video_id}/cancel"),
            ("GET", f"/long-form/videos/{video_id}/media/captions.srt"),
        ):
            told = problem(reader.request(method, path), 404, "video_not_found")
            assert told["detail"].startswith("The video does not exist")
    assert account.film(film)["status"] == "queued"
    assert account.video(short)["status"] == "queued"


def test_films_and_short_videos_queue_apart(account: Account, service: Service) -> None:
    shorts, positions = [], []
    for _ in range(3):
        service.clock.advance(seconds=1)
        shorts.append(account.new_video())
        owner = service.account()
        positions.append(owner.film(owner.new_film())["queue"]["position"])
    assert positions == [1, 2, 3]
    assert [account.video(each)["queue"]["position"] for each in shorts] == [1, 2, 3]


def test_a_film_and_all_its_files_go_after_seven_days(account: Account, service: Service) -> None:
    film = account.new_film(title="Rivers")
    service.finish_film(film)
    assert len(list(service.store.keys(f"videos/{film}/"))) == 5
    service.clock.advance(days=7)
    for _ in range(2):  # at that very instant, and after the sweep
        shown = account.film(film)
        assert (shown["status"], shown["phase"], set(shown)) == ("expired", "expired", FIELDS)
        assert shown["progress"]["percent"] == 100
        assert shown["links"]["download"] is shown["links"]["captions_srt"] is None
        problem(account.get(f"/long-form/videos/{film}/media/captions.srt"), 404, "video_not_found")
        problem(account.get(f"/videos/{film}/download"), 404, "video_not_found")
        service.services.sweeper.run_once()
    assert list(service.store.keys(f"videos/{film}/")) == []


def test_nothing_internal_is_in_any_answer(account: Account, service: Service) -> None:
    film = account.new_film()
    texts = [account.get(f"/long-form/videos/{film}").text]
    service.claim(film, worker="worker-host-17")
    texts.append(account.get(f"/long-form/videos/{film}").text)
    service.finish_film(film)
    texts.append(account.get(f"/long-form/videos/{film}").text)
    stopped = account.new_film()
    service.claim(stopped, worker="worker-host-17")
    texts.append(account.request("POST", f"/long-form/videos/{stopped}/cancel").text)
    for word in ("worker", "/1/video.mp4", "sha256", "attempt", "lease", "Rivers move their banks"):
        assert all(word not in text for text in texts)
