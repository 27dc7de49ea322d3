"""What cutting a render into segments costs: whole against N segments and a join, taking turns, medians.

    python -m benchmarks.segments [--seconds 32] [--pieces 8] [--runs 3] [--size 1080x1920]

CPU seconds are compared as well as wall time, so that a busy machine does not decide.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from benchmarks.job import PROFILE, Job, frame_source, prepare
from renderer.media.delivered import sound_beside
from renderer.media.encode import encode_segment, encode_video, join_segments

Figures = dict[str, float]


def whole(job: Job, folder: Path) -> Path:
    """One encode."""
    into = folder / "whole.mp4"
    with frame_source(job) as source:
        encode_video(
            source, frame_count=job.frames, shape=job.shape, profile=PROFILE, audio=job.sound, into=into
        )
    return into


def cut(job: Job, folder: Path, pieces: int) -> Path:
    """As a worker alone would do it: one segment after the other, then the join."""
    length = -(-job.frames // (pieces * PROFILE.gop)) * PROFILE.gop
    starts = range(0, job.frames, length)
    parts = [folder / f"part{start}.mp4" for start in starts]
    into, seconds, scratch = folder / "joined.mp4", Fraction(job.frames, job.fps), folder / "sound.mp4"
    beside = sound_beside(job.sound, duration=seconds, bit_rate=PROFILE.audio_bit_rate, scratch=scratch)
    with beside as sound:
        for start, part in zip(starts, parts, strict=True):
            with frame_source(job) as source:
                frames = range(start, min(start + length, job.frames))
                encode_segment(source, frames=frames, shape=job.shape, profile=PROFILE, into=part)
        join_segments(parts, frame_count=job.frames, shape=job.shape, profile=PROFILE, sound=sound, into=into)
    return into


def measure(args: argparse.Namespace, folder: Path) -> Figures:
    """Medians over the runs, and the overheads in percent."""
    width, height = map(int, args.size.split("x"))
    job = Job(folder=str(folder / "job"), frames=args.seconds * 30, width=width, height=height)
    prepare(job)
    walls: dict[str, list[float]] = {"whole": [], "cut": []}
    cpus: dict[str, list[float]] = {"whole": [], "cut": []}
    sizes: dict[str, float] = {}
    for number in range(args.runs):
        for name in ("whole", "cut") if number % 2 == 0 else ("cut", "whole"):
            wall, cpu = time.monotonic(), time.process_time()
            made = whole(job, folder) if name == "whole" else cut(job, folder, args.pieces)
            walls[name].append(time.monotonic() - wall)
            cpus[name].append(time.process_time() - cpu)
            sizes[name] = made.stat().st_size
            print(
                f"run {number + 1} {name:6} {walls[name][-1]:7.2f} s {cpus[name][-1]:7.2f} s CPU", flush=True
            )
    typical = {name: statistics.median(each) for name, each in walls.items()}
    worked = {name: statistics.median(each) for name, each in cpus.items()}
    return {
        "pieces": args.pieces,
        "wall_whole": typical["whole"],
        "wall_cut": typical["cut"],
        "wall_overhead_percent": 100 * (typical["cut"] / typical["whole"] - 1),
        "cpu_overhead_percent": 100 * (worked["cut"] / worked["whole"] - 1),
        "size_overhead_percent": 100 * (sizes["cut"] / sizes["whole"] - 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=32)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--size", default="1080x1920")
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(args, Path(folder))
    for name, value in figures.items():
        print(f"{name:22} {value:9.2f}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
