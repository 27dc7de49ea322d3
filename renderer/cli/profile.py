"""`clipwright profile`: render with a trace, a flame graph and a table of stages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.cli.observers import watching
from renderer.cli.options import build_order, order_options, settings_for
from renderer.clock import SystemClock
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.profiling.flamegraph import draw
from renderer.runtime.profiling.sampler import Sampler
from renderer.runtime.progress import StageReport
from renderer.runtime.trace import RecordingTracer
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities, chosen_engines


@click.command()
@order_options
@click.option("--out", type=Path, default=Path("profile"), show_default=True, help="Folder for the results.")
def profile(*, out: Path, workspace: Path | None, writer: str, offline: bool, **given: Any) -> None:
    """Render with a trace (Perfetto), a flame graph (SVG) and a table of stages.

    Stages found in the cache are shown as such; use a fresh --workspace to measure everything.
    """
    order = build_order(**given)
    publisher = FolderPublisher(out / "video.mp4")
    publisher.check()
    settings = settings_for(workspace)
    place = open_workspace(settings.workspace)
    tracer = RecordingTracer(SystemClock())
    with Sampler() as sampler, watching(as_json=False) as observer:
        rim = {Publisher: lambda: publisher}
        engines = chosen_engines(writer=writer, offline=offline)
        capabilities = build_capabilities(order, rim=rim, settings=settings, engine_settings=engines)
        run = Run(order=order, capabilities=capabilities, workspace=place, observer=observer, tracer=tracer)
        outcome = run_pipeline(PIPELINES[order.pipeline].load().stages, run)
    tracer.write(out / "trace.json")
    (out / "flame.svg").write_text(draw(sampler.stacks, title=f"clipwright {order.workflow}"), "utf-8")
    table = stage_table(outcome.reports)
    (out / "stages.txt").write_text(table + "\n", "utf-8")
    click.echo(table)
    click.echo(f"trace (open in Perfetto): {out / 'trace.json'}\nflame graph: {out / 'flame.svg'}")


def stage_table(reports: Sequence[StageReport]) -> str:
    """A table of seconds, share of the wall time, cache hits and peak memory, one row per stage."""
    total = sum(report.seconds for report in reports) or 1.0
    rows = [f"{'stage':18} {'seconds':>8} {'share':>7} {'cached':>7} {'peak MB':>8}"]
    rows += [
        f"{report.name:18} {report.seconds:8.3f} {100 * report.seconds / total:6.1f}% "
        f"{'yes' if report.cached else 'no':>7} {report.peak_memory_mb:8.0f}"
        for report in reports
    ]
    hits = sum(report.cached for report in reports)
    rows.append(f"{'total':18} {total:8.3f} {'100.0%':>7} {hits:>4}/{len(reports)}")
    return "\n".join(rows)
