"""Making a video from an order, as `clipwright render` and `clipwright film` do."""

from __future__ import annotations

import json
import re
import unicodedata
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import click

from pipelines.documents import Publication
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.observers import watching
from renderer.cli.options import settings_for
from renderer.contract.orders.base import NarratedOrder
from renderer.errors import ClipwrightError
from renderer.runtime.allocator import loading
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.pipeline import Registry
from renderer.runtime.runner import Run, run_pipeline
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.workspace import open_workspace, prune
from renderer.visuals.style_packs import StylePacks
from renderer.worker.job.forked_stages import ForkedStages
from renderer.worker.job.worker_context import BuildCapabilities

MAX_NAME: Final = 60


def make_video(
    order: NarratedOrder,
    *,
    pipelines: Registry,
    out: Path,
    as_json: bool,
    workspace: Path | None,
    capabilities: BuildCapabilities,
) -> None:
    """Run the order's pipeline into `out`, with progress on the way, and say where the video is."""
    publisher = FolderPublisher(out.with_suffix(".mp4"))
    publisher.check()
    settings = settings_for(workspace)
    place = open_workspace(settings.workspace)
    with watching(as_json=as_json) as observer:
        rim = {Publisher: lambda: publisher}
        engines = capabilities(order, rim=rim, settings=settings)
        apart = ForkedStages(meanwhile=partial(_get_ready, engines))
        run = Run(order=order, capabilities=engines, workspace=place, observer=observer, apart=apart)
        with loading():
            stages = pipelines[order.pipeline].load().stages
        outcome = run_pipeline(stages, run)
    prune(place, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    publication: Publication = outcome.documents[Publication]
    if as_json:
        finished = {"event": "finished", "video": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
    else:
        click.echo(publication.places[0])


def _get_ready(engines: CapabilitySet) -> None:
    """Load what rendering needs while another process plans; what fails here fails again where it is used."""
    with suppress(ClipwrightError):
        engines.engine(StylePacks)
        engines.engine(SegmentProcesses)


def file_stem(text: str) -> str:
    """A file name from a topic or title in any script: letters, marks and digits, joined by hyphens."""
    kept = "".join(
        char if unicodedata.category(char)[0] in "LMN" else " "
        for char in unicodedata.normalize("NFC", text).lower()
    )
    return re.sub(r"\s+", "-", kept.strip())[:MAX_NAME].strip("-") or "video"
