"""Loudness of a delivered file, measured by libavfilter's ebur128 (ITU-R BS.1770-4, EBU R 128)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from renderer.core.timecode import AUDIO_RATE, TimeRange
from renderer.errors import ClipwrightError
from renderer.media.loudness_meter import LoudnessMeasure, WindowLevels, quiet_runs

_PIECES: Final = 40
"""Decoded frames that are measured together; of AAC they last 0.85 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLoudness:
    """Integrated loudness (LUFS), true peak (dBTP, 4 x oversampled), and stretches below -60 dBFS.

    `start` is when the first sample is heard and `duration` how long the track lasts, in seconds; `peaks`
    holds the highest sample (a factor) of every twentieth of a second.
    """

    lufs: float
    true_peak_dbtp: float
    quiet: tuple[TimeRange, ...]
    start: Fraction
    duration: Fraction
    peaks: tuple[float, ...] = ()


Listen: TypeAlias = Callable[[Path], FileLoudness]
"""Measures the first audio track of a file as `measure_loudness` does, and raises as it does."""


def measure_loudness(path: Path) -> FileLoudness:
    """Decode the first audio track of `path` once and measure it; memory does not grow with its length.

    Raises:
        ClipwrightError: `media_unreadable` when there is no audio track or it cannot be decoded.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first measurement

    meter, levels, start = LoudnessMeasure(), WindowLevels(), Fraction(0)
    try:
        with av.open(f"file:{path}", options={"protocol_whitelist": "file"}) as container:
            frames = container.decode(audio=0)
            first = list(itertools.islice(frames, 1))
            if first and first[0].pts is not None and first[0].time_base is not None:
                start = first[0].pts * first[0].time_base
            for samples in stretches(itertools.chain(first, frames)):
                meter.push(samples)
                levels.push(samples)
    except (av.FFmpegError, OSError, IndexError) as error:
        raise ClipwrightError(
            "media_unreadable", path=path, reason=f"no sound could be read: {error}"
        ) from error
    lufs, peak = meter.finish()
    duration = Fraction(levels.samples, AUDIO_RATE)
    return FileLoudness(
        lufs=lufs,
        true_peak_dbtp=peak,
        quiet=quiet_runs(levels.quiet),
        start=start,
        duration=duration,
        peaks=tuple(levels.peaks),
    )


def stretches(frames: Iterable[Any]) -> Iterator[npt.NDArray[np.float32]]:
    """Planar float stereo at 48 kHz, many frames at a time: each step of the filter has its price."""
    import av  # noqa: PLC0415  # heavy, loaded with the first measurement

    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=AUDIO_RATE)
    pieces: list[npt.NDArray[np.float32]] = []
    for frame in frames:
        ready = [frame] if _is_ready(frame) else resampler.resample(frame)
        pieces += [np.asarray(piece.to_ndarray(), np.float32) for piece in ready]
        if len(pieces) >= _PIECES:
            yield np.hstack(pieces)
            pieces = []
    if pieces:
        yield np.hstack(pieces)


def _is_ready(frame: Any) -> bool:
    """Whether a frame is planar float stereo at 48 kHz already, as our own AAC decodes."""
    return (frame.format.name, frame.layout.name, frame.sample_rate) == ("fltp", "stereo", AUDIO_RATE)
