"""`clipwright clean`: remove cached intermediate results."""

from __future__ import annotations

import math
from pathlib import Path

import click

from renderer.cli.options import settings_for
from renderer.errors import ClipwrightError
from renderer.runtime.workspace import open_workspace, prune


@click.command()
@click.option("--workspace", type=Path, default=None, help="Folder of intermediate results.")
@click.option("--keep-gb", type=float, default=0.0, show_default=True, help="Keep the newest this many GB.")
def clean(*, workspace: Path | None, keep_gb: float) -> None:
    """Remove cached intermediate results, oldest first."""
    if not 0 <= keep_gb < math.inf:
        raise ClipwrightError("invalid_option", field="--keep-gb", reason="give a number of GB from 0 up.")
    freed = prune(open_workspace(settings_for(workspace).workspace), keep_bytes=int(keep_gb * 1e9))
    click.echo(f"freed {freed / 1e6:.1f} MB")
