"""`clipwright gallery`: a sheet of every painter in every pack, and a spectrogram sheet of the music."""

from __future__ import annotations

from pathlib import Path

import click
from PIL import Image

from renderer.audio.gallery import music_sheet
from renderer.runtime.workspace import writing_to
from renderer.visuals.gallery import gallery_sheet


@click.command()
@click.option("--out", type=Path, default=Path("docs/gallery"), show_default=True, help="Folder to write to.")
def gallery(*, out: Path) -> None:
    """Draw one still per painter and pack, and the music of each pack in three variations."""
    with writing_to(out):
        out.mkdir(parents=True, exist_ok=True)
        for name, picture in (("pictures.webp", gallery_sheet()), ("music.webp", music_sheet())):
            Image.fromarray(picture).save(out / name, format="WEBP", quality=82, method=6)
            click.echo(str(out / name))
