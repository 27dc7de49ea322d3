"""One contender, one job, one process: `python -m benchmarks.support.contenders NAME JOB` prints figures."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import cv2
import numpy as np

from benchmarks.support.job import PROFILE, Job, frame_source
from renderer.compositor.planes import Planes
from renderer.media.encoding.aac import SoundTrack
from renderer.media.encoding.clean_heap import clean_heap, usual_heap
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.encode import encode_video
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.inspection.inspect import Expectation, inspect_video
from renderer.runtime.allocator import settle_allocator

WINDOW: Final = 300
"""Frames composed into memory at a time for the floor: 10 s, 0.9 GB at 1080 x 1920."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall seconds spent on the job proper."""

    seconds: float


def _ours(job: Job, into: Path) -> Timing:
    started = time.perf_counter()
    with frame_source(job) as source:
        encode_video(
            source,
            frame_count=job.frames,
            shape=job.shape,
            profile=PROFILE,
            audio=job.sound,
            into=into,
        )
    return Timing(time.perf_counter() - started)


def _floor(job: Job, into: Path) -> Timing:
    """The very same frames out of memory into the same encoder and file; composing them is not counted."""
    spent = 0.0
    frames = [av.VideoFrame(job.width, job.height, "yuv420p") for _ in range(min(WINDOW, job.frames))]
    with clean_heap(), frame_source(job) as source, mp4_output(into) as container:
        stream = add_video_stream(container, PROFILE, width=job.width, height=job.height, fps=job.fps)
        length = Fraction(job.frames, job.fps)
        sound = SoundTrack(container, job.sound, duration=length, bit_rate=PROFILE.audio_bit_rate)
        container.start_encoding()
        for first in range(0, job.frames, WINDOW):
            window = range(first, min(job.frames, first + WINDOW))
            for number in window:
                source.draw(number, _planes(frames[number - first]))
            started = time.perf_counter()
            for number in window:
                frame = frames[number - first]
                frame.pts, frame.time_base = number, Fraction(1, job.fps)
                _mux(stream.encode(frame), container, sound)
            usual_heap()  # as our own encode does once the encoder has its memory
            spent += time.perf_counter() - started
        started = time.perf_counter()
        _mux(stream.encode(None), container, sound)
        sound.finish()
        spent += time.perf_counter() - started
    return Timing(spent)


def _mux(packets: list[Any], container: Any, sound: SoundTrack) -> None:
    for packet in packets:
        sound.write_until(packet.pts * packet.time_base)
        container.mux(packet)


def _planes(frame: Any) -> Planes:
    sizes = [(frame.height, frame.width), *[(frame.height // 2, frame.width // 2)] * 2]
    views = [
        np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:rows, :columns]
        for plane, (rows, columns) in zip(frame.planes, sizes, strict=True)
    ]
    return Planes(*views)


def _compose(job: Job, _into: Path) -> Timing:
    """Composition alone on one core, for orientation."""
    cv2.setNumThreads(1)
    planes = _planes(av.VideoFrame(job.width, job.height, "yuv420p"))
    started = time.perf_counter()
    with frame_source(job) as source:
        for number in range(job.frames):
            source.draw(number, planes)
    return Timing(time.perf_counter() - started)


def _inspect(job: Job, into: Path) -> Timing:
    """The quality gate on the file that `ours` wrote."""
    expected = Expectation(width=job.width, height=job.height, fps=job.fps, frame_count=job.frames)
    started = time.perf_counter()
    inspect_video(into, expected)
    return Timing(time.perf_counter() - started)


def _moviepy(job: Job, into: Path) -> Timing:
    from benchmarks.baselines import moviepy_job  # noqa: PLC0415  # its import shall not count for others

    started = time.perf_counter()
    moviepy_job.render(job, into)
    return Timing(time.perf_counter() - started)


def _ffmpeg(job: Job, into: Path) -> Timing:
    from benchmarks.baselines import ffmpeg_job  # noqa: PLC0415  # its import shall not count for others

    started = time.perf_counter()
    ffmpeg_job.render(job, into)
    return Timing(time.perf_counter() - started)


_AT_START: Final = time.process_time()
"""CPU seconds that imports took."""

CONTENDERS: Final[dict[str, Callable[[Job, Path], Timing]]] = {
    "floor": _floor,
    "ours": _ours,
    "compose": _compose,
    "inspect": _inspect,
    "moviepy": _moviepy,
    "ffmpeg": _ffmpeg,
}


def _busy_seconds() -> float:
    """CPU seconds that the whole machine has worked since boot (Linux; 0 elsewhere)."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    ticks = [int(word) for word in stat.read_text().splitlines()[0].split()[1:]]
    return (sum(ticks[:8]) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def _peak_kib() -> int:
    """Peak memory of this program; the kernel's ru_maxrss also counts the process it was started from."""
    status = Path("/proc/self/status")
    if not status.exists():
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))


def _own_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages) - _AT_START


def main() -> None:
    """Run the contender named in argv and print its figures as JSON."""
    settle_allocator()
    name, job = sys.argv[1], Job(**json.loads(sys.argv[2]))
    into = Path(job.folder) / f"{'ours' if name == 'inspect' else name}.mp4"
    busy, started = _busy_seconds(), time.perf_counter()
    timing = CONTENDERS[name](job, into)
    busy, wall = _busy_seconds() - busy, time.perf_counter() - started
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    figures = {
        "seconds": timing.seconds,
        "ms_per_frame": timing.seconds / job.frames * 1000,
        "foreign_share": (busy - _own_seconds()) / (wall * (os.cpu_count() or 1)),
        "peak_rss_mib": max(_peak_kib(), children) / 1024,
        "bytes": into.stat().st_size if into.exists() else 0,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
