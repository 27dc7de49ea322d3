from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from api.db.interval_lock import try_interval_lock
from api.db.tables import idempotency, jobs, outbox
from api.jobs.reaper import Reaper
from api.jobs.retention import BATCH, Sweeper
from api.periodic_tasks import PeriodicTasks
from api.queue import outbox as outbox_rows
from api.queue.dispatcher import Dispatcher
from api.remix.retention import ProjectSweeper
from api.worker_events.report_token import is_report_token
from renderer.clock import FakeClock
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionStyle
from tests.api.harness import Account, Service, fresh_key, make_service, make_settings


def test_the_message_carries_the_order_and_nothing_of_the_account(account: Account, service: Service) -> None:
    video_id = account.create({"topic": " Bees ", "captions": {"style": "ice"}}).json()["id"]
    assert service.services.dispatcher.run_once() == 1
    (message,) = service.job_queue.messages
    assert str(message.job_id) == video_id
    assert isinstance(message.order, ShortOrder)
    assert (message.attempt, message.order.topic) == (1, "Bees")
    assert message.order.settings.captions.style is CaptionStyle.ICE
    assert message.output.key == f"videos/{video_id}/1/video.mp4"
    assert message.report.url == f"http://testserver/internal/v1/jobs/{video_id}/attempts/1/events"
    assert is_report_token(
        message.report.token, secret=service.services.secret, job_id=UUID(video_id), attempt=1
    )
    assert str(account.id) not in message.model_dump_json()


def test_a_rung_message_rests_until_it_is_due_again_or_claimed(account: Account, service: Service) -> None:
    video_id, dispatcher = account.new_video(), service.services.dispatcher
    assert (dispatcher.run_once(), dispatcher.run_once()) == (1, 0)
    service.clock.advance(seconds=300)
    assert dispatcher.run_once() == 1
    first, second = service.job_queue.messages
    assert first == second
    service.claim(video_id)
    service.clock.advance(seconds=3000)
    assert dispatcher.run_once() == 0


def test_a_broken_doorbell_loses_nothing_and_is_tried_less_and_less(
    account: Account, service: Service
) -> None:
    videos = [account.new_video() for _ in range(3)]
    dispatcher, rings = service.services.dispatcher, 0
    service.job_queue.broken = True
    for _ in range(200):
        service.clock.advance(seconds=1)
        with service.services.database.read() as connection:
            due = connection.execute(outbox.select().where(outbox.c.due_at <= service.clock.now())).all()
        rings += len(due)
        assert dispatcher.run_once() == 0
    assert 18 <= rings <= 60
    service.job_queue.broken = False
    service.clock.advance(seconds=60)
    assert dispatcher.run_once() == 3
    assert {str(message.job_id) for message in service.job_queue.messages} == set(videos)


def test_a_dispatcher_that_dies_between_taking_and_ringing_costs_a_delay(
    account: Account, service: Service
) -> None:
    from api.queue.dispatcher import _take  # noqa: PLC0415 - white box

    account.new_video()
    now = service.clock.now()
    with service.services.database.write() as connection:
        _take(connection, now=now, until=now + service.services.dispatcher.redeliver)
    assert service.services.dispatcher.run_once() == 0
    service.clock.advance(seconds=300)
    assert service.services.dispatcher.run_once() == 1


def test_two_dispatchers_never_ring_the_same_row(service: Service) -> None:
    for _ in range(8):
        account = service.account()
        for _ in range(5):
            account.new_video()
    threads = [threading.Thread(target=service.services.dispatcher.run_once) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while service.services.dispatcher.run_once():
        pass
    assert (
        len(service.job_queue.messages)
        == len({message.job_id for message in service.job_queue.messages})
        == 40
    )


def test_what_a_dead_worker_was_told_is_told_again(account: Account, service: Service) -> None:
    account.new_video()
    held = account.new_video()
    service.services.dispatcher.run_once()
    service.claim(held)
    service.services.reaper.take_back_all(planned=True)
    with service.services.database.write() as connection:
        outbox_rows.make_all_due(connection, now=service.clock.now())
    service.job_queue.messages.clear()
    assert service.services.dispatcher.run_once() == 2
    assert sorted(message.attempt for message in service.job_queue.messages) == [1, 2]


def test_a_planned_stop_costs_no_try_and_a_crash_does(account: Account, service: Service) -> None:
    video_id, attempt = account.new_video(), 1
    for planned, tries in ((True, 1), (True, 1), (False, 2), (False, 3)):
        service.claim(video_id, attempt)
        service.services.reaper.take_back_all(planned=planned)
        attempt += 1
        with service.services.database.read() as connection:
            row = connection.execute(jobs.select()).one()
        assert (row.attempt, row.tries) == (attempt, tries)
    service.claim(video_id, attempt)
    service.services.reaper.take_back_all(planned=False)
    assert account.video(video_id)["status"] == "failed"


def test_retention_takes_objects_and_records(account: Account, service: Service) -> None:
    key = fresh_key()
    kept, gone = account.new_video(), account.create(key=key).json()["id"]
    service.finish(gone)
    service.clock.advance(days=6)
    service.finish(kept)
    service.clock.advance(days=1)
    service.services.sweeper.run_once()
    assert list(service.store.keys(f"videos/{gone}/")) == []
    assert len(list(service.store.keys(f"videos/{kept}/"))) == 1
    expired = account.video(gone)
    assert expired["status"] == "expired"
    assert expired["links"]["download"] is None
    assert "output" not in expired
    with service.services.database.read() as connection:
        assert connection.execute(idempotency.select()).all() == []
    assert account.usage()["videos"]["used"] == 2


def test_a_store_that_is_away_delays_retention(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.finish(video_id)
    service.clock.advance(days=7)
    service.store.broken = True
    assert service.services.sweeper.run_once() == 0
    service.store.broken = False
    assert service.services.sweeper.run_once() == 1
    assert list(service.store.keys(f"videos/{video_id}/")) == []


def test_leftovers_of_failed_attempts_are_tidied(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.store.put_bytes(f"videos/{video_id}/1/video.mp4", b"half a video")
    service.fail(video_id)
    assert service.services.sweeper.run_once() == 0
    service.clock.advance(minutes=10)
    assert service.services.sweeper.run_once() == 1
    assert service.services.sweeper.run_once() == 0
    assert list(service.store.keys(f"videos/{video_id}/")) == []


def test_results_of_a_newer_release_keep_no_leftover_of_other_jobs(
    account: Account, service: Service
) -> None:
    newer, video_id = account.new_video(), account.new_video()
    service.finish(newer)
    with service.services.database.write() as connection:
        connection.execute(
            jobs.update().where(jobs.c.id == UUID(newer)).values(results={"video": {"hue": 1}})
        )
        found = connection.execute(jobs.select().where(jobs.c.id == UUID(newer))).mappings().one()
        connection.execute(jobs.insert(), [{**found, "id": uuid4()} for _ in range(BATCH)])
    service.store.put_bytes(f"videos/{video_id}/1/video.mp4", b"half a video")
    service.clock.advance(seconds=1)
    service.fail(video_id)
    service.clock.advance(minutes=10)
    while service.services.sweeper.run_once():
        pass
    assert list(service.store.keys(f"videos/{video_id}/")) == []
    assert len(list(service.store.keys(f"videos/{newer}/"))) == 1
    service.clock.advance(days=7)
    while service.services.sweeper.run_once():
        pass
    assert list(service.store.keys(f"videos/{newer}/")) == []


def test_a_chore_has_one_turn_among_all_processes(service: Service) -> None:
    turns: list[bool] = []

    def ask() -> None:
        turns.append(
            try_interval_lock(
                service.services.database, name="x", clock=service.clock, every=timedelta(seconds=60)
            )
        )

    for expected in (1, 2):
        threads = [threading.Thread(target=ask) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(turns) == expected
        service.clock.advance(seconds=60)


def test_the_background_thread_rings_soon_after_a_create(tmp_path: Path, sqlite_url: str) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url))
    rung = threading.Event()

    def publish(_message: object) -> None:
        rung.set()

    object.__setattr__(made.job_queue, "publish", publish)
    background = PeriodicTasks(made.services)
    background.start()
    try:
        made.account().new_video()
        assert rung.wait(10)
    finally:
        background.stop()
        made.services.close()


def test_a_failing_sweep_of_jobs_keeps_no_project_from_its_turn(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url))
    swept = threading.Event()

    def fail(_sweeper: object) -> int:
        raise RuntimeError

    def sweep(_sweeper: object) -> int:
        swept.set()
        return 0

    monkeypatch.setattr(Sweeper, "run_once", fail)
    monkeypatch.setattr(ProjectSweeper, "run_once", sweep)
    background = PeriodicTasks(made.services)
    background.start()
    try:
        assert swept.wait(5)
    finally:
        background.stop()
        made.services.close()


def test_a_long_sweep_keeps_no_job_from_the_workers(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url))
    rung, sweeping = threading.Event(), threading.Event()

    def publish(_message: object) -> None:
        rung.set()

    def sweep(_sweeper: object) -> int:
        sweeping.set()
        time.sleep(0.01)
        return 0 if rung.is_set() else 1

    object.__setattr__(made.job_queue, "publish", publish)
    monkeypatch.setattr(Sweeper, "run_once", sweep)
    background = PeriodicTasks(made.services)
    background.start()
    try:
        assert sweeping.wait(5)
        made.account().new_video()
        assert rung.wait(5)
    finally:
        rung.set()
        background.stop()
        made.services.close()


def test_many_messages_to_a_slow_broker_keep_no_lost_job_from_being_taken_back(
    tmp_path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_service(make_settings(tmp_path, sqlite_url))
    publishing, reaped = threading.Event(), threading.Event()

    def publish_slowly(_dispatcher: object) -> int:
        publishing.set()
        time.sleep(0.01)
        return 0 if reaped.is_set() else 1

    def reap(_reaper: object) -> int:
        if publishing.is_set():
            reaped.set()
        return 0

    monkeypatch.setattr("api.periodic_tasks._REAP_EVERY", timedelta(seconds=0.1))
    monkeypatch.setattr(FakeClock, "now", lambda _: datetime.now(UTC))
    monkeypatch.setattr(Dispatcher, "run_once", publish_slowly)
    monkeypatch.setattr(Reaper, "run_once", reap)
    background = PeriodicTasks(made.services)
    background.start()
    try:
        assert reaped.wait(5)
    finally:
        reaped.set()
        background.stop()
        made.services.close()
