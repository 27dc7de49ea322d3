"""Runs the real film command and watches its wall time, processor time, memory, and when rendering began."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.support.tree_memory import watched
from pipelines.documents import RenderedVideo
from pipelines.long_form import LONG_FORM
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language
from renderer.core.render_plan import RenderPlan
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

VOICES: Final = {"fast": "embedded", "default": "auto"}
"""The values of `--voice`, with the speakers setting that the command gets for each."""


@dataclass(slots=True)
class CommandCost:
    """One run of the command: seconds of wall and processor time, to the first progress, by stage; peak MB.

    `spoken` and `rendered` are the seconds from the start until the last line was spoken and until rendering
    was finished; `began` is the start as a Unix timestamp.
    """

    wall: float = 0.0
    cpu: float = 0.0
    first_progress: float = 0.0
    peak_mb: float = 0.0
    began: float = 0.0
    spoken: float = 0.0
    rendered: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)


def film_made(
    text: str, folder: Path, *, size: str, language: str, voice: str
) -> tuple[CommandCost, RenderPlan]:
    """Run the command on this text; returns its cost and the plan that it left in the workspace."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "script.md"
    script.write_text(text, "utf-8")
    command = [
        sys.executable, "-c", "from renderer.cli.main import main; main()", "film", "--script", str(script),
        "--size", size, "--language", language, "--workspace", str(folder / "workspace"),
        "--out", str(folder / "film.mp4"), "--json",
    ]  # fmt: skip
    os.environ["CLIPWRIGHT_SPEAKERS"] = VOICES[voice]
    cost = _run(command)
    print(f"made in {cost.wall:.1f} s", flush=True)
    return cost, _plan(text, folder / "workspace", size=size, language=language)


def _run(command: list[str]) -> CommandCost:
    cost, began, before = CommandCost(began=time.time()), time.perf_counter(), os.times()
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        watched(process.pid) as peak,
    ):
        for line in process.stdout or ():
            event = json.loads(line)
            cost.first_progress = cost.first_progress or time.perf_counter() - began
            if event["event"] == "stage_finished":
                cost.stages[event["stage"]] = event["seconds"]
                if event["stage"] == "record_lines":
                    cost.spoken = time.perf_counter() - began
                if event["stage"] == "render_film":
                    cost.rendered = time.perf_counter() - began
        if process.wait():
            message = f"the command failed with status {process.returncode}"
            raise SystemExit(message)
    after = os.times()
    cost.wall, cost.peak_mb = time.perf_counter() - began, peak.shared_once
    cost.cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cost


def _plan(text: str, workspace: Path, *, size: str, language: str) -> RenderPlan:
    """Read the plan from the cache that the command has filled."""
    width, height = map(int, size.split("x"))
    order = LongFormOrder(
        script=text.strip(),
        settings=LongFormSettings(language=Language(language)),
        frame=FrameSpec(width=width, height=height),
    )
    capabilities = build_capabilities(order, rim={}, settings=WorkerSettings(workspace=workspace))
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(workspace))
    outcome = run_pipeline(needed_for(LONG_FORM.stages, RenderedVideo), run)
    if not all(report.cached for report in outcome.reports):
        message = "the command made another film than the one that is measured"
        raise SystemExit(message)
    rendered: RenderedVideo = outcome.documents[RenderedVideo]
    return rendered.plan


def first_segment(plan: RenderPlan, workspace: Path, cost: CommandCost) -> float:
    """Seconds from the start of the command until the first segment was finished."""
    keys, here = SegmentKeys(plan), workspace / "keys"
    return min((here / keys.key(frames)).stat().st_mtime for frames in segments_of(plan)) - cost.began
