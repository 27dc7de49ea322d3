"""Orders in the database that this release cannot read: another one wrote them, or they are damaged."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from api.db.tables import jobs, outbox
from api.jobs.repository import Job
from api.queue.dispatcher import Dispatcher
from renderer.contract.job import JobMessage
from tests.api.harness import Account, Service
from tests.api.remix_harness import complete, minutes, shown, uploaded


def spoil(service: Service, job_id: str, order: Any) -> None:
    """Store this in place of the job's order."""
    with service.services.database.write() as connection:
        connection.execute(jobs.update().where(jobs.c.id == UUID(job_id)).values(order=order))


def row(service: Service, job_id: str) -> sa.Row[Any]:
    with service.services.database.read() as connection:
        return connection.execute(jobs.select().where(jobs.c.id == UUID(job_id))).one()


def waiting(service: Service) -> int:
    with service.services.database.read() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(outbox)).scalar_one()


def dispatch_for_minutes(service: Service, minutes: int) -> None:
    for _ in range(6 * minutes):
        service.services.dispatcher.run_once()
        service.clock.advance(seconds=10)


@pytest.mark.parametrize("order", [{"workflow": "short", "topic": "Bees", "hue": 3}, {"topic": 7}, [], None])
def test_a_job_whose_order_cannot_be_read_ends_after_its_tries(
    account: Account, service: Service, order: Any
) -> None:
    video_id = account.new_video()
    spoil(service, video_id, order)
    dispatch_for_minutes(service, 5)
    found = row(service, video_id)
    assert (found.status, found.failure_code) == ("failed", "order_unreadable")
    assert (found.allowance, found.tries) == ("released", 3)
    assert "same release" in found.failure_sentence
    assert waiting(service) == 0
    assert service.job_queue.messages == []
    videos = account.usage()["videos"]
    assert (videos["used"], videos["reserved"]) == (0, 0)
    assert b'clipwright_jobs_failed_total{code="order_unreadable"} 1.0' in service.services.metrics.text()


def test_a_process_of_the_right_release_may_still_take_it(account: Account, service: Service) -> None:
    video_id = account.new_video()
    good = row(service, video_id).order
    spoil(service, video_id, good | {"hue": "of a later release"})
    service.services.dispatcher.run_once()
    assert (row(service, video_id).attempt, row(service, video_id).status) == (2, "queued")
    spoil(service, video_id, good)
    service.clock.advance(seconds=60)
    assert service.services.dispatcher.run_once() == 1
    assert service.job_queue.messages[-1].attempt == 2


def test_it_keeps_no_other_message_from_the_broker(account: Account, service: Service) -> None:
    bad, good = account.new_video(), account.new_video()
    spoil(service, bad, {"topic": 7})
    assert service.services.dispatcher.run_once() == 1
    assert [str(message.job_id) for message in service.job_queue.messages] == [good]


def test_the_log_names_the_field_and_never_its_value(account: Account, service: Service) -> None:
    video_id = account.new_video()
    spoil(service, video_id, row(service, video_id).order | {"hue": "a private word"})
    with capture_logs() as lines:
        service.services.dispatcher.run_once()
    (said,) = [line for line in lines if line["event"] == "order_unreadable"]
    assert (said["log_level"], said["job_id"], said["attempt"]) == ("error", video_id, 1)
    assert "short.hue" in said["sentence"]
    assert "a private word" not in str(lines)


def test_an_attempt_that_was_claimed_meanwhile_goes_on(
    account: Account, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    video_id = account.new_video()
    spoil(service, video_id, {"topic": 7})
    read = Dispatcher.message

    def claim_and_read(dispatcher: Dispatcher, job: Job, attempt: int) -> JobMessage:
        service.claim(video_id)
        return read(dispatcher, job, attempt)

    monkeypatch.setattr(Dispatcher, "message", claim_and_read)
    assert service.services.dispatcher.run_once() == 0
    found = row(service, video_id)
    assert (found.status, found.attempt, found.worker) == ("processing", 1, "worker-1")


def test_a_projects_operation_fails_and_its_project_says_so(account: Account, service: Service) -> None:
    upload = uploaded(account)
    complete(account, upload)
    with service.services.database.read() as connection:
        operation = connection.execute(sa.select(jobs.c.id).where(jobs.c.role == "operation")).scalar_one()
    spoil(service, str(operation), row(service, str(operation)).order | {"hue": 3})
    dispatch_for_minutes(service, 5)
    assert shown(account, upload["video_id"])["status"] == "failed"
    assert minutes(account)[:2] == (0, 0)
