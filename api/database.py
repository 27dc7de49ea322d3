"""One database, two ways in: single reads, and writes that are one transaction each.

On SQLite a write transaction takes the write lock at its start (`BEGIN IMMEDIATE`), so a check and the change
that rests on it cannot be separated; on PostgreSQL the services lock the rows that they judge.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sqlalchemy.engine import Connection, Engine
    from sqlalchemy.pool import ConnectionPoolEntry

_BUSY_MS: Final = 30_000
_POOL: Final = 40
"""As many connections as the thread pool has threads, so none waits for one."""
_PG_OPTIONS: Final = "-c lock_timeout=10s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"


class Database:
    """Connections to SQLite or PostgreSQL, with the same behaviour to its callers."""

    def __init__(self, url: str) -> None:
        self.url = _with_driver(url)
        self.is_sqlite = self.url.startswith("sqlite")
        build = _sqlite_engine if self.is_sqlite else _postgres_engine
        self._reader = build(self.url, writes=False)
        self._writer = build(self.url, writes=True)
        # SQLite admits one writer at a time, the others sleep and retry; queueing here is fair and quick
        self._turn = Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection on which every statement stands alone."""
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: committed when the block ends, rolled back when it raises."""
        with self._in_turn(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def tick(self) -> Iterator[Connection]:
        """A connection for one small write that stands alone, such as a counter."""
        with self._in_turn(), self._reader.connect() as connection:
            yield connection

    def close(self) -> None:
        """Give all connections back."""
        self._reader.dispose()
        self._writer.dispose()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if self.is_sqlite:
            with self._turn:
                yield
        else:
            yield


def _with_driver(url: str) -> str:
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


def _postgres_engine(url: str, *, writes: bool) -> Engine:
    # counters may lose the last instants in a crash of the server; orders and reports may not
    options = _PG_OPTIONS if writes else f"{_PG_OPTIONS} -c synchronous_commit=off"
    return sa.create_engine(
        url,
        pool_size=_POOL // 2,
        max_overflow=_POOL // 2,
        pool_pre_ping=writes,
        pool_timeout=10,
        isolation_level="READ COMMITTED" if writes else "AUTOCOMMIT",
        connect_args={"options": options, "connect_timeout": 5},
    )


def _sqlite_engine(url: str, *, writes: bool) -> Engine:
    engine = sa.create_engine(
        url,
        poolclass=sa.QueuePool,
        pool_size=_POOL,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": _BUSY_MS / 1000},
    )

    def configure(raw: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        raw.isolation_level = None  # the driver begins nothing by itself
        for pragma in _PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    sa.event.listen(engine, "connect", configure)
    if writes:
        sa.event.listen(engine, "begin", begin)
    return engine


# NORMAL: a killed process loses nothing; a power cut may lose the last instants, which PostgreSQL would keep
_PRAGMAS: Final = (f"busy_timeout={_BUSY_MS}", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON")
