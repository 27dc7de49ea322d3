"""Speed and memory of reading users' videos: frames per second, peak of the process tree.

    python -m benchmarks.media.source_reader [--json FILE]

The sources are generated: ten minutes of 1080p, a minute of 4K, ten minutes of 1080p at a variable frame
rate, all H.264. Each is read in a process of its own, whose resident memory is added to that of its children
every 10 ms. The exit status is 1 when ten minutes of 1080p take more than 150 MiB.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import imageio_ffmpeg
import psutil

from renderer.media.sources.normalise import survey_video
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames

MOST_BYTES = 150 << 20
ROOT = Path(__file__).parents[2]
SOURCES = {
    "1080p": ("1920x1080", 20, 600, "null"),
    "4K": ("3840x2160", 10, 60, "null"),
    "1080p VFR": ("1920x1080", 20, 600, "select=not(mod(n\\,3))+lt(mod(n\\,50)\\,20)"),
}
TARGET = FrameTarget(width=1166, height=2074, fps=30)
"""A 1080x1920 frame with room for the camera."""


def make(path: Path, size: str, seconds: int, total: int, rate: str) -> None:
    """A test pattern, repeated by stream copy to its whole length."""
    program, loop = imageio_ffmpeg.get_ffmpeg_exe(), path.with_suffix(".loop.mp4")
    pattern = f"testsrc2=s={size}:r=30:d={seconds}"
    coded = ["-c:v", "libx264", "-preset", "veryfast", "-g", "60", "-pix_fmt", "yuv420p", "-fps_mode", "vfr"]
    quiet = [program, "-v", "error", "-y"]
    subprocess.run([*quiet, "-f", "lavfi", "-i", pattern, "-vf", rate, *coded, str(loop)], check=True)
    more = str(total // seconds - 1)
    subprocess.run([*quiet, "-stream_loop", more, "-i", str(loop), "-c", "copy", str(path)], check=True)
    loop.unlink()


def read(path: Path) -> None:
    """The measured process: survey the file, read all frames, seek once, and print the times."""
    begun = time.perf_counter()
    facts = survey_video(path)
    surveyed = time.perf_counter()
    with SourceFrames(path, facts, TARGET) as frames:
        for number in range(len(frames)):
            frames[number]
        streamed = time.perf_counter()
        middle = len(frames) // 2 + 17
        frames[middle]
        sought = time.perf_counter()
        result = {
            "survey_seconds": surveyed - begun,
            "frames": len(frames),
            "fps": len(frames) / (streamed - surveyed),
            "seek_seconds": sought - streamed,
        }
    print(json.dumps(result))


def tree_bytes(leader: int) -> int:
    total = 0
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(leader)
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                total += one.memory_info().rss
    return total


def measured(path: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--read", str(path)]
    with subprocess.Popen(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE) as reader:
        peak = 0
        while reader.poll() is None:
            peak = max(peak, tree_bytes(reader.pid))
            time.sleep(0.01)
        output = reader.stdout.read() if reader.stdout else b""
    result: dict[str, float] = json.loads(output)
    return result | {"peak_mib": peak / (1 << 20)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Read users' videos.")
    parser.add_argument("--read", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if given.read:
        read(given.read)
        return 0
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, facts in SOURCES.items():
            path = Path(folder, "source.mp4")
            make(path, *facts)
            results[name] = measured(path)
    print(f"{'source':10} {'frames':>7} {'frames/s':>9} {'survey s':>9} {'seek s':>7} {'peak MiB':>9}")
    for name, row in results.items():
        figures = (
            f"{row['frames']:7.0f} {row['fps']:9.0f} {row['survey_seconds']:9.2f} {row['seek_seconds']:7.2f}"
        )
        print(f"{name:10} {figures} {row['peak_mib']:9.0f}")
    if given.json:
        given.json.write_text(json.dumps(results, indent=2), "utf-8")
    return int(results["1080p"]["peak_mib"] > MOST_BYTES / (1 << 20))


if __name__ == "__main__":
    sys.exit(main())
