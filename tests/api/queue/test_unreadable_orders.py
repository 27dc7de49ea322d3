"""Orders in the database that this release cannot read: another one wrote them, or they are damaged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from api.db.tables import jobs, outbox
from api.jobs.repository import Job
from api.queue.dispatcher import Dispatcher
from renderer.contract.job import JobMessage
from tests.api.harness import Account, Service, make_service, make_settings
from tests.api.remix_harness import complete, minutes, shown, uploaded


@pytest.fixture
def service(tmp_path: Path, database_url: str) -> Iterator[Service]:
    """A service that hardly waits for the probe of a source, which is never done here."""
    made = make_service(make_settings(tmp_path, database_url, probe_wait_seconds=0.05))
    with made.client:
        yield made


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


def begun(account: Account, service: Service) -> tuple[str, str]:
    """A new project and the operation that measures its source."""
    upload = uploaded(account)
    complete(account, upload)
    with service.services.database.read() as connection:
        operation = connection.execute(sa.select(jobs.c.id).where(jobs.c.role == "operation")).scalar_one()
    return str(upload["video_id"]), str(operation)


@pytest.mark.parametrize(
    "order",
    [
        {"workflow": "remix", "operation": "probe", "hue": 3},
        {"workflow": "remix", "operation": "trim"},
        {"workflow": "remix"},
        {"operation": 3},
        [],
        None,
    ],
)
def test_a_projects_operation_fails_and_its_project_says_so(
    account: Account, service: Service, order: Any
) -> None:
    project, operation = begun(account, service)
    spoil(service, operation, order)
    dispatch_for_minutes(service, 5)
    found = row(service, operation)
    assert (found.status, found.failure_code) == ("failed", "order_unreadable")
    assert (found.allowance, found.tries, waiting(service)) == ("released", 3, 0)
    assert shown(account, project)["status"] == "failed"
    assert minutes(account)[:2] == (0, 0)


def test_a_worker_that_does_not_know_the_operation_is_heard(account: Account, service: Service) -> None:
    project, operation = begun(account, service)
    spoil(service, operation, {"workflow": "remix", "operation": "trim"})
    answers = [
        service.event(
            operation, attempt, kind="failed", sequence=1, code="unknown_workflow",
            sentence="This worker has no pipeline for remix.trim.", retryable=True,
        )
        for attempt in (1, 2, 3)
    ]  # fmt: skip
    assert all(answer.json()["accepted"] for answer in answers)
    found = row(service, operation)
    assert (found.status, found.failure_code) == ("failed", "unknown_workflow")
    assert shown(account, project)["status"] == "failed"


def test_a_workflow_of_another_release_ends_and_closes_no_account(account: Account, service: Service) -> None:
    video_id = account.new_video()
    with service.services.database.write() as connection:
        unknown = {"workflow": "podcast", "order": {"workflow": "podcast"}}
        connection.execute(jobs.update().where(jobs.c.id == UUID(video_id)).values(unknown))
    assert account.usage()["videos"]["reserved"] == 0
    account.new_video()
    dispatch_for_minutes(service, 5)
    found = row(service, video_id)
    assert (found.status, found.failure_code, found.allowance) == ("failed", "order_unreadable", "released")
