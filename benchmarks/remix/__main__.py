"""Time and memory of an export, 1080p to 1080x1920 with captions, against its floor and two alternatives.

    python -m benchmarks.remix [--seconds 60] [--json FILE] [--without moviepy]

Prints wall seconds and, in brackets, processor seconds, which other load disturbs less. One run measures:
decoding the source's frames alone, encoding the export's frames alone from memory, the product's render stage
and its whole export, and the same job as a hand-written ffmpeg command (crop, subtitles, loudnorm) and as a
MoviePy script. `benchmarks.remix.memory` checks the memory of long exports against its bar. The exit status
is 1 when the render stage takes more than 1.20 times its floor, or an alternative is faster than the export.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import imageio_ffmpeg

from benchmarks.remix.composed import FPS, talking_head, write_composed
from benchmarks.remix.exporting import Spent, exported, now, since
from benchmarks.support.tree_memory import TreePeak
from renderer.compositor.planes import Planes, copy_into
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.codec_options import options_of
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames

OF_FLOOR: Final = 1.20
WINDOW: Final = 150
"""Frames held in memory at a time for the encode floor."""
PROFILE: Final = EncoderProfile()
_TUNING: Final = options_of(PROFILE)["x264-params"]
_FAST: Final = (
    *("-preset", PROFILE.preset, "-crf", str(PROFILE.crf), "-g", str(PROFILE.gop)),
    *("-x264-params", _TUNING),
)
"""The encoder settings of the product, so that files have a similar size; ffmpeg uses all processors."""


@dataclass(frozen=True, slots=True)
class Stored(Drawer):
    """Serves frames from memory."""

    frames: Sequence[Planes]

    def draw(self, frame: int, target: Planes) -> None:
        """Copy a frame into the target."""
        copy_into(target, self.frames[frame])


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--without", nargs="*", default=[])
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = write_composed(folder / "source.mov", talking_head(), seconds=given.seconds)
        spent, peak = _figures(folder, source, without=set(given.without))
    frames = given.seconds * FPS
    for label, took in spent.items():
        print(f"{label:16}{took.wall:9.2f} s ({took.cpu:7.2f} s){frames / took.wall:8.1f} frames/s")
    floor = spent["decode floor"] + spent["encode floor"]
    shares = (spent["render stage"].wall / floor.wall, spent["render stage"].cpu / floor.cpu)
    print(f"of the floor {shares[0]:.2f} ({shares[1]:.2f})")
    print(f"leader {peak.leader:.0f} MB; all {peak.processes} processes {peak.shared_once:.0f} MB,", end=" ")
    print(f"{peak.resident:.0f} MB with shared pages counted in each")
    if given.json:
        table = {label: [took.wall, took.cpu] for label, took in spent.items()}
        told = {"spent": table, "of the floor": shares, "memory": asdict(peak), "seconds": given.seconds}
        given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    rivals = [took.wall for label, took in spent.items() if label in {"ffmpeg command", "moviepy script"}]
    faster = all(spent["whole export"].wall < rival for rival in rivals)
    return 0 if min(shares) <= OF_FLOOR and faster else 1


def _figures(folder: Path, source: Path, *, without: set[str]) -> tuple[dict[str, Spent], TreePeak]:
    product = exported(source, folder / "out")
    video, subtitles = folder / "out" / "video.mp4", folder / "out" / "video.srt"
    spent = {
        "decode floor": _timed(lambda: _decoded(source)),
        "encode floor": _encoded(video, folder),
        "render stage": product.render,
        "whole export": product.whole,
    }
    if "ffmpeg" not in without:
        spent["ffmpeg command"] = _timed(lambda: _by_ffmpeg(source, subtitles, folder / "f.mp4"))
    if "moviepy" not in without:
        spent["moviepy script"] = _timed(lambda: _by_moviepy(source, subtitles, folder / "m.mp4"))
    return spent, product.memory


def _timed(work: Callable[[], object]) -> Spent:
    started = now()
    work()
    return since(started)


def _decoded(source: Path) -> None:
    facts = survey_video(source)
    with SourceFrames(source, facts, FrameTarget(width=1920, height=1080, fps=FPS)) as frames:
        for number in range(len(frames)):
            frames[number]


def _encoded(video: Path, folder: Path) -> Spent:
    """Time of encoding the export's own frames from memory, `WINDOW` frames at a time."""
    facts = survey_video(video)
    width, height = facts.picture.shown_size
    shape, total = VideoShape(width=width, height=height, fps=FPS), Spent(0.0, 0.0)
    with SourceFrames(video, facts, FrameTarget(width=width, height=height, fps=FPS)) as frames:
        for some in _windows(frames):
            into = folder / "floor.mp4"
            stored = Stored(some)
            total = total + _timed(
                lambda stored=stored, into=into: encode_segment(  # type: ignore[misc]
                    stored, frames=range(len(stored.frames)), shape=shape, profile=PROFILE, into=into
                )
            )
    return total


def _windows(frames: SourceFrames) -> Iterator[list[Planes]]:
    for start in range(0, len(frames), WINDOW):
        yield [frames[number] for number in range(start, min(start + WINDOW, len(frames)))]


def _by_ffmpeg(source: Path, subtitles: Path, into: Path) -> None:
    style = "Fontname=DejaVu Sans,Fontsize=16,Bold=1,Outline=3,Alignment=10"
    picture = f"crop=ih*9/16:ih,scale=1080:1920,subtitles={subtitles}:force_style='{style}'"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", "-i", str(source), "-vf", picture]
    sound = ("-af", "loudnorm=I=-14:TP=-1", "-ar", "48000", "-c:a", "aac", "-b:a", "192k")
    coded = ("-c:v", "libx264", *_FAST, "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(into))
    subprocess.run([*command, *sound, *coded], check=True, stdin=subprocess.DEVNULL)


def _by_moviepy(source: Path, subtitles: Path, into: Path) -> None:
    from moviepy import CompositeVideoClip, TextClip, VideoFileClip  # noqa: PLC0415 - a second to import

    clip = VideoFileClip(str(source))
    width = clip.h * 9 / 16
    tall = clip.cropped(x_center=clip.w / 2, width=width).resized((1080, 1920))
    texts = [
        TextClip(
            font="fonts/montserrat/montserrat-800.ttf",
            text=text,
            font_size=80,
            color="white",
            stroke_color="black",
            stroke_width=6,
            size=(900, None),
            method="caption",
        )
        .with_start(start)
        .with_end(end)
        .with_position("center")
        for start, end, text in _cues(subtitles)
    ]
    CompositeVideoClip([tall, *texts]).write_videofile(
        str(into),
        codec="libx264",
        preset=PROFILE.preset,
        audio_codec="aac",
        threads=os.cpu_count(),
        ffmpeg_params=["-crf", str(PROFILE.crf), "-x264-params", _TUNING],
        logger=None,
    )


def _cues(subtitles: Path) -> list[tuple[float, float, str]]:
    found = []
    for block in subtitles.read_text("utf-8").strip().split("\n\n"):
        _, times, *text = block.split("\n")
        start, end = (_seconds(one) for one in times.split(" --> "))
        found.append((start, end, " ".join(text)))
    return found


def _seconds(clock: str) -> float:
    hours, minutes, seconds = clock.replace(",", ".").split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


if __name__ == "__main__":
    raise SystemExit(main())
