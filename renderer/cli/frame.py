"""`clipwright frame`: one finished frame as PNG, without rendering the video."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from pipelines.registry import PIPELINES
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.options import build_order, order_options, settings_for
from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.core.captions import CaptionTrack
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.errors import ClipwrightError
from renderer.media.image import save_png
from renderer.rendering.frames import open_frames
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities, chosen_engines


@click.command()
@order_options
@click.option("--at", type=float, default=1.0, show_default=True, help="Moment in seconds.")
@click.option("--out", type=Path, default=Path("frame.png"), show_default=True)
def frame(*, at: float, out: Path, workspace: Path | None, writer: str, offline: bool, **given: Any) -> None:
    """Draw one finished frame as PNG, without rendering the video."""
    if not 0 <= at < math.inf:
        raise ClipwrightError("invalid_option", field="--at", reason="give a number of seconds from 0 up.")
    order = build_order(**given)
    FolderPublisher(out).check()
    settings = settings_for(workspace)
    place = open_workspace(settings.workspace)
    engines = chosen_engines(writer=writer, offline=offline)
    capabilities = build_capabilities(order, rim={}, settings=settings, engine_settings=engines)
    run = Run(order=order, capabilities=capabilities, workspace=place)
    stages = needed_for(PIPELINES[order.pipeline].load().stages, Storyboard, CaptionTrack)
    documents = run_pipeline(stages, run).documents
    storyboard = documents[Storyboard]
    frames = open_frames(
        storyboard,
        documents[CaptionTrack],
        pack=load_pack(storyboard.pack),
        frame=order.frame,
        store=ArtifactStore(place),
    )
    number = first_frame(Fraction(at).limit_denominator(1000), order.frame.fps)
    if number >= frames.frame_count:
        limit = frames.frame_count / order.frame.fps
        raise ClipwrightError(
            "invalid_option", field="--at", reason=f"the video runs from 0 to {limit:.2f} s."
        )
    planes = allocate(order.frame.width, order.frame.height)
    frames.draw(number, planes)
    save_png(planes_to_rgb(planes), out)
    click.echo(str(out))
