"""Makes a video from an order, for `clipwright render` and `clipwright film`."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from pipelines.documents import Publication
from renderer.backends.knowledge.base import Answers, NoAnswers
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.observers import watching
from renderer.cli.options import settings_for
from renderer.contract.orders.base import NarratedOrder
from renderer.errors import ClipwrightError
from renderer.kernels.library import kernels_in_use
from renderer.runtime.allocator import loading
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_opened
from renderer.runtime.pipeline import OpeningEntry
from renderer.runtime.progress import RunStarted
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.workspace import open_workspace, prune
from renderer.visuals.style_packs import StylePacks
from renderer.worker.job.forked_stages import ForkedStages
from renderer.worker.settings import WorkerSettings

if TYPE_CHECKING:
    from renderer.worker.segments.children import ChildProcess

MAX_NAME: Final = 60

OpenEngines: TypeAlias = Callable[[NarratedOrder, Factories, WorkerSettings], CapabilitySet]
"""Assembles the engines of an order, including the ports at the run's edge; imports what it needs."""


def _nothing_asked() -> AbstractContextManager[Answers]:
    return nullcontext(NoAnswers())


def make_video(
    order: NarratedOrder,
    *,
    entry: OpeningEntry[Any],
    out: Path,
    as_json: bool,
    workspace: Path | None,
    open_engines: OpenEngines,
    ask: Callable[[], AbstractContextManager[Answers]] = _nothing_asked,
) -> None:
    """Run the order's pipeline, report progress, write the video to `out` and print where it is.

    The first line of progress appears before engines and stages are loaded; meanwhile the look-up started by
    `ask` is answered.
    """
    publisher = FolderPublisher(out.with_suffix(".mp4"))
    publisher.check()
    settings = settings_for(workspace)
    place = open_workspace(settings.workspace)
    with watching(as_json=as_json) as observer, ask() as answers:
        observer.see(RunStarted(entry.outline))
        with loading():
            rim: Factories = {Publisher: lambda: publisher, Answers: lambda: answers}
            engines = open_engines(order, rim, settings)
        apart = ForkedStages(meanwhile=partial(_get_ready, entry, order, engines))
        run = Run(order=order, capabilities=engines, workspace=place, observer=observer, apart=apart)
        outcome = run_opened(entry, run)
    prune(place, keep_bytes=int(settings.workspace_limit_gb * 1e9))
    publication: Publication = outcome.documents[Publication]
    if as_json:
        finished = {"event": "finished", "video": publication.places[0], "files": publication.places}
        click.echo(json.dumps(finished, ensure_ascii=False))
    else:
        click.echo(publication.places[0])


def _get_ready(entry: OpeningEntry[Any], order: NarratedOrder, engines: CapabilitySet) -> None:
    """Load what directing and rendering need, while another process does the writing and speaking.

    Failures are ignored: they occur again where the thing is used.
    """
    with suppress(ClipwrightError), loading():
        entry.load()
        engines.engine(StylePacks)
        engines.engine(SegmentProcesses)
        entry.read_ahead(order, engines)
        kernels_in_use()


def forked_segments(style_packs: StylePacks, workspace: Path) -> ChildProcess | None:
    """Fork a child that renders segments; the import is deferred because it loads all of rendering."""
    from renderer.worker.segments.forked import forked_child  # noqa: PLC0415 - see above

    return forked_child(style_packs, workspace)


def file_stem(text: str) -> str:
    """A file name from a topic or title in any script: letters, marks and digits, joined by hyphens."""
    kept = "".join(
        char if unicodedata.category(char)[0] in "LMN" else " "
        for char in unicodedata.normalize("NFC", text).lower()
    )
    return re.sub(r"\s+", "-", kept.strip())[:MAX_NAME].strip("-") or "video"
