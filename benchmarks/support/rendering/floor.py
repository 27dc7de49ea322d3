"""The encode-only floor of rendering: the same frames from memory, without the time to compose them."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

import av
import numpy as np

from benchmarks.support.rendering.turns import clock
from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.aac import SoundTrack
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.encode import VideoShape
from renderer.media.encoding.encoder_memory import encoder_memory
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.encoding.mp4_writer import mp4_output

WINDOW: Final = 300
"""Frames composed into memory at a time: 10 s, 0.9 GB at 1080 x 1920."""
BEFORE: Final = EncoderProfile(preset="veryfast", crf=20, tuning=(), gop=30, threads=4)
"""Encoder settings of the product before decision 0030."""
FIXED: Final = EncoderProfile(
    preset="superfast",
    crf=18,
    tuning=(
        ("mbtree", "1"), ("rc-lookahead", "8"), ("b-adapt", "0"), ("b-pyramid", "none"), ("weightp", "0"),
    ),
    drawn_qps=(),
    drawn_tuning=(),
)  # fmt: skip
"""Encoder settings of the fixed floor (docs/decisions/0067): those of decision 0030, for all frames, but for
weighted prediction of P-frames, which takes time and is no longer used."""


class Cost(NamedTuple):
    """Seconds of wall time and of processor time."""

    wall: float
    cpu: float


def for_nobody() -> None:
    """Wait for no other encoder."""


def encode_alone(
    source: Drawer,
    frame_count: int,
    *,
    shape: VideoShape,
    profile: EncoderProfile,
    sound: Path,
    into: Path,
    together: Callable[[], object] = for_nobody,
) -> Cost:
    """Cost of encoding frames and sound into one file in this process.

    `together` is called after each window of frames is composed, and may wait until other encoders have
    composed theirs.
    """
    spent = _Spent()
    frames = [av.VideoFrame(shape.width, shape.height, "yuv420p") for _ in range(min(WINDOW, frame_count))]
    with encoder_memory(), mp4_output(into) as container:
        stream = add_video_stream(container, profile, width=shape.width, height=shape.height, fps=shape.fps)
        length = Fraction(frame_count, shape.fps)
        track = SoundTrack(container, sound, duration=length, bit_rate=profile.audio_bit_rate)
        container.start_encoding()
        for first in range(0, frame_count, WINDOW):
            window = range(first, min(frame_count, first + WINDOW))
            for number in window:
                source.draw(number, planes_of(frames[number - first]))
            together()
            with spent:
                for number in window:
                    frame = frames[number - first]
                    frame.pts, frame.time_base = number, Fraction(1, shape.fps)
                    _mux(stream.encode(frame), container, track)
        with spent:
            _mux(stream.encode(None), container, track)
            track.finish()
    return Cost(spent.wall, spent.cpu)


class _Spent:
    """Adds up the wall and processor time of its `with` blocks."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._began = clock(), time.process_time()

    def __exit__(self, *error: object) -> None:
        self.wall += clock() - self._began[0]
        self.cpu += time.process_time() - self._began[1]


def _mux(packets: list[Any], container: Any, sound: SoundTrack) -> None:
    for packet in packets:
        sound.write_until(packet.pts * packet.time_base)
        container.mux(packet)


def planes_of(frame: Any) -> Planes:
    """Writable views of the planes of a PyAV frame."""
    sizes = [(frame.height, frame.width), *[(frame.height // 2, frame.width // 2)] * 2]
    views = [
        np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:rows, :columns]
        for plane, (rows, columns) in zip(frame.planes, sizes, strict=True)
    ]
    return Planes(*views)
