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
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.observers import watching
from renderer.cli.options import build_order, order_options, settings_for
from renderer.contract.orders.base import FrameSpec, NarratedOrder
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.runner import Run, run_pipeline
from renderer.runtime.workspace import open_workspace, prune
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities, chosen_engines

MAX_NAME: Final = 60
DRAFT_SPEAKER: Final = "embedded"
DRAFT_SIDE: Final = 640
"""Pixels of a draft's longer side."""
DRAFT_FPS: Final = 15


@click.command()
@order_options
@click.option("--out", type=Path, default=None, help="The MP4's path [default: out/<topic>.mp4].")
@click.option(
    "--writer",
    default="",
    help="chat, encyclopaedia, wikipedia, lexicon or template [default: what is there].",
)
@click.option("--offline", is_flag=True, help="Look nothing up on the network.")
@click.option("--draft", is_flag=True, help="An instant try: espeak speaks, the picture is small.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON lines on standard output.")
def render(
    *,
    out: Path | None,
    as_json: bool,
    workspace: Path | None,
    writer: str,
    offline: bool,
    draft: bool,
    **given: Any,
) -> None:
    """Make a video from a topic or a script.

    Run the same command again after any interruption: it goes on where it stopped.
    """
    order = build_order(**given)
    order = drafted(order) if draft else order
    text = order.topic or order.script.strip().splitlines()[0]
    make_video(
        order,
        out=out or Path("out") / f"{file_stem(text)}.mp4",
        as_json=as_json,
        workspace=workspace,
        engines=chosen_engines(writer=writer, offline=offline, speakers=DRAFT_SPEAKER if draft else ""),
    )


def make_video(
    order: NarratedOrder, *, out: Path, as_json: bool, workspace: Path | None, engines: EngineSettings
) -> None:
    """Run the order's pipeline into `out`, with progress on the way, and say where the video is."""
    publisher = FolderPublisher(out.with_suffix(".mp4"))
    publisher.check()
    settings = settings_for(workspace)
    place = open_workspace(settings.workspace)
    with watching(as_json=as_json) as observer:
        rim = {Publisher: lambda: publisher}
        capabilities = build_capabilities(order, rim=rim, settings=settings, engine_settings=engines)
        run = Run(order=order, capabilities=capabilities, workspace=place, observer=observer)
        outcome = run_pipeline(PIPELINES[order.pipeline].load().stages, run)
    prune(place, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    publication: Publication = outcome.documents[Publication]
    if as_json:
        finished = {"event": "finished", "video": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
    else:
        click.echo(publication.places[0])


def drafted(order: ShortOrder) -> ShortOrder:
    """The order with the same picture small and at half the frames: its longer side has 640 pixels."""
    frame = order.frame
    scale = min(1.0, DRAFT_SIDE / max(frame.width, frame.height))
    small = FrameSpec(
        width=max(144, 2 * round(frame.width * scale / 2)),
        height=max(144, 2 * round(frame.height * scale / 2)),
        fps=min(frame.fps, DRAFT_FPS),
    )
    return order.model_copy(update={"frame": small})


def file_stem(text: str) -> str:
    """A file name from a topic or title in any script: letters, marks and digits, joined by hyphens."""
    kept = "".join(
        char if unicodedata.category(char)[0] in "LMN" else " "
        for char in unicodedata.normalize("NFC", text).lower()
    )
    return re.sub(r"\s+", "-", kept.strip())[:MAX_NAME].strip("-") or "video"
