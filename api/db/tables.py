"""The tables of the service, and nothing else.

Instants are whole microseconds since 1970 (UTC): exact, ordered, the same on both databases.
`jobs` is shared by all workflows. `jobs.allowance` is the ledger: a job reserves its units when it is
accepted, and later uses or releases them, once.
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

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002 - SQLAlchemy's signature
        """To the database."""
        return None if value is None else to_micros(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """From the database."""
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
    # documents of the contract: what was ordered, and the stored objects that it works on, by name
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
    # what the worker has found out on the way, by kind (documents of the contract)
    sa.Column("facts", sa.JSON, nullable=False),
    # the attempt in force; the number rises for ever, `tries` counts only those that cost one
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    # most stages that any attempt has had in store, and whether the attempt in force has raised that
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
)
sa.Index("ix_jobs_listing", jobs.c.account_id, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_listing_by_status", jobs.c.account_id, jobs.c.status, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_ledger", jobs.c.account_id, jobs.c.allowance, jobs.c.settled_at)
sa.Index("ix_jobs_queue", jobs.c.status, jobs.c.workflow, jobs.c.created_at, jobs.c.id)
sa.Index("ix_jobs_leases", jobs.c.lease_expires_at)
sa.Index("ix_jobs_retention", jobs.c.status, jobs.c.expires_at)

idempotency = sa.Table(
    "idempotency",
    metadata,
    sa.Column("account_id", sa.Uuid, sa.ForeignKey("accounts.id"), primary_key=True),
    # keys of different operations are different keys
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
