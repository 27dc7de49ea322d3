from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from api.db.database import Database
from api.db.migrate import alembic_config, migrate
from api.db.tables import accounts, from_micros, jobs, metadata, to_micros
from renderer.contract.orders.base import CaptionSettings, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionStyle
from tests.api.harness import MP4, START, Service, make_service, make_settings


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


def test_rows_of_the_first_schema_are_kept(tmp_path: Path, database_url: str) -> None:
    made = make_service(make_settings(tmp_path, database_url))
    video_id, database = made.account().new_video(), made.services.database
    config = alembic_config(database.url)
    database.close()
    command.downgrade(config, "0001")
    with database.write() as connection:
        found = connection.execute(sa.text("SELECT * FROM jobs")).mappings().one()
        assert not {"stored", "advanced"} & set(found)
        # what a process of the older code still writes after the migration
        older = ", ".join(str(name) for name in found)
        connection.execute(sa.text("CREATE TABLE older AS SELECT * FROM jobs"))
    database.close()
    command.upgrade(config, "0002")
    with database.write() as connection:
        row = connection.execute(sa.text("SELECT * FROM jobs")).one()
        assert (row.status, row.stored, bool(row.advanced)) == ("queued", 0, False)
        other = "'00000000000000000000000000000001'"
        connection.execute(sa.text(f"UPDATE older SET id = {other}"))  # noqa: S608 - no input
        connection.execute(sa.text(f"INSERT INTO jobs ({older}) SELECT {older} FROM older"))  # noqa: S608 - same
        connection.execute(sa.text("DROP TABLE older"))
        rows = connection.execute(sa.text("SELECT * FROM jobs")).all()
        assert [(each.stored, bool(each.advanced)) for each in rows] == [(0, False)] * 2
    database.close()
    migrate(database)
    made.claim(video_id)
    assert made.event(video_id, 1, kind="heartbeat", sequence=2, stored=3).json()["accepted"]
    with database.read() as connection:
        done = connection.execute(jobs.select().where(jobs.c.stored == 3)).one()
    assert (str(done.id), done.advanced) == (video_id, True)


def test_orders_and_results_survive_the_way_down_and_up(tmp_path: Path, database_url: str) -> None:
    """Two jobs of the second schema become documents and columns again, with text in any script."""
    made = make_service(make_settings(tmp_path, database_url))
    account = made.account()
    done = account.create({"topic": '猫 \\u0041 "quoted" 𝄞', "language": "ja"}).json()["id"]
    waiting = account.create({"topic": "Bees", "captions": {"style": "ice"}}).json()["id"]
    made.finish(done)
    before = {video_id: account.video(video_id) for video_id in (done, waiting)}
    database = made.services.database
    config = alembic_config(database.url)
    database.close()
    command.downgrade(config, "0002")
    with database.read() as connection:
        columns = {row.topic: row for row in connection.execute(sa.text("SELECT * FROM jobs"))}
    old = columns['猫 \\u0041 "quoted" 𝄞']
    assert not {"order", "inputs", "results"} & set(old._mapping)
    assert (old.object_key, old.object_size) == (f"videos/{done}/1/video.mp4", len(MP4))
    assert (old.object_sha256, old.duration_seconds) == (hashlib.sha256(MP4).hexdigest(), 31.5)
    assert columns["Bees"].object_key is None
    database.close()
    migrate(database)
    assert {video_id: account.video(video_id) for video_id in (done, waiting)} == before
    assert account.get(f"/videos/{done}/download").content == MP4
    made.services.dispatcher.run_once()
    (message,) = [each for each in made.job_queue.messages if str(each.job_id) == waiting]
    assert message.order == ShortOrder(
        topic="Bees",
        settings=VideoSettings(captions=CaptionSettings(style=CaptionStyle.ICE)),
        frame=made.services.settings.frame,
    )
    database.close()


def test_jobs_that_the_older_schema_cannot_hold_keep_it_from_coming_back(
    tmp_path: Path, database_url: str
) -> None:
    made = make_service(make_settings(tmp_path, database_url))
    made.account().new_video()
    database = made.services.database
    with database.write() as connection:
        connection.execute(jobs.update().values(workflow="remix"))
    database.close()
    with pytest.raises(RuntimeError, match="1 jobs"):
        command.downgrade(alembic_config(database.url), "0002")
    with database.read() as connection:
        assert connection.execute(sa.select(jobs.c.order)).scalar_one()["workflow"] == "short"
    database.close()


def test_rows_from_before_films_are_kept_and_so_are_keys(tmp_path: Path, database_url: str) -> None:
    made = make_service(make_settings(tmp_path, database_url))
    account, key = made.account(), "a-key-of-before-films"
    first = account.create({"topic": "Bees"}, key=key)
    film = account.order_film(key=key)
    database = made.services.database
    config = alembic_config(database.url)
    database.close()
    command.downgrade(config, "0003")
    with database.read() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM idempotency")).scalar_one() == 1
        assert "facts" not in connection.execute(sa.text("SELECT * FROM jobs")).mappings().all()[0]
    database.close()
    migrate(database)
    again = account.create({"topic": "Bees"}, key=key)
    assert (again.content, again.headers["idempotent-replayed"]) == (first.content, "true")
    assert account.film(film.json()["id"])["script"] == film.json()["script"]
    account.cancel(film.json()["id"])
    assert "idempotent-replayed" not in account.order_film(key=key).headers
