"""Upgrades a database to the newest schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from api.db.database import Database


def alembic_config(url: str) -> Config:
    """Alembic's configuration for this database; there is no ini file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    return config


def migrate(database: Database) -> None:
    """Apply all missing migrations; for a new SQLite file its folder is created too."""
    path = make_url(database.url).database
    if database.is_sqlite and path:
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        Path(path).touch(mode=0o600, exist_ok=True)  # its log files inherit the database's mode
    command.upgrade(alembic_config(database.url), "head")
