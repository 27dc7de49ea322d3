"""Loudness of a delivered file, measured by libavfilter's ebur128 (ITU-R BS.1770-4, EBU R 128)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from renderer.core.timecode import AUDIO_RATE, TimeRange
from renderer.errors import ClipwrightError

SILENCE_LUFS: Final = -70.0
"""What a track without any gated block measures, as BS.1770's absolute gate."""
QUIET_DBFS: Final = -60.0
WINDOW: Final = AUDIO_RATE // 20
"""Samples of a window whose level is noted."""
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


def decibels(factor: float) -> float:
    """The level of a factor in decibels; that of nothing is endless."""
    return 20 * math.log10(factor) if factor > 0 else -math.inf


class LoudnessMeasure:
    """libavfilter's ebur128 fed with planar float stereo at 48 kHz.

    `peak` is the highest true peak so far (a factor); `moments` are the loudness (LUFS) of the 400 ms before
    every tenth of a second, which integrated loudness is gated by.
    """

    def __init__(self) -> None:
        import av  # noqa: PLC0415  # heavy, loaded with the first measurement

        self.peak = 0.0
        self.moments: list[float] = []
        self._av = av
        self._graph = av.filter.Graph()
        clock = Fraction(1, AUDIO_RATE)
        self._source = self._graph.add_abuffer(
            sample_rate=AUDIO_RATE, layout="stereo", format="fltp", time_base=clock
        )
        measure = self._graph.add("ebur128", "metadata=1:framelog=quiet:peak=true")
        self._sink = self._graph.add("abuffersink")
        self._source.link_to(measure)
        measure.link_to(self._sink)
        self._graph.configure()
        self._position = 0
        self._lufs = SILENCE_LUFS

    def push(self, samples: npt.NDArray[np.float32]) -> None:
        """The next (2, n)."""
        frame: Any = self._av.AudioFrame.from_ndarray(samples, format="fltp", layout="stereo")
        frame.sample_rate, frame.pts = AUDIO_RATE, self._position
        frame.time_base = Fraction(1, AUDIO_RATE)
        self._position += samples.shape[1]
        self._source.push(frame)
        self._read()

    def finish(self) -> tuple[float, float]:
        """LUFS and dBTP; the filter reports every 100 ms, so silence pushes the last piece through."""
        self.push(np.zeros((2, AUDIO_RATE // 10), np.float32))
        self._source.push(None)
        self._read()
        return max(SILENCE_LUFS, self._lufs), decibels(self.peak)

    def _read(self) -> None:
        while True:
            try:
                facts = dict(self._sink.pull().metadata)
            except (self._av.error.BlockingIOError, self._av.error.EOFError):
                return
            if "lavfi.r128.I" in facts:
                self._lufs = float(facts["lavfi.r128.I"])
                self.peak = max(self.peak, float(facts["lavfi.r128.true_peak"]))
                self.moments.append(float(facts["lavfi.r128.M"]))


class WindowLevels:
    """Of consecutive 50 ms windows, whether they are below -60 dBFS (RMS), and the highest sample of each."""

    def __init__(self) -> None:
        self.samples = 0
        self._rest = np.zeros(0, np.float32)
        self._highest = np.zeros(0, np.float32)
        self.quiet: list[bool] = []
        self.peaks: list[float] = []

    def push(self, samples: npt.NDArray[np.float32]) -> None:
        """The next (2, n)."""
        self.samples += samples.shape[1]
        power = np.hstack([self._rest, np.square(samples).mean(axis=0)])
        whole = len(power) // WINDOW * WINDOW
        means = power[:whole].reshape(-1, WINDOW).mean(axis=1)
        self.quiet.extend((means < 10 ** (QUIET_DBFS / 10)).tolist())
        self._rest = power[whole:]
        highest = np.hstack([self._highest, np.abs(samples).max(axis=0)])
        self.peaks.extend(highest[:whole].reshape(-1, WINDOW).max(axis=1).tolist())
        self._highest = highest[whole:]


def quiet_runs(quiet: Sequence[bool]) -> tuple[TimeRange, ...]:
    """Maximal runs of quiet windows."""
    runs: list[TimeRange] = []
    begin = 0
    for number, now in enumerate([*quiet, False]):
        if now and (number == 0 or not quiet[number - 1]):
            begin = number
        if not now and number > 0 and quiet[number - 1]:
            runs.append(TimeRange(Fraction(begin, 20), Fraction(number, 20)))
    return tuple(runs)
