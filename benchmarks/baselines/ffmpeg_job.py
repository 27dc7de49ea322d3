"""The job as one hand-written ffmpeg filter graph: zoompan, xfade, libass, libx264 (its camera shakes)."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import ffmpeg
import imageio_ffmpeg

from benchmarks.support.job import CAPTION_FRAMES, CAPTIONS, FONT, PROFILE, THREADS, ZOOM, Job
from renderer.media.encoding.codec_options import options_of


def render(job: Job, into: Path, *, lossless: bool = False) -> None:
    """Write the job's video with the ffmpeg binary that MoviePy brings."""
    subtitles = Path(job.folder) / "captions.ass"
    subtitles.write_text(_subtitles(job), encoding="utf-8")
    picture = _shots(job).filter("ass", str(subtitles), fontsdir=str(FONT.parent))
    output = ffmpeg.output(
        picture,
        ffmpeg.input(str(job.sound)).audio,
        str(into),
        vcodec=PROFILE.codec,
        threads=THREADS,
        pix_fmt="yuv420p",
        acodec="aac",
        audio_bitrate=PROFILE.audio_bit_rate,
        movflags="+faststart",
        colorspace="bt709",
        loglevel="error",
        shortest=None,
        **{"frames:v": job.frames},
        **({"preset": "ultrafast", "crf": 0} if lossless else _as_ours()),
    )
    command = ffmpeg.compile(output, cmd=imageio_ffmpeg.get_ffmpeg_exe(), overwrite_output=True)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def _as_ours() -> dict[str, object]:
    """The encoder options of the product's own profile for what is drawn."""
    profile = PROFILE.of_drawn
    return {
        "preset": profile.preset,
        "qp": profile.qp,
        "g": PROFILE.gop,
        "keyint_min": PROFILE.gop,
        "sc_threshold": 0,
        "bf": 2,
        "x264-params": options_of(profile)["x264-params"],
    }


def _shots(job: Job) -> Any:
    joined: Any = None
    for number, span in enumerate(job.shots):
        frames = len(span) + job.dissolve_frames
        zoom = f"1+{ZOOM - 1:.4f}*on/{frames}"
        # players expect BT.709; without this option ffmpeg uses the standard-definition matrix
        still = ffmpeg.input(str(job.still(number))).filter("scale", out_color_matrix="bt709")
        clip = still.filter(
            "zoompan",
            z=zoom,
            x="iw/2-(iw/zoom/2)",
            y="ih/2-(ih/zoom/2)",
            d=frames,
            s=f"{job.width}x{job.height}",
            fps=job.fps,
        )
        if joined is None:
            joined = clip
            continue
        seconds = job.dissolve_frames / job.fps
        joined = ffmpeg.filter(
            [joined, clip], "xfade", transition="fade", duration=seconds, offset=span.start / job.fps
        )
    return joined


def _subtitles(job: Job) -> str:
    left, top, width, height = job.caption_box
    head = f"""[Script Info]
ScriptType: v4.00+
PlayResX: {job.width}
PlayResY: {job.height}

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Shadow, Alignment
Style: Default,Anton,{height * 6 // 7},&H0028E1FF,&H00000000,8,0,5

[Events]
Format: Layer, Start, End, Style, Text
"""
    place = f"{{\\pos({left + width // 2},{top + height // 2})}}"
    events = []
    for number, start in enumerate(range(0, job.frames, CAPTION_FRAMES)):
        stop = min(job.frames, start + CAPTION_FRAMES)
        text = CAPTIONS[number % len(CAPTIONS)]
        events.append(f"Dialogue: 0,{_stamp(start, job)},{_stamp(stop, job)},Default,{place}{text}")
    return head + "\n".join(events) + "\n"


def _stamp(frame: int, job: Job) -> str:
    hundredths = frame * 100 // job.fps
    minutes, rest = divmod(hundredths, 6000)
    return f"{minutes // 60}:{minutes % 60:02}:{rest // 100:02}.{rest % 100:02}"
