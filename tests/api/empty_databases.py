"""Empty, migrated PostgreSQL databases, each under a name of its own.

Creating a database copies three hundred files and dropping it deletes them; emptying one takes a tenth of
that time. So a database that a test has finished with is emptied and used again under another name: code that
still knows the old name finds nothing there. A database whose tables no longer match the template is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from api.db.database import Database
from api.db.migrate import migrate
from api.db.tables import metadata

TEMPLATE: Final = "template_clipwright"
_NOTHING_TO_SURVIVE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings that make data survive a crash of the machine, at the price of a wait for the disk per commit."""
_LARGE: Final = 4 << 20
"""Bytes of table data above which a database is dropped rather than emptied."""
_END_OTHERS: Final = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SHAPE: Final = """
    WITH ours AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT string_agg(version::text, ' ' ORDER BY version::text) FROM (
        SELECT (oid, xmin)::text FROM ours
        UNION ALL SELECT (attrelid, attnum, pg_attribute.xmin)::text FROM pg_attribute JOIN ours ON attrelid = ours.oid
        UNION ALL SELECT (pg_constraint.oid, pg_constraint.xmin)::text FROM pg_constraint JOIN ours ON conrelid = ours.oid
        UNION ALL SELECT (pg_trigger.oid, pg_trigger.xmin)::text FROM pg_trigger JOIN ours ON tgrelid = ours.oid
    ) AS rows (version)
"""  # noqa: E501 - a table a line
"""The versions of all catalogue rows that describe our tables; any change of a table changes them."""
_SIZE: Final = "SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace"


@dataclass
class EmptyDatabases:
    """Databases of one server, as many at a time as tests ask for."""

    server: str
    _waiting: list[str] = field(default_factory=list)
    _shape: str = ""

    def __post_init__(self) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            for setting in _NOTHING_TO_SURVIVE:
                connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
            connection.execute("SELECT pg_reload_conf()")
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(TEMPLATE)))
        database = Database(self._url(TEMPLATE))
        migrate(database)
        database.close()
        self._shape = self._asked(TEMPLATE, _SHAPE)

    def take(self) -> str:
        """The address of an empty database."""
        name = f"test_{uuid4().hex}"
        if self._waiting:
            self._change("ALTER DATABASE {} RENAME TO {}", self._waiting.pop(), name)
        else:
            self._change("CREATE DATABASE {} TEMPLATE {}", name, TEMPLATE)
        return self._url(name)

    def give_back(self, url: str) -> None:
        """Return a database that is no longer needed; connections to it that are still open are ended."""
        name = str(make_url(url).database)
        if self._emptied(name):
            self._waiting.append(name)
        else:
            self._change("DROP DATABASE {} WITH (FORCE)", name)

    def _emptied(self, name: str) -> bool:
        """Empty the database; False where its tables have been changed or are too large for that."""
        tables = [table.name for table in metadata.sorted_tables]
        with psycopg.connect(self._url(name), autocommit=True) as connection:
            connection.execute(_END_OTHERS)
            if connection.execute(_SHAPE).fetchone() != (self._shape,):
                return False
            if (connection.execute(_SIZE).fetchone() or (0,))[0] > _LARGE:
                return False
            with connection.transaction():
                connection.execute("SET LOCAL session_replication_role = replica")
                for table in tables:
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
                connection.execute("SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'")
        return True

    def _asked(self, name: str, question: str) -> str:
        with psycopg.connect(self._url(name), autocommit=True) as connection:
            return str((connection.execute(question.encode()).fetchone() or ("",))[0])

    def _change(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def _url(self, name: str) -> str:
        return make_url(self.server).set(database=name).render_as_string(hide_password=False)
