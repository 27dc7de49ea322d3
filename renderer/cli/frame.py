"""`clipwright frame`: one finished frame as PNG, without rendering the video."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from pipelines.frames import open_frames
from pipelines.registry import PIPELINES
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.options import build_order, order_options
from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.core.captions import CaptionTrack
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.errors import ClipwrightError
from renderer.media.image import save_png
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.settings import WorkerSettings
from renderer.worker.wiring import build_ports


@click.command()
@order_options
@click.option("--at", type=float, default=1.0, show_default=True, help="Moment in seconds.")
@click.option("--out", type=Path, default=Path("frame.png"), show_default=True)
def frame(*, at: float, out: Path, workspace: Path | None, **given: Any) -> None:
    """Draw one finished frame as PNG, without rendering the video."""
    order = build_order(**given)
    publisher = FolderPublisher(out)
    publisher.check()
    settings = WorkerSettings()
    place = open_workspace(workspace or settings.workspace)
    run = Run(order=order, ports=build_ports(order, publisher=publisher, settings=settings), workspace=place)
    documents = run_pipeline(needed_for(PIPELINES[order.workflow], Storyboard, CaptionTrack), run).documents
    frames = open_frames(
        documents[Storyboard], documents[CaptionTrack], frame=order.frame, store=ArtifactStore(place)
    )
    number = first_frame(Fraction(at).limit_denominator(1000), order.frame.fps)
    if not 0 <= number < frames.frame_count:
        limit = frames.frame_count / order.frame.fps
        raise ClipwrightError(
            "invalid_option", field="--at", reason=f"the video runs from 0 to {limit:.2f} s."
        )
    planes = allocate(order.frame.width, order.frame.height)
    frames.draw(number, planes)
    save_png(planes_to_rgb(planes), out)
    click.echo(str(out))
