"""What is measured of decoded sound as it passes: loudness and true peak (libavfilter's ebur128), windows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from renderer.core.timecode import AUDIO_RATE, TimeRange

SILENCE_LUFS: Final = -70.0
"""What a track without any gated block measures, as BS.1770's absolute gate."""
QUIET_DBFS: Final = -60.0
WINDOW: Final = AUDIO_RATE // 20
"""Samples of a window whose level is noted."""


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
