"""`clipwright gallery`: a sheet of every painter in every pack, and a spectrogram sheet of the music."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click
from PIL import Image

from renderer.audio.gallery import music_sheet
from renderer.files import writing_to
from renderer.visuals.gallery import gallery_sheet


@click.command()
@click.option("--out", type=Path, default=Path("docs/gallery"), show_default=True, help="Folder to write to.")
def gallery(*, out: Path) -> None:
    """Draw one still per painter and pack, and the music of each pack in three variations."""
    with writing_to(out):
        out.mkdir(parents=True, exist_ok=True)
        _save(Image.fromarray(gallery_sheet()), out / "pictures.webp")
        with tempfile.TemporaryDirectory() as folder:
            sheet = Path(folder) / "music.png"
            music_sheet(sheet)
            _save(Image.open(sheet), out / "music.webp")


def _save(picture: Image.Image, path: Path) -> None:
    picture.save(path, format="WEBP", quality=82, method=6)
    click.echo(str(path))
