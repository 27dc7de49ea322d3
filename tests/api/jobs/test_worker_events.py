from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from api.jobs.object_keys import attempt_prefix, output_key
from renderer.contract.event import EventReply
from tests.api.harness import MP4, Account, Service, problem

LEASE = 45


def test_a_claim_grants_a_lease_and_starts_the_job(account: Account, service: Service) -> None:
    video_id = account.new_video()
    assert service.claim(video_id) == {"accepted": True, "lease_seconds": LEASE, "cancel": False}
    EventReply.model_validate(service.claim(video_id))
    assert account.video(video_id)["status"] == "processing"


def test_a_claimed_attempt_is_nobody_elses(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id, worker="one")
    assert service.claim(video_id, worker="two") == {"accepted": False, "lease_seconds": 0, "cancel": False}
    assert service.claim(video_id, worker="one")["accepted"] is True


def test_progress_before_a_claim_is_refused(account: Account, service: Service) -> None:
    video_id = account.new_video()
    answer = service.event(video_id, 1, kind="heartbeat", sequence=1)
    assert answer.json()["accepted"] is False
    assert account.video(video_id)["status"] == "queued"


def progress(service: Service, video_id: str, sequence: int, percent: int, attempt: int = 1) -> None:
    service.event(
        video_id,
        attempt,
        kind="progressed",
        sequence=sequence,
        percent=percent,
        stage="encode",
        detail=f"At {percent}.",
    )


def test_events_apply_in_order_once_and_percent_never_falls(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    progress(service, video_id, 5, 50)
    progress(service, video_id, 4, 90)
    progress(service, video_id, 5, 91)
    assert account.video(video_id)["progress"] == {"percent": 50, "stage": "encode", "detail": "At 50."}
    progress(service, video_id, 6, 20)
    assert account.video(video_id)["progress"] == {"percent": 50, "stage": "encode", "detail": "At 20."}


def test_a_heartbeat_keeps_the_lease_and_silence_loses_it(account: Account, service: Service) -> None:
    video_id, reaper = account.new_video(), service.services.reaper
    service.claim(video_id)
    for sequence in range(2, 6):
        service.clock.advance(seconds=LEASE - 1)
        assert reaper.run_once() == 0
        service.event(video_id, 1, kind="heartbeat", sequence=sequence)
    service.clock.advance(seconds=LEASE)
    assert reaper.run_once() == 1
    assert reaper.run_once() == 0
    assert account.video(video_id)["status"] == "processing"
    late = service.event(video_id, 1, kind="heartbeat", sequence=99)
    assert late.json() == {"accepted": False, "lease_seconds": 0, "cancel": False}
    assert service.claim(video_id, 2)["accepted"] is True


def test_three_lost_workers_fail_the_job(account: Account, service: Service) -> None:
    video_id = account.new_video()
    for attempt in (1, 2, 3):
        assert account.video(video_id)["status"] != "failed"
        service.claim(video_id, attempt)
        service.clock.advance(seconds=LEASE)
        service.services.reaper.run_once()
    assert account.video(video_id)["status"] == "failed"
    assert account.usage()["videos"]["reserved"] == 0
    assert service.services.dispatcher.run_once() == 0


def test_retryable_failures_count_and_releases_do_not(account: Account, service: Service) -> None:
    video_id = account.new_video()
    for attempt in range(1, 6):
        service.claim(video_id, attempt)
        assert service.event(video_id, attempt, kind="released", sequence=2).json()["accepted"] is True
    for attempt in (6, 7):
        service.fail(video_id, attempt, retryable=True)
        assert account.video(video_id)["status"] == "processing"
    service.fail(video_id, 8, retryable=True)
    assert account.video(video_id)["status"] == "failed"


def completion(**changes: object) -> dict[str, object]:
    import hashlib  # noqa: PLC0415 - only here

    file = {"size": len(MP4), "sha256": hashlib.sha256(MP4).hexdigest(), "media_type": "video/mp4"}
    sequence = changes.pop("sequence", 9)
    sidecars = changes.pop("sidecars", {})
    facts = {"kind": changes.pop("kind", "video"), "duration_seconds": 1.5, "sidecars": sidecars}
    size = {"width": 1080, "height": 1920} if facts["kind"] == "video" else {}
    return {"kind": "completed", "sequence": sequence, "result": facts | size | {"file": file | changes}}


@pytest.mark.parametrize(
    "wrong",
    [{"size": 1}, {"sha256": "0" * 64}, {"key": "videos/elsewhere/1/video.mp4"}, {"key": "../../etc/passwd"}],
)
def test_a_completion_must_match_storage(
    account: Account, service: Service, wrong: dict[str, object]
) -> None:
    video_id = account.new_video()
    key = output_key(UUID(video_id), 1)
    service.claim(video_id)
    problem(service.event(video_id, 1, **completion(key=key)), 409, "output_unverified")
    service.store.put_bytes(key, MP4)
    problem(service.event(video_id, 1, **completion(**{"key": key} | wrong)), 409, "output_unverified")
    service.store.broken = True
    problem(service.event(video_id, 1, **completion(key=key)), 503, "service_unavailable")
    service.store.broken = False
    assert account.video(video_id)["status"] == "processing"
    assert service.event(video_id, 1, **completion(key=key)).json()["accepted"] is True
    assert account.video(video_id)["status"] == "completed"


def test_sidecars_must_match_storage_too(account: Account, service: Service) -> None:
    video_id = account.new_video()
    key, beside = output_key(UUID(video_id), 1), f"{attempt_prefix(UUID(video_id), 1)}video.srt"
    service.claim(video_id)
    service.store.put_bytes(key, MP4)
    text = service.store.put_bytes(beside, b"1")
    srt = {"key": beside, "size": 1, "sha256": text.sha256, "media_type": "application/x-subrip"}
    for wrong in (
        {"size": 2},
        {"sha256": "0" * 64},
        {"key": f"{beside}x"},
        {"key": key.replace("/1/", "/2/")},
    ):
        event = completion(key=key, sidecars={"captions.srt": srt | wrong})
        problem(service.event(video_id, 1, **event), 409, "output_unverified")
    event = completion(key=key, sidecars={"captions.srt": srt})
    assert service.event(video_id, 1, **event).json()["accepted"] is True


def test_a_short_video_cannot_end_in_an_analysis(account: Account, service: Service) -> None:
    video_id = account.new_video()
    key = output_key(UUID(video_id), 1)
    service.claim(video_id)
    service.store.put_bytes(key, MP4)
    problem(service.event(video_id, 1, **completion(key=key, kind="analysis")), 409, "output_unverified")
    assert account.video(video_id)["status"] == "processing"


@pytest.mark.parametrize(
    ("version", "said"), [(None, "version 1"), (1, "version 1"), (3, "version 3"), ("x", "?")]
)
def test_an_event_of_another_version_is_refused_by_a_sentence(
    account: Account, service: Service, version: object, said: str
) -> None:
    """Workers of another release are told so, and the attempt is left to those that are understood."""
    video_id = account.new_video()
    told = service.message(video_id, 1)
    body = {"kind": "claimed", "sequence": 1, "worker": "w"} | ({"version": version} if version else {})
    answer = service.client.post(told["url"], json=body, headers={"Authorization": f"Bearer {told['token']}"})
    problem(answer, 400, "invalid_request")
    assert said in answer.json()["detail"]
    assert account.video(video_id)["status"] == "queued"
    assert service.claim(video_id)["accepted"] is True


def test_a_repeated_completion_is_accepted_and_counts_once(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.finish(video_id)
    again = service.event(video_id, 1, **completion(key=output_key(UUID(video_id), 1), sequence=50))
    assert again.json() == {"accepted": True, "lease_seconds": 0, "cancel": False}
    assert account.usage()["videos"]["used"] == 1
    service.event(video_id, 1, kind="failed", sequence=51, code="x", sentence="No.", retryable=False)
    assert account.video(video_id)["status"] == "completed"


def test_of_two_attempts_only_the_newer_publishes(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id, 1)
    service.clock.advance(seconds=LEASE)
    service.services.reaper.run_once()
    service.claim(video_id, 2)
    stale = service.store.put_bytes(output_key(UUID(video_id), 1), MP4)
    late = service.event(video_id, 1, **completion(key=stale.key))
    assert late.json()["accepted"] is False
    service.finish(video_id, 2, b"the newer one")
    assert account.get(f"/videos/{video_id}/download").content == b"the newer one"
    service.clock.advance(minutes=10)
    service.services.sweeper.run_once()
    assert list(service.store.keys(f"videos/{video_id}/")) == [output_key(UUID(video_id), 2)]


def test_a_token_is_good_for_its_attempt_at_its_job_alone(account: Account, service: Service) -> None:
    one, two = account.new_video(), account.new_video()
    token = service.message(one, 1)["token"]
    body = {"kind": "heartbeat", "sequence": 1}
    for job, attempt, given in (
        (two, 1, token),
        (one, 2, token),
        (one, 1, account.key),
        (one, 1, ""),
        (one, 1, token + "A"),
    ):
        answer = service.client.post(
            f"/internal/v1/jobs/{job}/attempts/{attempt}/events",
            json=body,
            headers={"Authorization": f"Bearer {given}"},
        )
        problem(answer, 401, "invalid_api_key")
    as_key = service.client.get("/api/v1/usage", headers={"Authorization": f"Bearer {token}"})
    problem(as_key, 401, "invalid_api_key")


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"kind": "exploded", "sequence": 1},
        {"kind": "claimed", "sequence": 0, "worker": "w"},
        {"kind": "progressed", "sequence": 1, "percent": 100, "stage": "x", "detail": "x"},
        {"kind": "heartbeat", "sequence": 1, "extra": 1},
        {"kind": "claimed", "sequence": 1},
    ],
)
def test_events_out_of_form_are_refused(light: Service, event: dict[str, object]) -> None:
    problem(light.event(light.account().new_video(), 1, **event), 400, "invalid_request")


def test_events_about_jobs_that_never_were(light: Service) -> None:
    assert light.event(str(uuid4()), 1, kind="heartbeat", sequence=1).json()["accepted"] is False
    for path in (
        "x/attempts/1",
        f"{uuid4()}/attempts/0",
        f"{uuid4()}/attempts/-1",
        f"{uuid4()}/attempts/9999999999",
    ):
        answer = light.client.post(
            f"/internal/v1/jobs/{path}/events", json={}, headers={"Authorization": "Bearer x"}
        )
        assert answer.status_code == 404
