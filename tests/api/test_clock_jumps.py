"""The service's clock is set while a worker works: attempts may be repeated, promises may not."""

from __future__ import annotations

from tests.api.harness import Account, Service


def heartbeat(service: Service, video_id: str, attempt: int, sequence: int) -> bool:
    answer = service.event(video_id, attempt, kind="heartbeat", sequence=sequence)
    return bool(answer.json()["accepted"])


def test_a_jump_ahead_ends_a_lease_and_the_work_is_charged_once(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    service.clock.advance(hours=5)
    assert service.services.reaper.run_once() == 1
    assert not heartbeat(service, video_id, 1, 2)
    service.clock.advance(hours=-5)
    service.finish(video_id, attempt=2)
    assert account.video(video_id)["status"] == "completed"
    assert account.usage()["videos"]["used"] == 1
    assert account.usage()["videos"]["reserved"] == 0


def test_a_worker_that_is_quicker_than_the_reaper_keeps_its_job(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    service.clock.advance(hours=5)
    assert heartbeat(service, video_id, 1, 2)
    assert service.services.reaper.run_once() == 0
    service.finish(video_id)
    assert account.video(video_id)["status"] == "completed"


def test_a_jump_back_keeps_reports_in_order_and_rings_in_time(account: Account, service: Service) -> None:
    video_id, later = account.new_video(), account.new_video()
    service.claim(video_id)
    assert heartbeat(service, video_id, 1, 7)
    service.clock.advance(hours=-5)
    assert heartbeat(service, video_id, 1, 8)
    # its lease was cut to the new time, so a worker that dies now is missed as soon as ever
    service.clock.advance(seconds=46)
    assert service.services.reaper.run_once() == 1
    # what is due by the old time is due by the new one again in the end; nothing is lost
    service.clock.advance(hours=5)
    service.services.dispatcher.run_once()
    rung = {(str(message.job_id), message.attempt) for message in service.doorbell.messages}
    assert rung == {(video_id, 2), (later, 1)}
