"""Alembic's entry point: runs the migrations on the database URL that `api.db.migrate` passes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context

from api.db.tables import metadata

_ALONE = {"postgresql": "SELECT pg_advisory_xact_lock(7229301)", "sqlite": "BEGIN IMMEDIATE"}


def run() -> None:
    """Run the migrations in one transaction, one process at a time."""
    url = context.config.attributes["url"]
    # with autocommit the SQLite driver begins no transaction by itself, so the lock is taken before all else
    options = {"isolation_level": "AUTOCOMMIT"} if url.startswith("sqlite") else {}
    engine = sa.create_engine(url, poolclass=sa.NullPool, **options)
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=metadata)
        with context.begin_transaction():
            connection.execute(sa.text(_ALONE[engine.dialect.name]))
            context.run_migrations()
    engine.dispose()


run()
