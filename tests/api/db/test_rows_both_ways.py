"""Migrations with rows in every table: downgraded and upgraded again, the rows are the same, on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory

from api.db.database import Database
from api.db.migrate import alembic_config, migrate
from api.db.tables import jobs, metadata
from tests.api.harness import START, Service, make_service, make_settings
from tests.api.rows import a_job, an_account, kept, ready

FILE = {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}
VIDEO = {"kind": "video", "file": FILE, "sidecars": {}, "duration_seconds": 31.5, "width": 0, "height": 0}
REVISIONS = ["0004", "0003", "0002", "0001", "base"]


@pytest.fixture
def service(tmp_path: Path, sqlite_url: str) -> Iterator[Service]:
    made = make_service(make_settings(tmp_path, sqlite_url))
    yield made
    made.services.database.close()


def rows(database: Database, *tables: str) -> dict[str, list[dict[str, Any]]]:
    with database.read() as connection:
        return {
            name: [dict(row) for row in connection.execute(sa.select(metadata.tables[name])).mappings()]
            for name in tables or metadata.tables
        }


def down(database: Database, revision: str) -> None:
    database.close()
    command.downgrade(alembic_config(database.url), revision)


def up(database: Database) -> None:
    database.close()
    migrate(database)


def columns(database: Database, table: str) -> set[str]:
    with database.read() as connection:
        return {each["name"] for each in sa.inspect(connection).get_columns(table)}


def a_busy_service(service: Service) -> Database:
    """A database with accounts, keys, jobs, messages, answers, windows and turns, but without a project."""
    account = service.account()
    for number in range(3):
        account.create({"topic": f'川 "{number}" \\ 𝄞'}, key=f"key-of-sixteen-or-more-{number}")
    caller = an_account(service)
    done = a_job(caller, status="completed", results={"video": VIDEO}, settled_at=START, stored=4)
    failed = {"status": "failed", "failure_code": "internal", "failure_sentence": "It failed."}
    kept(service, done, a_job(caller, advanced=True, **failed))
    with service.services.database.write() as connection:
        connection.execute(sa.text("INSERT INTO chores (name, held_until) VALUES ('sweep', 1)"))
    return service.services.database


def test_there_is_one_line_of_migrations() -> None:
    script = ScriptDirectory.from_config(alembic_config("sqlite://"))
    assert [each.revision for each in script.walk_revisions()] == ["0005", *REVISIONS[:-1]]


@pytest.mark.parametrize("revision", REVISIONS[:2])
def test_every_row_of_the_newest_tables_survives_the_way_down_and_up(service: Service, revision: str) -> None:
    database = a_busy_service(service)
    before = rows(database)
    assert all(
        before[name] for name in ("jobs", "api_keys", "idempotency", "outbox", "rate_windows", "chores")
    )
    down(database, revision)
    up(database)
    assert rows(database) == before


def test_the_second_schema_keeps_what_its_columns_hold(service: Service) -> None:
    database = a_busy_service(service)
    before = rows(database)
    down(database, "0002")
    assert {"topic", "settings", "object_key"} <= columns(database, "jobs")
    up(database)
    after = rows(database)
    kept_tables = ("accounts", "api_keys", "idempotency", "outbox", "rate_windows", "chores")
    assert {name: after[name] for name in kept_tables} == {name: before[name] for name in kept_tables}
    narrow = {"workflow", "topic", "settings"}
    for old, new in zip(before["jobs"], after["jobs"], strict=True):
        assert new | {"order": None} == old | {"order": None}
        assert new["order"] == {name: old["order"][name] for name in narrow}


def test_rows_are_rewritten_batch_by_batch_and_none_is_left_out(service: Service) -> None:
    script = ScriptDirectory.from_config(alembic_config("sqlite://"))
    caller, database = an_account(service), service.services.database
    orders = [{"workflow": "short", "topic": f"t{each}", "settings": {"n": each}} for each in range(1003)]
    made = [a_job(caller, id=uuid4(), order=order) for order in orders]
    kept(service, *made)
    assert len(made) > 2 * script.get_revision("0003").module.BATCH
    down(database, "0002")
    with database.read() as connection:
        topics = set(connection.execute(sa.text("SELECT topic FROM jobs")).scalars())
    assert topics == {f"t{each}" for each in range(1003)}
    up(database)
    assert {row["id"]: row["order"] for row in rows(database, "jobs")["jobs"]} == {
        each.id: each.order for each in made
    }


def test_projects_keep_the_older_schema_from_coming_back_and_stay_whole(service: Service) -> None:
    project = ready(service, an_account(service))
    database = service.services.database
    before = rows(database)
    database.close()
    with pytest.raises(RuntimeError, match="1 jobs belong to Remix projects"):
        command.downgrade(alembic_config(database.url), "0004")
    assert rows(database) == before
    assert before["remix_projects"][0]["id"] == project.id


def test_keys_of_later_operations_are_forgotten_on_the_way_down_and_the_first_ones_kept(
    service: Service,
) -> None:
    account = service.account()
    account.create({"topic": "Bees"}, key="one-key-of-both-operations")
    account.order_film(key="one-key-of-both-operations")
    database = service.services.database
    assert len(rows(database, "idempotency")["idempotency"]) == 2
    down(database, "0003")
    up(database)
    (left,) = rows(database, "idempotency")["idempotency"]
    assert (left["operation"], left["key"]) == ("create_video", "one-key-of-both-operations")


def test_a_process_of_older_code_may_add_jobs_while_it_is_replaced(service: Service) -> None:
    """The newest columns have defaults for a row that sets none of them."""
    database, caller = service.services.database, an_account(service)
    kept(service, a_job(caller))
    newer = {"role", "project_id", "facts", "stored", "advanced"}
    older = ", ".join(f'"{column.name}"' for column in jobs.columns if column.name not in newer)
    with database.write() as connection:
        connection.execute(sa.text("CREATE TEMPORARY TABLE copied AS SELECT * FROM jobs"))
        connection.execute(sa.text("UPDATE copied SET id = :id"), {"id": uuid4().hex})
        connection.execute(sa.text(f"INSERT INTO jobs ({older}) SELECT {older} FROM copied"))  # noqa: S608 - no input
    first, second = rows(database, "jobs")["jobs"]
    assert {name: second[name] for name in newer} == {name: first[name] for name in newer}
    assert (second["role"], second["facts"], second["stored"], second["advanced"]) == ("job", {}, 0, False)


def test_down_to_nothing_leaves_no_table_and_up_again_all_of_them(service: Service) -> None:
    database = a_busy_service(service)
    down(database, "base")
    with database.read() as connection:
        assert set(sa.inspect(connection).get_table_names()) <= {"alembic_version"}
    up(database)
    assert not any(rows(database).values())
