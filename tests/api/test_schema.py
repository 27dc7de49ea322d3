from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from api.database import Database
from api.migrate import alembic_config, migrate
from api.tables import accounts, from_micros, metadata, to_micros
from tests.api.harness import START, Service


def test_the_migrations_make_the_tables_of_the_code(service: Service) -> None:
    with service.services.database.write() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrations_go_down_and_up_again_and_up_is_idempotent(database_url: str) -> None:
    database = Database(database_url)
    command.downgrade(alembic_config(database.url), "base")
    migrate(database)
    migrate(database)
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(accounts)).scalar_one() == 0
    database.close()


def test_a_new_sqlite_file_gets_its_folder(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new/place/x.db")
    migrate(database)
    database.close()
    assert (tmp_path / "new/place/x.db").exists()


def test_instants_are_kept_to_the_microsecond() -> None:
    assert from_micros(to_micros(START)) == START


def test_a_failed_transaction_leaves_nothing(service: Service) -> None:
    insert = sa.text("INSERT INTO chores (name, held_until) VALUES ('x', 1)")

    def twice() -> None:
        with service.services.database.write() as connection:
            connection.execute(insert)
            connection.execute(insert)

    with pytest.raises(IntegrityError):
        twice()
    with service.services.database.read() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM chores WHERE name = 'x'")).scalar_one() == 0
