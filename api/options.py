"""Options that several of the service's commands share, and what they open with them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from sqlalchemy import make_url

from api.db.database import Database
from api.db.migrate import migrate
from api.settings import ServiceSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NO_DATABASE: Final = "There is no database yet; start the service or set its address."


def data_dir_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--data-dir`, which the command receives as `data_dir`."""
    return click.option(
        "--data-dir",
        type=click.Path(path_type=Path),
        default=None,
        help="Folder of the embedded mode [CLIPWRIGHT_DATA_DIR, or ./clipwright-data].",
    )(command)


def settings_with(base: ServiceSettings, *, data_dir: Path | None, **changes: Any) -> ServiceSettings:
    """The explicitly given settings of `base` with these changes; derived settings are computed again."""
    given = {name: getattr(base, name) for name in base.model_fields_set} | changes
    return ServiceSettings(**given | ({"data_dir": data_dir} if data_dir else {}))


@contextmanager
def existing_database(data_dir: Path | None) -> Iterator[Database]:
    """The service's database, brought up to date; a command for operators never makes a new one.

    Raises:
        click.ClickException: there is none yet.
    """
    database = Database(settings_with(ServiceSettings(), data_dir=data_dir).database_url)
    try:
        if database.is_sqlite and not Path(str(make_url(database.url).database)).exists():
            raise click.ClickException(_NO_DATABASE)
        migrate(database)
        yield database
    finally:
        database.close()
