"""Cost of rendering in segments, and gain of sharing them among processes: medians of runs that take turns.

    python -m benchmarks.segments [--seconds 160] [--pieces 8] [--workers 2] [--runs 3] [--size 1080x1920]

`whole` is one encode; `cut` encodes the segments one after the other and joins them, as a single worker does;
`shared` does the same with several processes. CPU time is compared as well as wall time, since other load
affects the latter. Pieces are equally long here; the product cuts at hard cuts, three seconds or more apart
(renderer/rendering/segment_content.py), and opening and flushing an encoder weighs more in shorter ones,
which `--pieces 40` measures. If either overhead of `cut` exceeds `--most` percent, or the bytes depend on the
process that made them, that is marked MISSED and the exit status is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from benchmarks.support.job import PROFILE, Job, frame_source, prepare
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.encode import encode_segment, encode_video
from renderer.media.encoding.join import JoinedVideo, join_segments
from renderer.media.loudness import measure_loudness

Figures = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Wall and processor seconds of one run, and the size in bytes and the digest of its file."""

    wall: float
    cpu: float
    size: int
    digest: str


def whole(job: Job, folder: Path) -> float:
    """Encode in one piece; returns the CPU seconds of other processes: none."""
    with frame_source(job) as source:
        encode_video(
            source,
            frame_count=job.frames,
            shape=job.shape,
            profile=PROFILE,
            audio=job.sound,
            into=folder / "whole.mp4",
        )
    return 0.0


def cut(job: Job, folder: Path, pieces: int) -> float:
    """Encode one segment after the other, then join; returns the CPU seconds of other processes: none."""
    with _sound(job, folder) as sound:
        for frames in _ranges(job, pieces):
            _segment(job, folder, frames)
        _join(job, folder, pieces, sound=sound, into=folder / "cut.mp4")
    return 0.0


def shared(job: Job, folder: Path, pieces: int, *, helpers: ProcessPoolExecutor) -> float:
    """Let each process take the next segment, then join; returns the CPU seconds of those processes."""
    with _sound(job, folder) as sound:
        took = list(helpers.map(partial(_segment, job, folder), _ranges(job, pieces)))
        _join(job, folder, pieces, sound=sound, into=folder / "shared.mp4")
    return sum(took)


def _sound(job: Job, folder: Path) -> AbstractContextManager[Future[Path]]:
    length = Fraction(job.frames, job.fps)
    return encode_audio_beside(
        job.sound,
        duration=length,
        bit_rate=PROFILE.audio_bit_rate,
        scratch=folder / "sound.mp4",
        listen=measure_loudness,
    )


def _ranges(job: Job, pieces: int) -> list[range]:
    length = -(-job.frames // (pieces * PROFILE.gop)) * PROFILE.gop
    return [range(start, min(start + length, job.frames)) for start in range(0, job.frames, length)]


def _segment(job: Job, folder: Path, frames: range) -> float:
    began = time.process_time()
    with frame_source(job) as source:
        encode_segment(
            source, frames=frames, shape=job.shape, profile=PROFILE, into=_part(folder, frames.start)
        )
    return time.process_time() - began


def _join(job: Job, folder: Path, pieces: int, *, sound: Future[Path], into: Path) -> None:
    parts = [_part(folder, frames.start) for frames in _ranges(job, pieces)]
    video = JoinedVideo(
        frame_count=job.frames,
        fps=job.shape.fps,
        sound=sound,
        audio_bit_rate=PROFILE.audio_bit_rate,
        into=into,
    )
    join_segments(parts, video)


def _part(folder: Path, start: int) -> Path:
    return folder / f"part{start}.mp4"


def timed(name: str, work: Callable[[], float], folder: Path) -> Cost:
    """Do the work once, and return and print its cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    elsewhere = work()
    cost = Cost(
        wall=time.perf_counter() - wall,
        cpu=time.process_time() - cpu + elsewhere,
        size=(folder / f"{name}.mp4").stat().st_size,
        digest=hashlib.sha256((folder / f"{name}.mp4").read_bytes()).hexdigest(),
    )
    print(f"{name:8} {cost.wall:7.2f} s {cost.cpu:7.2f} s CPU  {cost.digest[:12]}", flush=True)
    return cost


def measure(args: argparse.Namespace, folder: Path) -> Figures:
    """Measure the medians over the runs, and the overheads in percent."""
    width, height = map(int, args.size.split("x"))
    job = Job(folder=str(folder / "job"), frames=args.seconds * 30, width=width, height=height)
    prepare(job)
    with ProcessPoolExecutor(args.workers, multiprocessing.get_context("spawn")) as helpers:
        list(helpers.map(_warm, range(args.workers)))
        works: dict[str, Callable[[], float]] = {
            "whole": partial(whole, job, folder),
            "cut": partial(cut, job, folder, args.pieces),
            "shared": partial(shared, job, folder, args.pieces, helpers=helpers),
        }
        costs: dict[str, list[Cost]] = {name: [] for name in works}
        for number in range(args.runs):
            for name in list(works)[:: 1 if number % 2 == 0 else -1]:
                costs[name].append(timed(name, works[name], folder))
    return _figures(costs, args)


def _warm(number: int) -> int:
    """Occupy a process for a second, so that all processes of the pool start and import what they need."""
    time.sleep(1.0)
    return number


def _figures(costs: dict[str, list[Cost]], args: argparse.Namespace) -> Figures:
    wall = {name: statistics.median(cost.wall for cost in each) for name, each in costs.items()}
    cpu = {name: statistics.median(cost.cpu for cost in each) for name, each in costs.items()}
    made = {cost.digest for name in ("cut", "shared") for cost in costs[name]}
    return {
        "pieces": args.pieces,
        "workers": args.workers,
        "wall_whole": wall["whole"],
        "wall_cut": wall["cut"],
        "wall_shared": wall["shared"],
        "wall_overhead_percent": 100 * (wall["cut"] / wall["whole"] - 1),
        "cpu_overhead_percent": 100 * (cpu["cut"] / cpu["whole"] - 1),
        "shared_cpu_overhead_percent": 100 * (cpu["shared"] / cpu["whole"] - 1),
        "size_overhead_percent": 100 * (costs["cut"][0].size / costs["whole"][0].size - 1),
        "different_files": len(made),
    }


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=160)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--size", default="1080x1920")
    parser.add_argument("--most", type=float, default=5.0)
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(args, Path(folder))
    bars = {"wall_overhead_percent": args.most, "cpu_overhead_percent": args.most, "different_files": 1}
    missed = [name for name, most in bars.items() if figures[name] > most]
    for name, value in figures.items():
        print(f"{name:28} {value:9.2f}{'  MISSED' * (name in missed)}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main())
