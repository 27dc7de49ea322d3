"""What an attempt costs and when the next one comes: progress, causes, pauses, a service that was frozen."""

from __future__ import annotations

import itertools
import random

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from api.backoff import AWAY, FULL, LONGEST, LOST, OURS, backoff_after
from api.db.tables import jobs, outbox
from api.queue import outbox as outbox_rows
from renderer.backoff import Backoff
from renderer.errors import ERRORS
from tests.api.harness import Account, Service

LEASE = 45


def lose(service: Service, video_id: str, attempt: int, *, stored: int = 0) -> None:
    """Lose one attempt whose worker dies with `stored` stages in store."""
    service.claim(video_id, attempt)
    if stored:
        service.event(video_id, attempt, kind="heartbeat", sequence=2, stored=stored)
    service.clock.advance(seconds=LEASE)
    assert service.services.reaper.run_once() == 1


def row(service: Service) -> sa.Row[tuple[object, ...]]:
    with service.services.database.read() as connection:
        return connection.execute(jobs.select()).one()


def test_attempts_that_stored_something_new_cost_no_try(account: Account, service: Service) -> None:
    video_id = account.new_video()
    for attempt in range(1, 7):
        lose(service, video_id, attempt, stored=attempt)
        assert (row(service).tries, row(service).advanced) == (1, False)
    service.finish(video_id, 7)
    assert account.video(video_id)["status"] == "completed"


def test_stages_that_are_lost_and_made_again_are_no_advance(account: Account, service: Service) -> None:
    """Otherwise a job that kills every worker, on machines that share no cache, would go on for ever."""
    video_id = account.new_video()
    for attempt in (1, 2, 3, 4):
        assert account.video(video_id)["status"] != "failed"
        lose(service, video_id, attempt, stored=3)
    assert account.video(video_id)["status"] == "failed"


@pytest.mark.parametrize("kind", ["heartbeat", "progressed"])
def test_a_late_report_of_less_takes_nothing_back(account: Account, service: Service, kind: str) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    more = {"percent": 5, "stage": "encode", "detail": "x"} if kind == "progressed" else {}
    for sequence, stored in ((2, 4), (3, 1)):
        service.event(video_id, 1, kind=kind, sequence=sequence, stored=stored, **more)
    assert (row(service).stored, row(service).advanced) == (4, True)


def test_a_failure_that_says_what_it_stored_costs_no_try(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    failure = {"code": "disk_full", "sentence": "Full.", "retryable": True}
    service.event(video_id, 1, kind="failed", sequence=2, stored=2, **failure)
    assert (row(service).attempt, row(service).tries, row(service).stored) == (2, 1, 2)


def test_an_event_of_an_older_worker_is_still_understood(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    assert service.event(video_id, 1, kind="heartbeat", sequence=2).json()["accepted"]


def test_who_begins_to_listen_waits_a_lease_before_it_judges(account: Account, service: Service) -> None:
    video_id, reaper = account.new_video(), service.services.reaper
    service.claim(video_id)
    service.clock.advance(seconds=10 * LEASE)
    reaper.listening.begin_again()
    assert reaper.run_once() == 0
    service.clock.advance(seconds=LEASE - 1)
    assert reaper.run_once() == 0
    assert service.event(video_id, 1, kind="heartbeat", sequence=2).json()["accepted"]
    service.clock.advance(seconds=LEASE - 1)
    assert reaper.run_once() == 0
    service.clock.advance(seconds=1)
    assert reaper.run_once() == 1


def due_in(service: Service) -> float:
    with service.services.database.read() as connection:
        due = connection.execute(sa.select(outbox.c.due_at)).scalar_one()
    return float((due - service.clock.now()).total_seconds())


@pytest.mark.parametrize(
    ("code", "backoff"),
    [("disk_full", FULL), ("memory_short", FULL), ("provider_busy", AWAY), ("encoder_failed", OURS)],
)
def test_the_next_attempt_waits_by_cause_and_the_dispatcher_honours_it(
    account: Account, service: Service, code: str, backoff: Backoff
) -> None:
    video_id = account.new_video()
    for attempt in (1, 2):
        service.claim(video_id, attempt)
        failure = {"code": code, "sentence": "No.", "retryable": True}
        service.event(video_id, attempt, kind="failed", sequence=2, **failure)
        pause, longest = due_in(service), backoff.first * 2 ** (attempt - 1)
        assert longest / 2 <= pause <= longest
        service.clock.advance(seconds=pause - 0.001)
        # a worker that comes back does not cut the pause short
        with service.services.database.write() as connection:
            outbox_rows.make_all_due(connection, now=service.clock.now())
        assert service.services.dispatcher.run_once() == 0
        service.clock.advance(seconds=0.001)
        assert service.services.dispatcher.run_once() == 1
    assert service.job_queue.messages[-1].attempt == 3


def test_a_job_handed_back_goes_on_at_once(account: Account, service: Service) -> None:
    video_id = account.new_video()
    service.claim(video_id)
    service.event(video_id, 1, kind="released", sequence=2)
    assert service.services.dispatcher.run_once() == 1


def test_every_retryable_failure_has_a_pause() -> None:
    for code, spec in ERRORS.items():
        if spec.retryable:
            assert backoff_after(code) in {LOST, FULL, AWAY, OURS}
    assert backoff_after("an_unknown_code") is OURS
    assert backoff_after("lease_lost") is LOST


@given(tries=st.integers(0, 10_000), seed=st.integers(0, 99))
def test_pauses_grow_are_bounded_and_differ(tries: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - jitter is no secret
    for backoff in (LOST, FULL, AWAY, OURS):
        pauses = [backoff.pause(tries=tries, chance=chance.uniform) for _ in range(5)]
        assert all(backoff.first / 2 <= pause <= LONGEST.total_seconds() for pause in pauses)
        assert len(set(pauses)) > 1
    highest = [FULL.pause(tries=each, chance=lambda _, high: high) for each in range(1, 12)]
    assert all(first <= second for first, second in itertools.pairwise(highest))
