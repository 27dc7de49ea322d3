"""Runs one contender on one job: `python -m benchmarks.support.contenders NAME JOB` prints its figures."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import av
import cv2

from benchmarks.support.job import PROFILE, Job
from benchmarks.support.rendering.all_cores import on_all_cores
from benchmarks.support.rendering.floor import BEFORE, FIXED, Cost, encode_alone, for_nobody, planes_of
from benchmarks.support.rendering.job_plan import plan_of
from benchmarks.support.rendering.side_by_side import render_side_by_side, rendering_of
from benchmarks.support.rendering.turns import clock
from renderer.core.encoding import EncoderProfile
from renderer.media.inspection.inspect import Expectation, inspect_video
from renderer.rendering.kept_frames import OpenFrames
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace
from renderer.worker.processors import usable_cores


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds spent on the job proper: wall time, or CPU time divided by the number of cores."""

    seconds: float


def _store(job: Job, into: Path) -> ArtifactStore:
    """A store of this process's own, so that it finds nothing that an earlier run made."""
    return ArtifactStore(open_workspace(Path(job.folder) / f"{into.stem}-{os.getpid()}"))


def _source(job: Job, into: Path) -> OpenFrames:
    store = _store(job, into)
    plan = plan_of(job, store)
    return rendering_of(plan, store, into.parent).open_plan(plan, store)


def _ours(job: Job, into: Path) -> Timing:
    """The product: segments in parallel on all cores, including the start of its processes."""
    store = _store(job, into)
    plan = plan_of(job, store)
    started = clock()
    render_side_by_side(plan, store, into=into)
    return Timing(clock() - started)


def _before(job: Job, into: Path) -> Timing:
    """The floor before decision 0030: one encoder with four threads, in wall time."""
    return Timing(_alone(job, into, BEFORE).wall)


def _floor(job: Job, into: Path) -> Timing:
    """Today's floor: CPU time of encoding these frames while every core encodes, divided by the cores."""
    return Timing(_on_all_cores(job, into, PROFILE.of_drawn))


def _fixed(job: Job, into: Path) -> Timing:
    """The fixed floor: the same with the settings of decision 0030, whatever the product's are."""
    return Timing(_on_all_cores(job, into, FIXED))


def _on_all_cores(job: Job, into: Path, profile: EncoderProfile) -> float:
    return on_all_cores(partial(_one_of_many, job, into, profile)).cpu / usable_cores()


def _one_of_many(
    job: Job, into: Path, profile: EncoderProfile, number: int, together: Callable[[], object]
) -> Cost:
    into = into if number == 0 else into.with_stem(f"{into.stem}{number}")
    return _alone(job, into, profile, together=together)


def _alone(
    job: Job, into: Path, profile: EncoderProfile, *, together: Callable[[], object] = for_nobody
) -> Cost:
    """Cost of encoding the same frames from memory."""
    with closing(_source(job, into)) as source:
        return encode_alone(
            source,
            job.frames,
            shape=job.shape,
            profile=profile,
            sound=job.sound,
            into=into,
            together=together,
        )


def _compose(job: Job, into: Path) -> Timing:
    """Composition alone on one core, for comparison."""
    cv2.setNumThreads(1)
    planes = planes_of(av.VideoFrame(job.width, job.height, "yuv420p"))
    with closing(_source(job, into)) as source:
        started = clock()
        for number in range(job.frames):
            source.draw(number, planes)
        return Timing(clock() - started)


def _inspect(job: Job, into: Path) -> Timing:
    """The quality gate on the file that `ours` wrote."""
    expected = Expectation(width=job.width, height=job.height, fps=job.fps, frame_count=job.frames)
    started = clock()
    inspect_video(into, expected)
    return Timing(clock() - started)


def _moviepy(job: Job, into: Path) -> Timing:
    from benchmarks.baselines import moviepy_job  # noqa: PLC0415  # its import must not count for others

    started = clock()
    moviepy_job.render(job, into)
    return Timing(clock() - started)


def _ffmpeg(job: Job, into: Path) -> Timing:
    from benchmarks.baselines import ffmpeg_job  # noqa: PLC0415  # its import must not count for others

    started = clock()
    ffmpeg_job.render(job, into)
    return Timing(clock() - started)


CONTENDERS: Final[dict[str, Callable[[Job, Path], Timing]]] = {
    "before": _before,
    "floor": _floor,
    "fixed": _fixed,
    "ours": _ours,
    "compose": _compose,
    "inspect": _inspect,
    "moviepy": _moviepy,
    "ffmpeg": _ffmpeg,
}


def main() -> None:
    """Run the contender named in argv and print its figures as JSON."""
    settle_allocator()
    name, job = sys.argv[1], Job(**json.loads(sys.argv[2]))
    into = Path(job.folder) / f"{'ours' if name == 'inspect' else name}.mp4"
    timing = CONTENDERS[name](job, into)
    figures = {
        "seconds": timing.seconds,
        "ms_per_frame": timing.seconds / job.frames * 1000,
        "bytes": into.stat().st_size if into.exists() else 0,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
