"""`clipwright jobs list|show|retry|cancel`: shows jobs to operators and lets them retry or cancel them.

A job whose tries are spent is parked as failed with its reason; `retry` queues it again.
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

from api.db.tables import jobs as table
from api.jobs import lifecycle, repository
from api.jobs.repository import COLUMNS, OPEN, Job, JobRole, from_row
from api.options import data_dir_option, existing_database
from renderer.clock import SystemClock
from renderer.contract.results import RESULT
from renderer.contract.vocabulary import Status

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

FINAL: Final = (Status.FAILED.value, Status.CANCELLED.value)
_STATUSES: Final = click.Choice([status.value for status in Status])
_NO_JOB: Final = "There is no such job."
_NOT_PARKED: Final = "The job is {}; only failed and cancelled ones can be sent again."
_PART: Final = "This is part of a Remix project, which its owner cancels or goes on with through the API."
_OVER: Final = "The job is {} already."
_LINE: Final = "{id}  {status:10}  {percent:>3}%  attempt {attempt}  {stage:16}  {failure_code}"


@click.group("jobs")
def job_commands() -> None:
    """See jobs, send failed ones again, cancel open ones."""


@job_commands.command("list")
@click.option("--status", type=_STATUSES, default=None, help="Only these.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@data_dir_option
def list_jobs(*, status: str | None, limit: int, as_json: bool, data_dir: Path | None) -> None:
    """Newest first."""
    query = sa.select(*COLUMNS).order_by(table.c.created_at.desc(), table.c.id).limit(limit)
    query = query.where(table.c.role != JobRole.PROJECT.value)
    if status:
        query = query.where(table.c.status == status)
    with existing_database(data_dir) as database, database.read() as connection:
        found = [_facts(from_row(row)) for row in connection.execute(query)]
    for facts in found:
        click.echo(json.dumps(facts) if as_json else _LINE.format(**facts).rstrip())


@job_commands.command("show")
@click.argument("job", type=click.UUID)
@data_dir_option
def show_job(*, job: UUID, data_dir: Path | None) -> None:
    """Everything about one job, as JSON; the topic is not part of it."""
    with existing_database(data_dir) as database, database.read() as connection:
        row = connection.execute(sa.select(*COLUMNS).where(table.c.id == job)).one_or_none()
    if row is None:
        raise click.ClickException(_NO_JOB)
    click.echo(json.dumps(_facts(from_row(row)), indent=1))


@job_commands.command("retry")
@click.argument("job", type=click.UUID)
@data_dir_option
def retry_job(*, job: UUID, data_dir: Path | None) -> None:
    """Put a failed or cancelled job before the workers again, with all its tries.

    Its finished stages are found again. It reserves its allowance anew, whatever the account has left.
    """
    with _locked(job, data_dir) as (connection, found):
        if found.role != JobRole.JOB:
            raise click.ClickException(_PART)
        if found.status not in FINAL:
            raise click.ClickException(_NOT_PARKED.format(found.status))
        lifecycle.revive(connection, found, now=SystemClock().now())
    click.echo(f"{job} is queued again as attempt {found.attempt + 1}")


@job_commands.command("cancel")
@click.argument("job", type=click.UUID)
@data_dir_option
def cancel_job(*, job: UUID, data_dir: Path | None) -> None:
    """Cancel an open job: a queued one at once, a running one as soon as its worker hears of it."""
    with _locked(job, data_dir) as (connection, found):
        if found.status not in OPEN:
            raise click.ClickException(_OVER.format(found.status))
        if found.role != JobRole.JOB:
            raise click.ClickException(_PART)
        cancelled = lifecycle.request_cancel(connection, found, now=SystemClock().now())
    click.echo(f"{job} is {'cancelled' if cancelled else 'being cancelled'}")


def _facts(job: Job) -> dict[str, Any]:
    """What an operator may see: not the order, and only the main file of the first result."""
    names = (
        "id", "account_id", "workflow", "status", "percent", "stage", "detail", "attempt", "tries", "stored",
        "worker", "created_at", "updated_at", "lease_expires_at", "cancel_requested",
        "failure_code", "failure_sentence",
    )  # fmt: skip
    main = next((RESULT.validate_python(each).file for each in job.results.values()), None)
    values = {name: getattr(job, name) for name in names}
    values |= {"object_key": main.key if main else None, "object_size": main.size if main else None}
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
def _locked(job: UUID, data_dir: Path | None) -> Iterator[tuple[Connection, Job]]:
    with existing_database(data_dir) as database, database.write() as connection:
        found = repository.lock(connection, job)
        if found is None:
            raise click.ClickException(_NO_JOB)
        yield connection, found
