"""The job in idiomatic MoviePy: clips, a resize lambda, crossfades, image clips as captions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from moviepy import AudioFileClip, CompositeVideoClip, ImageClip, VideoClip, vfx
from PIL import Image

from benchmarks.support.job import CAPTION_FRAMES, PROFILE, THREADS, ZOOM, Job


def render(job: Job, into: Path) -> None:
    """Write the job's video with `CompositeVideoClip`."""
    sound = AudioFileClip(str(job.sound)).subclipped(0, job.frames / job.fps)
    clips = [*_shots(job), *_captions(job)]
    video = CompositeVideoClip(clips, size=(job.width, job.height)).with_duration(job.frames / job.fps)
    video.with_audio(sound).write_videofile(
        str(into),
        fps=job.fps,
        codec=PROFILE.codec,
        preset=PROFILE.preset,
        threads=THREADS,
        audio_codec="aac",
        audio_bitrate=str(PROFILE.audio_bit_rate),
        ffmpeg_params=["-qp", str(PROFILE.of_drawn.qp), "-pix_fmt", "yuv420p", "-movflags", "+faststart"],
        logger=None,
    )


def _shots(job: Job) -> list[VideoClip]:
    clips = []
    for number, span in enumerate(job.shots):
        picture = np.asarray(Image.open(job.still(number)).convert("RGB").resize((job.width, job.height)))
        seconds = (len(span) + job.dissolve_frames) / job.fps
        clip = ImageClip(picture).with_duration(seconds).resized(_zoom(seconds)).with_position("center")
        if number:
            clip = clip.with_effects([vfx.CrossFadeIn(job.dissolve_frames / job.fps)])
        clips.append(clip.with_start(span.start / job.fps))
    return clips


def _zoom(seconds: float) -> object:
    return lambda t: 1 + (ZOOM - 1) * t / seconds


def _captions(job: Job) -> list[VideoClip]:
    corner = job.caption_box[:2]
    spans = [
        (start, min(job.frames, start + CAPTION_FRAMES)) for start in range(0, job.frames, CAPTION_FRAMES)
    ]
    return [
        ImageClip(str(job.sprite(number)))
        .with_start(start / job.fps)
        .with_duration((stop - start) / job.fps)
        .with_position(corner)
        for number, (start, stop) in enumerate(spans)
    ]
