"""`clipwright models`: what lies in the models folder, adding to it, and proving that it works."""

from __future__ import annotations

from pathlib import Path

import click

from renderer.errors import ClipwrightError

_FOLDER = click.option(
    "--models",
    "folder",
    type=Path,
    default=None,
    help="Models folder [default: CLIPWRIGHT_MODELS or models].",
)


@click.group()
def models() -> None:
    """List, add and check voices and Whisper models in the models folder."""


@models.command("list")
@_FOLDER
def list_models(folder: Path | None) -> None:
    """Show every model and which voices and languages it serves."""
    from renderer.worker.model_folder import models_in  # noqa: PLC0415  engines are loaded only when used

    found = models_in(_folder(folder))
    for model in found:
        serves = ", ".join(model.serves) or "no voice id (see assets/voices/neural)"
        click.echo(f"{model.engine:8} {model.name:28} {model.size / 1e6:8.1f} MB  {serves}")
    if not found:
        click.echo(
            "No models. docs/ENGINES.md says where voices come from; `clipwright models add` puts them in."
        )


@models.command("add")
@click.argument("engine")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@_FOLDER
def add(engine: str, source: Path, folder: Path | None) -> None:
    """Copy a model into the folder once it has proved that it works.

    ENGINE is piper, kokoro or whisper. SOURCE is a Piper NAME.onnx (with NAME.onnx.json beside it) or a
    folder that holds a Kokoro or Whisper model.
    """
    from renderer.worker.model_folder import add_model  # noqa: PLC0415  same

    model = add_model(engine, source, _folder(folder))
    click.echo(f"added {model.engine}/{model.name}, {model.size / 1e6:.1f} MB")


@models.command("check")
@_FOLDER
def check(folder: Path | None) -> None:
    """Load and use every model; exit code 1 when one cannot be used."""
    from renderer.worker.model_folder import check_model, models_in  # noqa: PLC0415  same

    place, broken = _folder(folder), False
    for model in models_in(place):
        try:
            click.echo(f"ok   {model.engine}/{model.name}: {check_model(model, place)}")
        except ClipwrightError as error:
            click.echo(f"FAIL {error.sentence}")
            broken = True
    if broken:
        raise click.exceptions.Exit(1)


def _folder(given: Path | None) -> Path:
    from renderer.worker.engine_settings import EngineSettings  # noqa: PLC0415  same

    return given or EngineSettings().models
