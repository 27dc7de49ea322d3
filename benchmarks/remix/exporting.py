"""One export in a process of its own, reported as JSON.

    python -m benchmarks.remix.exporting SOURCE OUT [options]

Options: `--aspect`, `--every N` (a caption of 1.8 s every N seconds, 0 for none), `--all` (encode everything,
even where parts of the source could be copied).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from benchmarks.support.tree_memory import TreePeak, watched
from pipelines.project.documents import EncodedExport
from pipelines.remix.export import EXPORT
from pipelines.stages.remix_export import render_export
from renderer.contract.orders.remix import Aspect, RemixCaptions, RemixExport, RemixSettings
from renderer.contract.remix.timed_text import CueList, TimedText
from renderer.contract.vocabulary import CaptionStyle
from renderer.media.sources.normalise import survey_video
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.progress import NullObserver, RunEvent, StageDone, StageStarted
from tests.support.remix.projects import analysis, run_remix

CUE_MS: Final = 1800
_LATE_MS: Final = (0, 700, 1400, 300, 1100)
"""Delays of captions that are far apart, so that they do not always begin at the same place in a GOP."""
_SAYING: Final = "Every morning the harbour wakes up."


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of wall time, and of processor time including that of ended child processes."""

    wall: float
    cpu: float

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall + other.wall, self.cpu + other.cpu)


def now() -> Spent:
    """Read both clocks."""
    used = os.times()
    cpu = used.user + used.system + used.children_user + used.children_system
    return Spent(time.perf_counter(), cpu)


def since(start: Spent) -> Spent:
    """The time that has passed since `start`."""
    there = now()
    return Spent(there.wall - start.wall, there.cpu - start.cpu)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """Cost of an export: of its `render` stage and as a `whole`; `pictures` says how its frames were made."""

    render: Spent
    whole: Spent
    pictures: str
    drawn: int
    frames: int
    memory: TreePeak


def exported(source: Path, into: Path, *options: str) -> Exported:
    """Run this module in a process of its own and watch that process tree's memory."""
    command = [sys.executable, "-m", "benchmarks.remix.exporting", str(source), str(into), *options]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        watched(process.pid) as peak,
    ):
        output, _ = process.communicate()
    if process.returncode:
        message = f"the export ended with status {process.returncode}"
        raise SystemExit(message)
    told: dict[str, Any] = json.loads(output.splitlines()[-1])
    return Exported(render=Spent(*told.pop("render")), whole=Spent(*told.pop("whole")), memory=peak, **told)


class StageWatch(NullObserver):
    """Measures the render stage of a run."""

    def __init__(self) -> None:
        self._started = Spent(0.0, 0.0)
        self.render = Spent(0.0, 0.0)

    def see(self, event: RunEvent) -> None:
        """Read the clocks when a stage begins, and again when the render stage ends."""
        if isinstance(event, StageStarted):
            self._started = now()
        elif isinstance(event, StageDone) and event.report.name == render_export.STAGE.name:
            self.render = since(self._started)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("source", type=Path)
    arguments.add_argument("into", type=Path)
    arguments.add_argument("--aspect", type=Aspect, default=Aspect.PORTRAIT)
    arguments.add_argument("--every", type=float, default=2.0)
    arguments.add_argument("--all", action="store_true")
    given = arguments.parse_args()
    settle_allocator()
    texts = _texts(given.source, given.every)  # not timed: a user's project has its captions before
    watch, started = StageWatch(), now()
    outcome = run_remix(
        RemixExport(settings=_settings(given.aspect)),
        given.into,
        given.source,
        texts=texts,
        observer=watch,
        stages=_stages(encode_all=given.all),
    )
    export: EncodedExport = outcome.documents[EncodedExport]
    whole = since(started)
    told = {
        "whole": [whole.wall, whole.cpu],
        "render": [watch.render.wall, watch.render.cpu],
        "pictures": export.pictures,
        "drawn": export.drawn,
        "frames": export.frames,
    }
    print(json.dumps(told))
    return 0


def _settings(aspect: Aspect) -> RemixSettings:
    return RemixSettings(aspect=aspect, captions=RemixCaptions(style=CaptionStyle.TIKTOK))


def _texts(source: Path, every: float) -> dict[str, Any]:
    facts = survey_video(source)
    end = round(float(facts.duration) * 1000)
    starts = range(500, end - 2 * CUE_MS, round(every * 1000)) if every else ()
    cues = tuple(
        TimedText(start_ms=start + late, end_ms=start + late + CUE_MS, text=_SAYING)
        for start, late in zip(starts, cycle(_LATE_MS if every > 2 * CUE_MS / 1000 else (0,)))
    )
    measured = analysis(end / 1000, facts.picture.shown_size)
    return {"analysis": measured, "cues": CueList(language="en", cues=cues)}


def _stages(*, encode_all: bool) -> list[Any]:
    """The pipeline; with `encode_all` no picture is copied."""

    def drawn(context: Any) -> EncodedExport:
        return render_export.encoded_export(context, why="the benchmark asks for it")

    stages = EXPORT.stages
    if not encode_all:
        return list(stages)
    return [
        replace(stage, run=drawn, version=0) if stage.name == render_export.STAGE.name else stage
        for stage in stages
    ]


if __name__ == "__main__":
    raise SystemExit(main())
