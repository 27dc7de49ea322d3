"""Options that several of the service's commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.settings import ServiceSettings

if TYPE_CHECKING:
    from collections.abc import Callable


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
