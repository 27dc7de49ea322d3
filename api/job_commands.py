"""`clipwright jobs list|show|retry|cancel`: what an operator sees of jobs, and may do about them.

A job whose tries are spent is parked as failed with its reason; `retry` puts it before the workers again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click
import sqlalchemy as sa

from api import jobs, outbox
from api.clock import SystemClock
from api.database import Database
from api.jobs import COLUMNS, OPEN, Allowance, Job, from_row
from api.migrate import migrate
from api.settings import Settings
from api.tables import jobs as table
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

FINAL: Final = (Status.FAILED.value, Status.CANCELLED.value)
_STATUSES: Final = click.Choice([status.value for status in Status])
_NO_JOB: Final = "There is no such job."
_NO_DATABASE: Final = "There is no database yet; start the service or set its address."
_NOT_PARKED: Final = "The job is {}; only failed and cancelled ones can be sent again."
_OVER: Final = "The job is {} already."
_LINE: Final = "{id}  {status:10}  {percent:>3}%  attempt {attempt}  {stage:16}  {failure_code}"


@click.group("jobs")
def job_commands() -> None:
    """See jobs, send failed ones again, cancel open ones."""


@job_commands.command("list")
@click.option("--status", type=_STATUSES, default=None, help="Only these.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def list_jobs(*, status: str | None, limit: int, as_json: bool) -> None:
    """Newest first."""
    query = sa.select(*COLUMNS).order_by(table.c.created_at.desc(), table.c.id).limit(limit)
    if status:
        query = query.where(table.c.status == status)
    with _database() as database, database.read() as connection:
        found = [_facts(from_row(row)) for row in connection.execute(query)]
    for facts in found:
        click.echo(json.dumps(facts) if as_json else _LINE.format(**facts).rstrip())


@job_commands.command("show")
@click.argument("job", type=click.UUID)
def show_job(*, job: UUID) -> None:
    """Everything about one job, as JSON; the topic is not part of it."""
    with _database() as database, database.read() as connection:
        row = connection.execute(sa.select(*COLUMNS).where(table.c.id == job)).one_or_none()
    if row is None:
        raise click.ClickException(_NO_JOB)
    click.echo(json.dumps(_facts(from_row(row)), indent=1))


@job_commands.command("retry")
@click.argument("job", type=click.UUID)
def retry_job(*, job: UUID) -> None:
    """Put a failed or cancelled job before the workers again, with all its tries.

    Its finished stages are found again. It reserves its allowance anew, whatever the account has left.
    """
    with _locked(job) as (connection, found):
        if found.status not in FINAL:
            raise click.ClickException(_NOT_PARKED.format(found.status))
        _revive(connection, found, now=SystemClock().now())
    click.echo(f"{job} is queued again as attempt {found.attempt + 1}")


@job_commands.command("cancel")
@click.argument("job", type=click.UUID)
def cancel_job(*, job: UUID) -> None:
    """Cancel an open job: a queued one at once, a running one as soon as its worker hears of it."""
    with _locked(job) as (connection, found):
        if found.status not in OPEN:
            raise click.ClickException(_OVER.format(found.status))
        if found.worker is None:
            _close(connection, found, now=SystemClock().now())
        else:
            jobs.update(connection, found.id, cancel_requested=True)
    click.echo(f"{job} is {'cancelled' if found.worker is None else 'being cancelled'}")


def _revive(connection: Connection, job: Job, *, now: datetime) -> None:
    attempt = job.attempt + 1
    jobs.update(
        connection,
        job.id,
        status=Status.QUEUED.value,
        allowance=Allowance.RESERVED.value,
        stage="queued",
        detail="Waiting for a free worker.",
        percent=0,
        attempt=attempt,
        tries=1,
        sequence=0,
        worker=None,
        lease_expires_at=None,
        cancel_requested=False,
        settled_at=None,
        tidied_at=None,
        failure_code=None,
        failure_sentence=None,
        updated_at=now,
    )
    outbox.settle(connection, job_id=job.id)
    outbox.post(connection, job_id=job.id, attempt=attempt, now=now)


def _close(connection: Connection, job: Job, *, now: datetime) -> None:
    jobs.update(
        connection,
        job.id,
        status=Status.CANCELLED.value,
        allowance=Allowance.RELEASED.value,
        # a message already on its way is about an attempt that is over
        attempt=job.attempt + 1,
        stage="cancelled",
        detail="The video was cancelled.",
        settled_at=now,
        updated_at=now,
        lease_expires_at=None,
    )
    outbox.settle(connection, job_id=job.id)


def _facts(job: Job) -> dict[str, Any]:
    """What an operator may see: no topic, no settings."""
    names = (
        "id", "account_id", "workflow", "status", "percent", "stage", "detail", "attempt", "tries", "worker",
        "created_at", "updated_at", "lease_expires_at", "cancel_requested", "object_key", "object_size",
        "failure_code", "failure_sentence",
    )  # fmt: skip
    values = {name: getattr(job, name) for name in names}
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> object:
    match value:
        case None:
            return ""
        case UUID():
            return str(value)
        case datetime():
            return value.isoformat()
        case _:
            return value


@contextmanager
def _database() -> Iterator[Database]:
    settings = Settings()
    database = Database(settings.database_url)
    try:
        if database.is_sqlite and not Path(str(sa.make_url(database.url).database)).exists():
            raise click.ClickException(_NO_DATABASE)
        migrate(database)
        yield database
    finally:
        database.close()


@contextmanager
def _locked(job: UUID) -> Iterator[tuple[Connection, Job]]:
    with _database() as database, database.write() as connection:
        found = jobs.lock(connection, job)
        if found is None:
            raise click.ClickException(_NO_JOB)
        yield connection, found
