"""Access to the database: single statements, and writes in one transaction each.

On SQLite a write transaction takes the write lock at its start (`BEGIN IMMEDIATE`), so nothing can come
between a check and the change based on it; on PostgreSQL the services lock the rows that they check.

SQLite answers a lookup faster than a thread wakes up. `inline_or_thread` therefore runs work on the calling
thread unless a writer is active; work that would block, with PostgreSQL always, runs in a thread.
"""

from __future__ import annotations

from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.deadline import ALONE_SECONDS, left_seconds

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from sqlalchemy.engine import Connection, Engine
    from sqlalchemy.pool import ConnectionPoolEntry

_POOL: Final = 40
"""As many connections as the thread pool has threads, so that no thread waits for a connection."""
_PG_OPTIONS: Final = "-c lock_timeout=10s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"
_NO_TURN: Final = "other writers were at work for all the time that there was"
_Answer = TypeVar("_Answer")


class WouldBlock(Exception):  # noqa: N818 - not an error, only "not now"
    """The database cannot be queried without waiting."""


class ConnectionSource(Protocol):
    """Connections for lookups and counters: blocking in a thread, or non-blocking inline."""

    def read(self) -> AbstractContextManager[Connection]:
        """A connection on which every statement is a transaction of its own."""
        ...

    def autocommit(self) -> AbstractContextManager[Connection]:
        """A connection for one small write of its own, such as a counter; it may raise `WouldBlock`."""
        ...


class Database:
    """Connections to SQLite or PostgreSQL, with the same behaviour to its callers."""

    def __init__(self, url: str) -> None:
        self.url = _with_driver(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self._reader, self._writer = _engines(self.url)
        self._inline_engine = _sqlite_engine(self.url, busy_ms=0) if self.is_sqlite else self._reader
        self._threads = _threads(1 if self.is_sqlite else _POOL)
        # SQLite admits one writer at a time and lets others sleep and retry; queueing here is fair and quick
        self._lock = Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection on which every statement is a transaction of its own."""
        with self._reader.connect() as connection:
            self._limit_wait(connection)
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: committed when the block ends, rolled back when it raises."""
        with self._write_lock(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def autocommit(self) -> Iterator[Connection]:
        """A connection for one small write in its own transaction, such as a counter."""
        with self._write_lock(), self._reader.connect() as connection:
            self._limit_wait(connection)
            yield connection

    async def inline_or_thread(self, work: Callable[[ConnectionSource], _Answer]) -> _Answer:
        """Run the work inline if nothing blocks, else again from its start in a thread.

        The work must start with lookups and one `autocommit`, and only read after that.
        """
        try:
            with self._inline() as connections:
                return work(connections)
        except WouldBlock:
            return await self.in_thread(partial(work, self))

    async def in_thread(self, work: Callable[[], _Answer]) -> _Answer:
        """Run work that starts with a `write` in a thread: with SQLite always the same, as writers queue."""
        call = partial(copy_context().run, work)
        return await get_running_loop().run_in_executor(self._threads, call)

    def close(self) -> None:
        """Release all connections and threads; they are opened again on the next use."""
        self._threads.shutdown()
        self._threads = _threads(1 if self.is_sqlite else _POOL)
        for engine in (self._reader, self._writer, self._inline_engine):
            engine.dispose()

    @contextmanager
    def _inline(self) -> Iterator[ConnectionSource]:
        if not self.is_sqlite or not self._lock.acquire(blocking=False):
            raise WouldBlock
        try:
            with self._inline_engine.connect() as connection:
                yield _InlineConnection(connection)
        finally:
            self._lock.release()

    @contextmanager
    def _write_lock(self) -> Iterator[None]:
        if not self.is_sqlite:
            yield
            return
        if not self._lock.acquire(timeout=left_seconds()):
            raise PoolTimeout(_NO_TURN)
        try:
            yield
        finally:
            self._lock.release()

    def _limit_wait(self, connection: Connection) -> None:
        if self.is_sqlite:
            _set_busy_timeout(connection)


class _InlineConnection:
    """One SQLite connection that raises instead of waiting."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def autocommit(self) -> Iterator[Connection]:
        try:
            yield self._connection
        except OperationalError as error:  # another process is writing
            raise WouldBlock from error


def _engines(url: str) -> tuple[Engine, Engine]:
    """The engine for single statements, and the one for write transactions."""
    if not url.startswith("sqlite"):
        return _postgres_engine(url, writes=False), _postgres_engine(url, writes=True)
    reader, writer = _sqlite_engine(url), _sqlite_engine(url)
    sa.event.listen(writer, "begin", _begin_immediate)
    return reader, writer


def _begin_immediate(connection: Connection) -> None:
    _set_busy_timeout(connection)
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_busy_timeout(connection: Connection) -> None:
    """Let SQLite wait for other processes' locks no longer than the current request may still wait."""
    raw: Any = connection.connection.driver_connection
    raw.execute(f"PRAGMA busy_timeout={int(left_seconds() * 1000)}")


def _threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="database")


def _with_driver(url: str) -> str:
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


def _postgres_engine(url: str, *, writes: bool) -> Engine:
    # a crash of the database server may lose the latest counts, but no orders or reports
    options = _PG_OPTIONS if writes else f"{_PG_OPTIONS} -c synchronous_commit=off"
    return sa.create_engine(
        url,
        pool_size=_POOL // 2,
        max_overflow=_POOL // 2,
        pool_pre_ping=writes,
        pool_timeout=10,
        hide_parameters=True,
        isolation_level="READ COMMITTED" if writes else "AUTOCOMMIT",
        connect_args={"options": options, "connect_timeout": 5},
    )


def _sqlite_engine(url: str, *, busy_ms: int = int(ALONE_SECONDS * 1000)) -> Engine:
    engine = sa.create_engine(
        url,
        poolclass=sa.QueuePool,
        pool_size=_POOL,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": busy_ms / 1000},
    )

    def configure(raw: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        raw.isolation_level = None  # the driver begins no transaction by itself
        for pragma in (f"busy_timeout={busy_ms}", *_PRAGMAS):
            raw.execute(f"PRAGMA {pragma}")

    sa.event.listen(engine, "connect", configure)
    return engine


# NORMAL: a killed process loses nothing; a power cut may lose the latest writes, which PostgreSQL would keep.
# The log is checkpointed and synced every 16 MiB instead of every 4, so creates wait less for the disk
_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "wal_autocheckpoint=4096",
    "foreign_keys=ON",
)
