"""The tables of the service, and nothing else.

Instants are whole microseconds since 1970 (UTC): exact, ordered, the same on both databases. `jobs` is shared
by all workflows; names of tables of one workflow begin with its name. `jobs.allowance` is the ledger: a job
reserves its units when it is accepted, and later uses or releases them, once.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def to_micros(instant: datetime) -> int:
    """Whole microseconds since 1970."""
    return (instant - EPOCH) // _MICROSECOND


def from_micros(value: int) -> datetime:
    """The instant, in UTC."""
    return EPOCH + value * _MICROSECOND


class Instant(sa.types.TypeDecorator[datetime]):
    """An aware datetime kept as microseconds since 1970."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002 - SQLAlchemy's
        """Convert to the stored integer."""
        return None if value is None else to_micros(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's
        """Convert from the stored integer."""
        return None if value is None else from_micros(value)


metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _owner() -> sa.Column[object]:
    return sa.Column("account_id", sa.Uuid, sa.ForeignKey("accounts.id"), nullable=False)


accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("plan", sa.String(16), nullable=False),
    sa.Column("billing_anchor", Instant, nullable=False),
    sa.Column("created_at", Instant, nullable=False),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    _owner(),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("last4", sa.String(4), nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("expires_at", Instant, nullable=False),
    sa.Column("revoked_at", Instant),
)
sa.Index(
    "uq_api_keys_active",
    api_keys.c.account_id,
    unique=True,
    sqlite_where=api_keys.c.revoked_at.is_(None),
    postgresql_where=api_keys.c.revoked_at.is_(None),
)

rate_windows = sa.Table(
    "rate_windows",
    metadata,
    sa.Column("account_id", sa.Uuid, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("started_at", Instant, nullable=False),
    sa.Column("requests", sa.Integer, nullable=False),
)

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    _owner(),
    sa.Column("workflow", sa.String(16), nullable=False),
    sa.Column("source", sa.String(16), nullable=False),
    # documents of the contract: the order, and the stored objects that the job works on, by name
    sa.Column("order", sa.JSON, nullable=False),
    sa.Column("inputs", sa.JSON, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("units", sa.Integer, nullable=False),
    sa.Column("allowance", sa.String(16), nullable=False),
    sa.Column("created_at", Instant, nullable=False),
    sa.Column("updated_at", Instant, nullable=False),
    sa.Column("settled_at", Instant),
    sa.Column("expires_at", Instant, nullable=False),
    sa.Column("percent", sa.Integer, nullable=False),
    sa.Column("stage", sa.String(64), nullable=False),
    sa.Column("detail", sa.String(500), nullable=False),
    # facts that the worker has found so far, by kind (documents of the contract)
    sa.Column("facts", sa.JSON, nullable=False),
    # number of the current attempt, which never falls; `tries` counts only the attempts that cost a try
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    # most stages that any attempt has stored, and whether the current attempt has raised that number
    sa.Column("stored", sa.Integer, nullable=False),
    sa.Column("advanced", sa.Boolean, nullable=False),
    sa.Column("worker", sa.String(200)),
    sa.Column("sequence", sa.Integer, nullable=False),
    sa.Column("lease_expires_at", Instant),
    sa.Column("cancel_requested", sa.Boolean, nullable=False),
    # the results by kind (documents of the contract), or why there are none (never shown to callers)
    sa.Column("results", sa.JSON, nullable=False),
    sa.Column("failure_code", sa.String(64)),
    sa.Column("failure_sentence", sa.String(500)),
    sa.Column("tidied_at", Instant),
    # whether the row is a job, a project or an operation of one (`api.jobs.repository.JobRole`)
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("project_id", sa.Uuid),
)
sa.Index("ix_jobs_listing", jobs.c.account_id, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_listing_by_status", jobs.c.account_id, jobs.c.status, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_ledger", jobs.c.account_id, jobs.c.allowance, jobs.c.settled_at)
sa.Index("ix_jobs_queue", jobs.c.status, jobs.c.workflow, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_project_id", jobs.c.project_id)
sa.Index("ix_jobs_leases", jobs.c.lease_expires_at)
sa.Index("ix_jobs_retention", jobs.c.status, jobs.c.expires_at)

idempotency = sa.Table(
    "idempotency",
    metadata,
    sa.Column("account_id", sa.Uuid, sa.ForeignKey("accounts.id"), primary_key=True),
    # keys are scoped to their operation
    sa.Column("operation", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(128), primary_key=True),
    sa.Column("request_sha256", sa.String(64), nullable=False),
    sa.Column("job_id", sa.Uuid, sa.ForeignKey("jobs.id"), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("expires_at", Instant, nullable=False),
)
sa.Index("ix_idempotency_expires_at", idempotency.c.expires_at)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("job_id", sa.Uuid, sa.ForeignKey("jobs.id"), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("due_at", Instant, nullable=False),
    sa.Column("rings", sa.Integer, nullable=False),
    sa.UniqueConstraint("job_id", "attempt"),
    sqlite_autoincrement=True,
)
sa.Index("ix_outbox_due_at", outbox.c.due_at, outbox.c.id)

chores = sa.Table(
    "chores",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("held_until", Instant, nullable=False),
)

_SOME_JSON = sa.JSON(none_as_null=True)


def _project(*, primary_key: bool = False) -> sa.Column[object]:
    name = "id" if primary_key else "project_id"
    return sa.Column(name, sa.Uuid, sa.ForeignKey("jobs.id"), primary_key=primary_key, nullable=False)


remix_projects = sa.Table(
    "remix_projects",
    metadata,
    _project(primary_key=True),
    _owner(),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("file_name", sa.String(255), nullable=False),
    sa.Column("mime_type", sa.String(32), nullable=False),
    sa.Column("byte_length", sa.BigInteger, nullable=False),
    # the stored source, and what a worker has measured of it (documents of the contract)
    sa.Column("source", _SOME_JSON),
    sa.Column("measures", _SOME_JSON),
    sa.Column("minutes", sa.Integer),
    sa.Column("charged", sa.Integer, nullable=False),
    # what the owner sees of the analysis, and the project's stored files by name
    sa.Column("analysis", _SOME_JSON),
    sa.Column("files", sa.JSON, nullable=False),
    # the current content; `remix_revisions` has the earlier ones
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("captions", sa.JSON, nullable=False),
    sa.Column("voiceover", sa.JSON, nullable=False),
    # digests of what the mix was made from, and of the voiceovers that are paid for
    sa.Column("mixed", sa.String(64)),
    sa.Column("voices", sa.JSON, nullable=False),
    # the running operation (a row of `jobs`), and the digest of its request, so that equal requests join it
    sa.Column("operation_id", sa.Uuid),
    sa.Column("request", sa.String(64)),
    sa.Column("exported_revision", sa.Integer),
    # digest of the settings that the upload was completed with, and until when a request waits for the probe
    sa.Column("completion", sa.String(64)),
    sa.Column("awaited_until", Instant),
    sa.Column("refusal", sa.String(64)),
    # why the latest operation failed, and why the project did
    sa.Column("trouble", _SOME_JSON),
    sa.Column("failure", _SOME_JSON),
)
sa.Index("ix_remix_projects_account_id", remix_projects.c.account_id)

remix_revisions = sa.Table(
    "remix_revisions",
    metadata,
    sa.Column("project_id", sa.Uuid, sa.ForeignKey("jobs.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("change", sa.String(16), nullable=False),
    sa.Column("made_at", Instant, nullable=False),
    # None: unchanged since the revision before
    sa.Column("settings", _SOME_JSON),
    sa.Column("captions", _SOME_JSON),
)

remix_uploads = sa.Table(
    "remix_uploads",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True),
    _project(),
    _owner(),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("byte_length", sa.BigInteger, nullable=False),
    # how many bytes are durable, and the parts that hold them; both change in one statement
    sa.Column("offset", sa.BigInteger, nullable=False),
    sa.Column("parts", sa.JSON, nullable=False),
    sa.Column("staged", sa.JSON, nullable=False),
    # the fencing token rises with every writer; the lease is the publisher's
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("lease_expires_at", Instant),
    sa.Column("expires_at", Instant, nullable=False),
)
sa.Index("ix_remix_uploads_project_id", remix_uploads.c.project_id)
sa.Index("ix_remix_uploads_expires_at", remix_uploads.c.state, remix_uploads.c.expires_at)
