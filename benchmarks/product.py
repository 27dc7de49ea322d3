"""Rendering of whole real videos against the cost of encoding their frames alone.

Run it on an idle machine: `python -m benchmarks.product [--pack documentary] [--seconds 0] [--runs 3]`. The
floor is the CPU time of encoding the same frames, already composed in memory, while every core encodes,
divided by the number of cores: `today` with the settings that the product has for drawn pictures, `fixed`
with those of decision 0030, whatever the product has (docs/decisions/0067). `ours` is the wall time of the
product with its segments in parallel, started from a process that has everything loaded and forks the others,
drawing of artwork included. All are measured in turns. `of CPU` is the ratio of CPU times to the fixed floor,
which other load disturbs less. A pack with a ratio above `--most` (1.25) to the fixed floor is marked MISSED,
and the exit status is 1.

`border` is the difference in luma PSNR, in decibels, between the first three frames of a segment and those
that follow in the same picture: the mean over all borders; `worst` is the greatest fall. `--seconds` renders
only the beginning. All packs take some 13 minutes on two idle cores, with `--seconds 20 --runs 1` some three.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypedDict

import numpy as np

from benchmarks.support.rendering.all_cores import on_all_cores
from benchmarks.support.rendering.borders import border_steps
from benchmarks.support.rendering.floor import FIXED, Cost, encode_alone
from benchmarks.support.rendering.real_plan import FRAME, render_plan_of
from benchmarks.support.rendering.side_by_side import cost_side_by_side, forget_segments
from pipelines.short import SHORT
from renderer.audio.signal.wav import write_wav
from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.contract.orders.base import VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import AUDIO_RATE
from renderer.media.encoding.encode import VideoShape, encode_video
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.rendering.frames import open_frames, open_plan
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.processors import usable_cores
from renderer.worker.settings import WorkerSettings


class Row(TypedDict):
    """A line of the table."""

    pack: str
    today_ms: float
    fixed_ms: float
    ours_ms: float
    over_today: float
    ratio: float
    cpu_ratio: float
    mbit: float
    border_db: float
    worst_border_db: float


class Remembered(Drawer):
    """Serves frames composed before the clock starts."""

    def __init__(self, frames: list[Planes]) -> None:
        self._frames = frames

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame from memory into the target."""
        copy_into(target, self._frames[frame])


def main() -> bool:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", choices=list(StylePack), action="append")
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--seconds", type=float, default=0.0, help="0 is the whole video")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.25)
    parser.add_argument("--json", type=Path, default=Path("out/product.json"))
    options = parser.parse_args()
    settle_allocator()
    print(
        f"{'pack':18} {'today ms':>9} {'fixed ms':>9} {'ours ms':>8} {'/today':>7} {'/fixed':>7}"
        f" {'of CPU':>7} {'Mb/s':>6}"
        f" {'border':>7} {'worst':>6} dB"
    )
    rows = []
    for pack in options.pack or list(StylePack):
        rows.append(measure(StylePack(pack), topic=options.topic, seconds=options.seconds, runs=options.runs))
        print(_line(rows[-1], late=rows[-1]["ratio"] > options.most), flush=True)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=1), "utf-8")
    return any(row["ratio"] > options.most for row in rows)


def _line(row: Row, *, late: bool) -> str:
    return (
        f"{row['pack']:18} {row['today_ms']:9.2f} {row['fixed_ms']:9.2f} {row['ours_ms']:8.2f}"
        f" {row['over_today']:7.3f} {row['ratio']:7.3f}"
        f" {row['cpu_ratio']:7.3f} {row['mbit']:6.2f} {row['border_db']:7.2f} {row['worst_border_db']:6.2f}"
        f"{'  MISSED' * late}"
    )


def measure(pack: StylePack, *, topic: str, seconds: float, runs: int) -> Row:
    """Medians of both floors and of rendering, measured in turns, and figures of the rendered file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        storyboard, captions, store = plan(pack, topic, folder)
        whole = render_plan_of(storyboard, captions, store, seconds=seconds)
        count, into = whole.frame_count, folder / "ours.mp4"
        todays, fixeds, ours = [], [], []
        for _ in range(runs):
            todays.append(on_all_cores(partial(_encoded, whole, folder, whole.encoder.of_drawn)).cpu)
            fixeds.append(on_all_cores(partial(_encoded, whole, folder, FIXED)).cpu)
            ours.append(_ours(whole, store, into))
        wall = statistics.median(each.wall for each in ours)
        today, fixed = (statistics.median(each) / usable_cores() for each in (todays, fixeds))
        steps = border_steps(whole, store, into)
        return {
            "pack": pack.value,
            "today_ms": today / count * 1000,
            "fixed_ms": fixed / count * 1000,
            "ours_ms": wall / count * 1000,
            "over_today": wall / today,
            "ratio": wall / fixed,
            "cpu_ratio": statistics.median(each.cpu for each in ours) / statistics.median(fixeds),
            "mbit": into.stat().st_size * 8 * FRAME.fps / count / 1e6,
            "border_db": statistics.mean(steps) if steps else 0.0,
            "worst_border_db": min(steps, default=0.0),
        }


def _ours(whole: RenderPlan, store: ArtifactStore, into: Path) -> Cost:
    """Cost of one rendering, after the segments of the last have been removed."""
    forget_segments(store)
    return cost_side_by_side(whole, store.workspace.root, into=into)


def _encoded(
    whole: RenderPlan, folder: Path, profile: EncoderProfile, number: int, together: Callable[[], object]
) -> Cost:
    """Cost of encoding the plan's frames, which are composed before the clock starts."""
    store = ArtifactStore(open_workspace(folder / "workspace"))
    with open_plan(whole, store, pack=load_pack(whole.storyboard.pack)) as frames:
        return encode_alone(
            frames,
            whole.frame_count,
            shape=VideoShape(width=FRAME.width, height=FRAME.height, fps=FRAME.fps),
            profile=profile,
            sound=store.path(whole.audio),
            into=folder / f"floor{number}.mp4",
            together=together,
        )


def encoder(count: int, folder: Path) -> Callable[[Drawer], Cost]:
    """A function that encodes `count` frames with silence to v.mp4 in the folder, and returns the cost."""
    silence = folder / "silence.wav"
    write_wav(silence, np.zeros((2, count * AUDIO_RATE // FRAME.fps), np.float32))

    def encode(source: Drawer) -> Cost:
        began, busy = time.perf_counter(), time.process_time()
        encode_video(
            source,
            frame_count=count,
            shape=VideoShape(width=FRAME.width, height=FRAME.height, fps=FRAME.fps),
            profile=EncoderProfile(),
            audio=silence,
            into=folder / "v.mp4",
        )
        wall, work = time.perf_counter() - began, time.process_time() - busy
        return Cost(wall / count * 1000, work / count * 1000)

    return encode


def plan(pack: StylePack, topic: str, folder: Path) -> tuple[Storyboard, CaptionTrack, ArtifactStore]:
    """Run the pipeline up to rendering."""
    order = ShortOrder(topic=topic, settings=VideoSettings(style_pack=pack), frame=FRAME)
    workspace = open_workspace(folder / "workspace")
    capabilities = build_capabilities(order, rim={}, settings=WorkerSettings())
    stages = needed_for(SHORT.stages, Storyboard, CaptionTrack)
    run = Run(order=order, capabilities=capabilities, workspace=workspace)
    documents = run_pipeline(stages, run).documents
    return documents[Storyboard], documents[CaptionTrack], ArtifactStore(workspace)


def composed(
    storyboard: Storyboard, captions: CaptionTrack, store: ArtifactStore, count: int
) -> list[Planes]:
    """The first `count` frames in memory."""
    made = []
    with open_frames(
        storyboard, captions, pack=load_pack(storyboard.pack), frame=FRAME, store=store
    ) as frames:
        for number in range(count):
            made.append(allocate(FRAME.width, FRAME.height))
            frames.draw(number, made[-1])
    return made


if __name__ == "__main__":
    sys.exit(main())
