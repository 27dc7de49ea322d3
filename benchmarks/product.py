"""Rendering a real video against its encode-only floor: the very same frames, already composed in memory.

Run it alone: `python -m benchmarks.product [--pack documentary] [--seconds 20] [--runs 3]`. Each run
encodes the same window both ways, in turn, and draws its artwork anew; medians are printed as a table and
written as JSON. Two ratios: of wall time, which on a busy machine also measures the neighbours, and of the
processor time of all threads, which does so less and on two full cores comes to the same. A pack above
`--most` (wall time, 1.2) is marked MISSED, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from pipelines.short import SHORT
from renderer.audio.signal.wav import write_wav
from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.contract.orders.base import FrameSpec, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import EncoderProfile
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import AUDIO_RATE
from renderer.media.encoding.encode import VideoShape, encode_video
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.painters.artwork import forget_artwork
from renderer.rendering.frames import open_frames
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.runner import Run, needed_for, run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

FRAME = FrameSpec()


class Row(TypedDict):
    """A line of the table."""

    pack: str
    floor_ms: float
    ours_ms: float
    ratio: float
    cpu_ratio: float
    mbit: float


class Cost(NamedTuple):
    """Milliseconds a frame: on the clock, and of the processor in all threads."""

    wall: float
    work: float


class Remembered:
    """Frames composed before the clock starts."""

    def __init__(self, frames: list[Planes]) -> None:
        self._frames = frames

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame out of memory."""
        copy_into(target, self._frames[frame])


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", choices=list(StylePack), action="append")
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.2)
    parser.add_argument("--json", type=Path, default=Path("out/product.json"))
    options = parser.parse_args()
    settle_allocator()
    rows = [
        measure(StylePack(pack), topic=options.topic, seconds=options.seconds, runs=options.runs)
        for pack in options.pack or list(StylePack)
    ]
    print(f"{'pack':20} {'floor ms':>9} {'ours ms':>9} {'ratio':>6} {'of CPU':>7} {'Mb/s':>6}")
    missed = 0
    for row in rows:
        figures = f"{row['floor_ms']:9.2f} {row['ours_ms']:9.2f} {row['ratio']:6.3f}"
        late = row["ratio"] > options.most
        print(
            f"{row['pack']:20} {figures} {row['cpu_ratio']:7.3f} {row['mbit']:6.2f}{'  MISSED' * late}",
            flush=True,
        )
        missed += late
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=1), "utf-8")
    return bool(missed)


def measure(pack: StylePack, *, topic: str, seconds: float, runs: int) -> Row:
    """Medians of milliseconds a frame, floor and ours in turn, and the bit rate."""
    with tempfile.TemporaryDirectory() as folder:
        storyboard, captions, store = plan(pack, topic, Path(folder))
        count = int(seconds * FRAME.fps)
        encode = encoder(count, Path(folder))

        def ours() -> Cost:
            forget_artwork()
            with open_frames(
                storyboard, captions, pack=load_pack(storyboard.pack), frame=FRAME, store=store
            ) as frames:
                return encode(frames)

        frames = composed(storyboard, captions, store, count)
        floor: Callable[[], Cost] = lambda: encode(Remembered(frames))  # noqa: E731 - a twin of ours()
        pairs = [(floor(), ours()) for _ in range(runs)]
        return {
            "pack": pack.value,
            "floor_ms": statistics.median(alone.wall for alone, _ in pairs),
            "ours_ms": statistics.median(drawn.wall for _, drawn in pairs),
            "ratio": statistics.median(drawn.wall / alone.wall for alone, drawn in pairs),
            "cpu_ratio": statistics.median(drawn.work / alone.work for alone, drawn in pairs),
            "mbit": (Path(folder) / "v.mp4").stat().st_size * 8 / seconds / 1e6,
        }


def encoder(count: int, folder: Path) -> Callable[[Drawer], Cost]:
    """Encodes `count` frames of a source with silence to v.mp4 in the folder, and says what it cost."""
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
    """Everything up to rendering."""
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
