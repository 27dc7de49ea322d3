"""Tiny videos and sounds made with PyAV: uniformly grey frames whose level gives their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

WIDTH, HEIGHT, FPS = 64, 48, 30
STEP = 6
"""Levels of luma between consecutive frames."""


def grey(number: int) -> int:
    """The luma of frame `number`."""
    return 20 + number * STEP % 210


def frame_of(level: int, *, width: int = WIDTH, height: int = HEIGHT) -> Any:
    """A uniformly grey frame."""
    frame = av.VideoFrame(width, height, "yuv420p")
    for plane, value in zip(frame.planes, (level, 128, 128), strict=True):
        plane.update(bytes([value]) * plane.buffer_size)
    return frame


def write_video(
    path: Path,
    levels: Sequence[int],
    *,
    codec: str = "libx264",
    size: tuple[int, int] = (WIDTH, HEIGHT),
    first: int = 0,
    ticks: Sequence[int] = (),
    sounds: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
) -> Path:
    """A video whose frames have these lumas, the first at tick `first` of 1/30 s, or each at its own tick.

    `sounds` are the languages of its sound tracks, a quarter of a second each.
    """
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=FPS, options={**(options or {})})
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, FPS)
        stream.codec_context.thread_count = 1
        tracks = [_sound_track(container, language) for language in sounds]
        for number, level in enumerate(levels):
            frame = frame_of(level, width=size[0], height=size[1])
            frame.pts, frame.time_base = ticks[number] if ticks else first + number, Fraction(1, FPS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        for track in tracks:
            _write_sound(container, track, 12_000)
    return path


def write_sound(path: Path, samples: int = 24_000) -> Path:
    """An MP4 with a track of silent AAC and no pictures."""
    with av.open(str(path), "w", format="mp4") as container:
        _write_sound(container, _sound_track(container, ""), samples)
    return path


def lumas(path: Path) -> list[int]:
    """The mean luma of every frame, in display order."""
    with av.open(str(path)) as container:
        return [
            round(float(np.asarray(frame.to_ndarray(format="yuv420p"))[: frame.height].mean()))
            for frame in container.decode(video=0)
        ]


def moments(path: Path) -> list[Fraction]:
    """The time of every frame, in seconds."""
    with av.open(str(path)) as container:
        return [
            Fraction(frame.pts or 0) * Fraction(frame.time_base or 1) for frame in container.decode(video=0)
        ]


def picture_bytes(path: Path) -> list[bytes]:
    """The video packets, in decoding order."""
    with av.open(str(path)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.size]


def _sound_track(container: Any, language: str) -> Any:
    track = container.add_stream("aac", rate=48_000, layout="mono")
    if language:
        track.metadata["language"] = language
    return track


def _write_sound(container: Any, track: Any, samples: int) -> None:
    for start in range(0, samples, 1024):
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        sound.sample_rate, sound.pts, sound.time_base = 48_000, start, Fraction(1, 48_000)
        container.mux(track.encode(sound))
    container.mux(track.encode(None))
