"""A log of changes of a job's unit, written by database triggers: its state before and after each change.

The service's own answers are computed from the present state of units, and would hide a unit that was
returned twice.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

import sqlalchemy as sa

from api.db.database import Database

_CHANGES: Final = sa.Table(
    "unit_changes",
    sa.MetaData(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("job", sa.Uuid),
    sa.Column("before", sa.String(16)),
    sa.Column("after", sa.String(16)),
)
_INSERT: Final = (
    'INSERT INTO unit_changes (job, "before", "after") VALUES (NEW.id, OLD.allowance, NEW.allowance);'
)
_ON: Final = "AFTER UPDATE OF allowance ON jobs FOR EACH ROW"
_SQLITE: Final = (f"CREATE TRIGGER unit_set {_ON} BEGIN {_INSERT} END",)
_BODY: Final = f"LANGUAGE plpgsql AS $$ BEGIN {_INSERT} RETURN NEW; END $$"
_POSTGRES: Final = (
    f"CREATE FUNCTION write_down_unit() RETURNS trigger {_BODY}",
    f"CREATE TRIGGER unit_set {_ON} EXECUTE FUNCTION write_down_unit()",
)


def write_down_units(database_url: str) -> None:
    """Make the database log all changes from now on."""
    database = Database(database_url)
    with database.write() as connection:
        _CHANGES.create(connection)
        for statement in _SQLITE if database.is_sqlite else _POSTGRES:
            connection.exec_driver_sql(statement)
    database.close()


def unit_changes(database_url: str, job: str) -> list[tuple[str, str]]:
    """The changes of one job's unit as (before, after), oldest first."""
    query = sa.select(_CHANGES.c.before, _CHANGES.c.after).where(_CHANGES.c.job == UUID(job))
    database = Database(database_url)
    with database.read() as connection:
        found = [(row.before, row.after) for row in connection.execute(query.order_by(_CHANGES.c.number))]
    database.close()
    return found
