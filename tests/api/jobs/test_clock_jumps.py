"""The service's clock jumps while a worker works: attempts may be repeated, promises may not be broken."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from api.db.interval_lock import try_interval_lock
from api.db.tables import chores, jobs, outbox, rate_windows
from tests.api.harness import Account, Service, make_service, make_settings


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
    # the lease was shortened to the new time, so a worker that dies now is missed as soon as usual
    service.clock.advance(seconds=46)
    assert service.services.reaper.run_once() == 1
    # what was due by the old time is due again once the clock has caught up; nothing is lost
    service.clock.advance(hours=5)
    service.services.dispatcher.run_once()
    rung = {(str(message.job_id), message.attempt) for message in service.job_queue.messages}
    assert rung == {(video_id, 2), (later, 1)}


AHEAD = timedelta(days=1)


def test_a_rate_window_from_the_future_is_over_one_width_later(tmp_path: Path, database_url: str) -> None:
    account = make_service(make_settings(tmp_path, database_url, rate_limit=2)).account()
    assert [account.get("/usage").status_code for _ in range(3)] == [200, 200, 429]
    account.service.clock.advance(hours=-24)
    # a window from the future must not give the account more requests
    refused = account.get("/usage")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
    account.service.clock.advance(seconds=60)
    assert [account.get("/usage").status_code for _ in range(3)] == [200, 200, 429]


def test_a_rate_window_from_the_future_that_is_not_used_up_locks_nobody_out(
    tmp_path: Path, database_url: str
) -> None:
    account = make_service(make_settings(tmp_path, database_url, rate_limit=3)).account()
    account.get("/usage")
    services = account.service.services
    with services.database.write() as connection:
        connection.execute(rate_windows.update().values(started_at=account.service.clock.now() + AHEAD))
    assert [account.get("/usage").status_code for _ in range(3)] == [200, 200, 429]
    account.service.clock.advance(seconds=60)
    assert account.get("/usage").status_code == 200


def test_a_chore_held_by_the_future_is_done_now_and_then_in_turn(service: Service) -> None:
    database, clock, every = service.services.database, service.clock, timedelta(seconds=60)
    with database.write() as connection:
        connection.execute(chores.insert(), {"name": "sweep", "held_until": clock.now() + AHEAD})
    turns = [try_interval_lock(database, name="sweep", clock=clock, every=every) for _ in range(3)]
    assert turns == [True, False, False]
    clock.advance(seconds=60)
    assert try_interval_lock(database, name="sweep", clock=clock, every=every)


def test_processes_whose_clocks_differ_a_little_still_take_turns(service: Service) -> None:
    database, clock, every = service.services.database, service.clock, timedelta(seconds=60)
    assert try_interval_lock(database, name="sweep", clock=clock, every=every)
    clock.advance(seconds=-30)
    assert not try_interval_lock(database, name="sweep", clock=clock, every=every)


def test_a_lease_and_a_ring_from_the_future_are_brought_nearer(account: Account, service: Service) -> None:
    silent, waiting = account.new_video(), account.new_video()
    service.services.dispatcher.run_once()
    service.claim(silent)
    with service.services.database.write() as connection:
        ahead = service.clock.now() + AHEAD
        connection.execute(
            jobs.update().where(jobs.c.lease_expires_at.is_not(None)).values(lease_expires_at=ahead)
        )
        connection.execute(outbox.update().values(due_at=ahead))
    service.job_queue.messages.clear()
    service.services.reaper.mend_dates()
    service.clock.advance(seconds=44)
    assert service.services.reaper.run_once() == 0
    service.clock.advance(seconds=1)
    assert service.services.reaper.run_once() == 1
    service.clock.advance(minutes=10)
    service.services.dispatcher.run_once()
    rung = {(str(message.job_id), message.attempt) for message in service.job_queue.messages}
    assert rung == {(silent, 2), (waiting, 1)}
