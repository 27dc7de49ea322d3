"""Time and memory of an export, 1080p to 1080x1920 with captions, against its floor and two other ways.

    python -m benchmarks.remix [--seconds 30] [--json FILE] [--without moviepy]

All in one run: decoding the source's frames alone, encoding the export's frames alone when they are already
there, the product's render stage, the same job as one hand-written ffmpeg command (crop, ass, loudnorm) and
as a MoviePy script. Peak resident memory is that of the product's process. Exit code 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import imageio_ffmpeg

from benchmarks.remix.composed import FPS, talking_head, write_composed
from pipelines.project.documents import EncodedExport
from renderer.compositor.planes import Planes, copy_into
from renderer.contract.orders.remix import RemixCaptions, RemixExport, RemixSettings
from renderer.contract.remix.timed_text import CueList, TimedText
from renderer.contract.vocabulary import CaptionStyle
from renderer.core.render_plan import EncoderProfile
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.video.frames import FrameTarget, SourceFrames
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.runner import Outcome
from tests.support.remix.projects import analysis, run_remix

OF_FLOOR: Final = 1.20
PEAK_MB: Final = 700
WINDOW: Final = 150
"""Frames held in memory at a time for the encode floor."""
PROFILE: Final = EncoderProfile()
_FAST: Final = ("-preset", PROFILE.preset, "-crf", str(PROFILE.crf), "-g", str(PROFILE.gop))


@dataclass(frozen=True, slots=True)
class Stored:
    """Frames that are there already."""

    frames: Sequence[Planes]

    def draw(self, frame: int, target: Planes) -> None:
        """A copy of it."""
        copy_into(target, self.frames[frame])


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=30.0)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--without", nargs="*", default=[])
    arguments.add_argument("--product", type=Path, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.product:
        return _product(given.product, given.seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = write_composed(folder / "source.mov", talking_head(), seconds=given.seconds)
        figures = _figures(folder, source, given.seconds, without=set(given.without))
    frames = given.seconds * FPS
    for label, value in figures.items():
        rate = f"{frames / value:8.1f} frames/s" if label.endswith("seconds") and value else ""
        print(f"{label:28}{value:10.2f}{rate}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    kept = figures["of the floor"] <= OF_FLOOR and figures["peak MB"] <= PEAK_MB
    rivals = [value for label, value in figures.items() if label.startswith(("ffmpeg", "moviepy"))]
    return 0 if kept and all(figures["whole export, seconds"] < rival for rival in rivals) else 1


def _figures(folder: Path, source: Path, seconds: float, *, without: set[str]) -> dict[str, float]:
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.remix", "--product", str(source), "--seconds", str(seconds)],
        check=True,
        capture_output=True,
        text=True,
    )
    product: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    video, subtitles = Path(source.parent / "out" / "video.mp4"), source.parent / "out" / "video.srt"
    decode = _timed(lambda: _decoded(source))
    encode = _encoded(video, folder)
    figures = {
        "decode floor, seconds": decode,
        "encode floor, seconds": encode,
        "render stage, seconds": product["render"],
        "of the floor": product["render"] / (decode + encode),
        "whole export, seconds": product["whole"],
        "peak MB": product["peak"],
    }
    if "ffmpeg" not in without:
        figures["ffmpeg command, seconds"] = _timed(lambda: _by_ffmpeg(source, subtitles, folder / "f.mp4"))
    if "moviepy" not in without:
        figures["moviepy script, seconds"] = _timed(lambda: _by_moviepy(source, subtitles, folder / "m.mp4"))
    return figures


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _product(source: Path, seconds: float) -> int:
    """The export in a process of its own, so that its memory is its own; figures as JSON."""
    settle_allocator()
    size = (1920, 1080)
    starts = range(500, round(seconds * 1000) - 2000, 2000)
    cues = tuple(
        TimedText(start_ms=start, end_ms=start + 1800, text="Every morning the harbour wakes up.")
        for start in starts
    )
    order = RemixExport(settings=RemixSettings(captions=RemixCaptions(style=CaptionStyle.TIKTOK)))
    texts = {"analysis": analysis(seconds, size), "cues": CueList(language="en", cues=cues)}
    started = time.perf_counter()
    outcome = run_remix(order, source.parent / "out", source, texts=texts)
    whole = time.perf_counter() - started
    render = next(report.seconds for report in outcome.reports if report.name == "render_export")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"whole": whole, "render": render, "peak": peak, "frames": _frames(outcome)}))
    return 0


def _frames(outcome: Outcome) -> int:
    export: EncodedExport = outcome.documents[EncodedExport]
    return export.frames


def _decoded(source: Path) -> None:
    facts = survey_video(source)
    with SourceFrames(source, facts, FrameTarget(width=1920, height=1080, fps=FPS)) as frames:
        for number in range(len(frames)):
            frames[number]


def _encoded(video: Path, folder: Path) -> float:
    """Seconds of encoding the export's own frames from memory, some at a time."""
    facts = survey_video(video)
    width, height = facts.picture.shown_size
    shape, total = VideoShape(width=width, height=height, fps=FPS), 0.0
    with SourceFrames(video, facts, FrameTarget(width=width, height=height, fps=FPS)) as frames:
        for some in _windows(frames):
            into = folder / "floor.mp4"
            stored = Stored(some)
            total += _timed(
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
        threads=PROFILE.threads,
        ffmpeg_params=["-crf", str(PROFILE.crf)],
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
