"""Videos whose frames show their number as black and white bars, written as other programs do."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
BITS = 10


def counted(number: int, width: int = 160, height: int = 96) -> Pixels:
    """An RGB picture of `number` as ten vertical bars of full height, with the lowest bit at the left."""
    picture = np.full((height, width, 3), (60, 90, 120), np.uint8)
    for bit in range(BITS):
        left, right = (width * (2 * bit + edge) // (2 * BITS) for edge in (0, 1))
        picture[:, left : max(right, left + 2)] = 235 if number >> bit & 1 else 16
    return picture


def number_on(luma: Pixels) -> int:
    """The number that `counted` painted."""
    row, width = luma[luma.shape[0] // 2].astype(int), luma.shape[1]
    return sum(1 << bit for bit in range(BITS) if row[width * (4 * bit + 1) // (4 * BITS)] > 125)


def counted_video(path: Path, count: int, **facts: Any) -> Path:
    """Write a video of `count` numbered frames.

    `facts`: `size` (width, height), `rate`, `times` (Fraction seconds), `gop`, `codec`, `format`, `options`,
    `tracks` (hertz of each mono sound track's tone), `sound_from` (seconds), `tick` (of the stamps),
    `aspect`, `rotation`.
    """
    rate, tick = facts.get("rate", 30), facts.get("tick", Fraction(1, 600))
    times: Sequence[Fraction] = facts.get("times", [Fraction(n) / rate for n in range(count)])
    width, height = facts.get("size", (160, 96))
    with av.open(path, "w") as container:
        stream = _picture_stream(container, facts, rate=rate, tick=tick, size=(width, height))
        sounds = [container.add_stream("aac", rate=44_100, layout="mono") for _ in facts.get("tracks", ())]
        for number, moment in enumerate(times[:count]):
            frame = av.VideoFrame.from_ndarray(counted(number, width, height), format="rgb24")
            frame = frame.reformat(format=stream.pix_fmt, dst_colorspace=1, threads=1)
            frame.pts, frame.time_base = round(moment / tick), tick
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        for sound, hertz in zip(sounds, facts.get("tracks", ()), strict=True):
            _sound(container, sound, hertz, float(times[count - 1]), float(facts.get("sound_from", 0)))
    return path


def _picture_stream(
    container: Any, facts: dict[str, Any], *, rate: Any, tick: Fraction, size: tuple[int, int]
) -> Any:
    options = {"crf": "4", "preset": "ultrafast"} | facts.get("options", {})
    stream = container.add_stream(facts.get("codec", "libx264"), rate=rate, options=options)
    stream.width, stream.height = size
    stream.pix_fmt = facts.get("format", "yuv420p")
    stream.codec_context.time_base = tick
    stream.codec_context.gop_size = facts.get("gop", 30)
    stream.codec_context.colorspace = stream.codec_context.color_trc = 1
    if "aspect" in facts:
        stream.codec_context.sample_aspect_ratio = facts["aspect"]
    if "rotation" in facts:
        stream.set_display_rotation(facts["rotation"])
    return stream


def _sound(container: Any, stream: Any, hertz: float, seconds: float, begin: float) -> None:
    moments = np.arange(int(seconds * 44_100)) / 44_100
    wave = (0.5 * np.sin(2 * np.pi * hertz * moments)).astype(np.float32)
    for start in range(0, len(wave) - 1024, 1024):
        frame = av.AudioFrame.from_ndarray(wave[None, start : start + 1024], format="fltp", layout="mono")
        frame.rate, frame.pts, frame.time_base = 44_100, start + round(begin * 44_100), Fraction(1, 44_100)
        container.mux(stream.encode(frame))
    container.mux(stream.encode(None))
