"""`clipwright render`: a topic or a script in, a finished video and its sidecars out."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any, Final

import click

from pipelines.documents import Publication
from pipelines.registry import PIPELINES
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.observers import watching
from renderer.cli.options import build_order, order_options
from renderer.contract.order import ShortOrder
from renderer.runtime.runner import Run, run_pipeline
from renderer.runtime.workspace import open_workspace, prune
from renderer.worker.settings import WorkerSettings
from renderer.worker.wiring import build_ports

MAX_NAME: Final = 60


@click.command()
@order_options
@click.option("--out", type=Path, default=None, help="The MP4's path [default: out/<topic>.mp4].")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON lines on standard output.")
def render(*, out: Path | None, as_json: bool, workspace: Path | None, **given: Any) -> None:
    """Make a video from a topic or a script.

    Run the same command again after any interruption: it goes on where it stopped.
    """
    order = build_order(**given)
    target = out or Path("out") / f"{file_stem(order)}.mp4"
    publisher = FolderPublisher(target.with_suffix(".mp4"))
    publisher.check()
    settings = WorkerSettings()
    place = open_workspace(workspace or settings.workspace)
    with watching(as_json=as_json) as observer:
        ports = build_ports(order, publisher=publisher, settings=settings)
        run = Run(order=order, ports=ports, workspace=place, observer=observer)
        outcome = run_pipeline(PIPELINES[order.workflow], run)
    prune(place, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    publication: Publication = outcome.documents[Publication]
    if as_json:
        finished = {"event": "finished", "video": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
    else:
        click.echo(publication.places[0])


def file_stem(order: ShortOrder) -> str:
    """A file name from the topic in any script: letters, marks and digits, joined by hyphens."""
    text = order.topic or order.script.strip().splitlines()[0]
    kept = "".join(
        char if unicodedata.category(char)[0] in "LMN" else " "
        for char in unicodedata.normalize("NFC", text).lower()
    )
    return re.sub(r"\s+", "-", kept.strip())[:MAX_NAME].strip("-") or "video"
