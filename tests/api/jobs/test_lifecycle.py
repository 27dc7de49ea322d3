"""Each change of a job's state, called directly: what it writes, and that a settled job is fully settled."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from api.backoff import FULL
from api.db.tables import jobs as table
from api.db.tables import outbox as outbox_table
from api.jobs import attempts, lifecycle, repository
from api.jobs.commands import job_commands
from api.jobs.lifecycle import RETENTION, Failure
from api.jobs.repository import Job
from renderer.contract.event import Progressed
from renderer.contract.results import ResultFile, VideoResult
from tests.api.harness import Account, Service

ROOT = Path(__file__).parents[3]
HOMES = {"api/jobs/attempts.py", "api/jobs/lifecycle.py", "api/jobs/repository.py"}
LEASE = timedelta(seconds=45)
BROKEN = Failure(code="encoder_failed", sentence="The encoder stopped.")
VIDEO = VideoResult(
    file=ResultFile(key="a/video.mp4", size=7, sha256="0" * 64, media_type="video/mp4"),
    duration_seconds=30,
    width=1080,
    height=1920,
)
Change = Callable[[sa.engine.Connection, Job, datetime], object]


@pytest.fixture
def job_id(account: Account) -> UUID:
    return UUID(account.new_video())


@contextmanager
def locked(service: Service, job_id: UUID) -> Iterator[tuple[sa.engine.Connection, Job]]:
    with service.services.database.write() as connection:
        job = repository.lock(connection, job_id)
        assert job is not None
        yield connection, job


def row(service: Service, job_id: UUID) -> Job:
    with locked(service, job_id) as (_, job):
        return job


def posted(service: Service) -> list[int]:
    """The attempts whose messages wait to be published."""
    with service.services.database.read() as connection:
        return [each.attempt for each in connection.execute(outbox_table.select())]


def claim(service: Service, job_id: UUID) -> None:
    with locked(service, job_id) as (connection, job):
        now = service.clock.now()
        attempts.claim(connection, job, worker="w", sequence=1, now=now, lease=LEASE)


def test_a_new_job_waits_with_one_message(service: Service, job_id: UUID) -> None:
    job = row(service, job_id)
    assert (job.status, job.allowance, job.attempt, job.tries) == ("queued", "reserved", 1, 1)
    assert posted(service) == [1]


def test_a_claim_starts_the_lease_and_takes_the_message(service: Service, job_id: UUID) -> None:
    claim(service, job_id)
    job = row(service, job_id)
    assert (job.status, job.stage, job.worker) == ("processing", "starting", "w")
    assert job.lease_expires_at == service.clock.now() + LEASE
    assert posted(service) == []


def test_progress_never_falls(service: Service, job_id: UUID) -> None:
    claim(service, job_id)
    for percent in (40, 20):
        with locked(service, job_id) as (connection, job):
            event = Progressed(sequence=2, percent=percent, stage="encode", detail="…")
            attempts.progress(connection, job, event, now=service.clock.now())
    assert row(service, job_id).percent == 40


SETTLING: dict[str, tuple[Change, str]] = {
    "complete": (
        lambda connection, job, now: lifecycle.complete(connection, job, VIDEO, now=now),
        "used",
    ),
    "fail": (lambda connection, job, now: lifecycle.fail(connection, job, BROKEN, now=now), "released"),
    "cancel": (lambda connection, job, now: lifecycle.cancel(connection, job, now=now), "released"),
}


@pytest.mark.parametrize("name", SETTLING)
def test_a_settled_job_is_settled_wholly(service: Service, job_id: UUID, name: str) -> None:
    claim(service, job_id)
    service.clock.advance(seconds=3600)
    change, allowance = SETTLING[name]
    with locked(service, job_id) as (connection, job):
        change(connection, job, service.clock.now())
    _check_settled(service, job_id, allowance=allowance)


def _check_settled(service: Service, job_id: UUID, *, allowance: str) -> None:
    job, now = row(service, job_id), service.clock.now()
    assert not job.is_open
    assert (job.allowance, job.worker, job.lease_expires_at) == (allowance, None, None)
    assert (job.settled_at, job.updated_at, job.expires_at) == (now, now, now + RETENTION)
    assert posted(service) == []


def test_an_operators_cancel_of_a_waiting_job_settles_it_like_any_other(
    service: Service, job_id: UUID
) -> None:
    """Its retention must count from the cancellation; it once still counted from the order."""
    service.clock.advance(seconds=3600)
    with locked(service, job_id) as (connection, job):
        assert lifecycle.request_cancel(connection, job, now=service.clock.now())
    _check_settled(service, job_id, allowance="released")
    assert row(service, job_id).attempt == 2, "a message already on its way must be too old"


def test_an_operators_cancel_of_a_running_job_waits_for_its_worker(service: Service, job_id: UUID) -> None:
    claim(service, job_id)
    with locked(service, job_id) as (connection, job):
        assert not lifecycle.request_cancel(connection, job, now=service.clock.now())
    job = row(service, job_id)
    assert (job.status, job.cancel_requested, job.worker) == ("processing", True, "w")


@pytest.mark.parametrize("name", ["fail", "cancel"])
def test_a_revived_job_has_all_its_tries_and_reserves_anew(service: Service, job_id: UUID, name: str) -> None:
    claim(service, job_id)
    with locked(service, job_id) as (connection, job):
        attempts.advanced(connection, job, stored=4)
        SETTLING[name][0](connection, job, service.clock.now())
    with locked(service, job_id) as (connection, job):
        lifecycle.revive(connection, job, now=service.clock.now())
    job = row(service, job_id)
    assert (job.status, job.allowance, job.attempt, job.tries) == ("queued", "reserved", 2, 1)
    assert (job.stored, job.advanced, job.settled_at, job.failure_code) == (0, False, None, None)
    assert not job.cancel_requested
    assert posted(service) == [2]


def test_a_lost_attempt_comes_again_after_a_pause_and_fails_when_tries_are_spent(
    service: Service, job_id: UUID
) -> None:
    full = Failure(code="disk_full", sentence="Full.")
    for attempt in (1, 2, 3):
        assert row(service, job_id).attempt == attempt
        claim(service, job_id)
        with locked(service, job_id) as (connection, job):
            attempts.retry_or_fail(connection, job, full, max_tries=3, now=service.clock.now())
        if attempt < 3:
            with service.services.database.read() as connection:
                due = connection.execute(sa.select(outbox_table.c.due_at)).scalar_one()
            pause = (due - service.clock.now()).total_seconds()
            assert FULL.first * 2 ** (attempt - 1) / 2 <= pause <= FULL.first * 2 ** (attempt - 1)
    job = row(service, job_id)
    assert (job.status, job.failure_code, job.allowance) == ("failed", "disk_full", "released")


def test_an_expired_job_keeps_no_object_and_is_tidied(service: Service, job_id: UUID) -> None:
    claim(service, job_id)
    with locked(service, job_id) as (connection, job):
        SETTLING["complete"][0](connection, job, service.clock.now())
    with locked(service, job_id) as (connection, job):
        assert job.results == {"video": VIDEO.model_dump(mode="json")}
        lifecycle.expire(connection, [job], now=service.clock.now())
    job = row(service, job_id)
    assert (job.status, job.results, job.tidied_at) == ("expired", {}, service.clock.now())
    assert job.allowance == "used", "what was made stays counted"


def test_the_operators_commands_go_the_same_way(
    service: Service, job_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIPWRIGHT_DATABASE_URL", service.services.settings.database_url)
    for command, status in (("cancel", "cancelled"), ("retry", "queued"), ("cancel", "cancelled")):
        said = CliRunner().invoke(job_commands, [command, str(job_id)])
        assert said.exit_code == 0, said.output
        job = row(service, job_id)
        assert job.status == status
        if status == "cancelled":
            assert job.settled_at
            assert job.expires_at - job.settled_at == RETENTION


def test_nothing_else_writes_to_the_job_table() -> None:
    """Only the repository makes statements over `jobs`, and only a job's life cycle calls it."""
    writing = {"update", "insert", "shorten_leases"}
    broken = []
    for path in sorted((ROOT / "api").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("api/db/migrations") or name in HOMES:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        names = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in {"api.jobs", "api.db.tables"}
            for alias in node.names
            if alias.name in {"repository", "jobs"}
        }
        broken += [
            f"{name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and node.attr in writing
            and isinstance(node.value, ast.Name)
            and node.value.id in names
        ]
    assert not broken
    assert table.name == "jobs"
