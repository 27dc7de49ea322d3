"""`clipwright styles`: draw the gallery of caption styles."""

from __future__ import annotations

from pathlib import Path

import click

from renderer.captions.showcase.gallery import write_gallery
from renderer.files import writing_to


@click.command()
@click.option("--out", type=Path, default=Path("docs/gallery"), show_default=True, help="Folder to write to.")
def styles(*, out: Path) -> None:
    """Draw every caption style: one sheet, a sheet per language, a short loop each, and a page of all."""
    with writing_to(out):
        paths = write_gallery(out)
    for path in paths:
        click.echo(str(path))
