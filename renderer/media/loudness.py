"""Loudness of a delivered file (ITU-R BS.1770-4, EBU R 128), measured on its decoded sound."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from renderer.core.timecode import AUDIO_RATE, TimeRange
from renderer.errors import ClipwrightError
from renderer.kernels.sound.filtering import energies, filtered
from renderer.kernels.sound.metering import CELL, K_WEIGHTING, MARGIN, OFFSET_DB, interpolator
from renderer.kernels.sound.peaks import peaks
from renderer.media.file_loudness import FileLoudness, Listen

__all__ = ["FileLoudness", "Listen", "measure_loudness"]

SILENCE_LUFS: Final = -70.0
"""Loudness given for a track with no block above the absolute gate of BS.1770, which is this value."""
QUIET_DBFS: Final = -60.0
WINDOW: Final = AUDIO_RATE // 20
"""Samples of a window whose level is recorded."""
HOP: Final = AUDIO_RATE // 10
"""Samples between two loudness measurements."""
_HOPS: Final = 4
SHORTEST_JUDGED: Final = Fraction(1)
"""Seconds; a shorter track has so few of the 400 ms blocks of BS.1770 that the silence which completes the
last of them moves its loudness, and one of less than a block has none."""
_RELATIVE_GATE_LU: Final = -10.0
_Channel: TypeAlias = npt.NDArray[np.float32]
_PIECES: Final = 40
"""Decoded frames that are measured together; 0.85 s of AAC."""


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
    """Planar float stereo at 48 kHz, many frames at a time, since each filter call has a fixed cost."""
    import av  # noqa: PLC0415  # heavy, loaded with the first measurement

    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=AUDIO_RATE)
    pieces: list[tuple[_Channel, _Channel]] = []
    for frame in frames:
        ready = [frame] if _is_ready(frame) else resampler.resample(frame)
        pieces += [_channels(piece) for piece in ready]
        if len(pieces) >= _PIECES:
            yield _joined(pieces)
            pieces = []
    if pieces:
        yield _joined(pieces)


def _channels(frame: Any) -> tuple[_Channel, _Channel]:
    """The samples of a planar float stereo frame, without copying."""
    left, right = (np.frombuffer(plane, np.float32, frame.samples) for plane in frame.planes)
    return left, right


def _joined(pieces: Iterable[tuple[_Channel, _Channel]]) -> npt.NDArray[np.float32]:
    return np.stack([np.concatenate(channel) for channel in zip(*pieces, strict=True)])


def _is_ready(frame: Any) -> bool:
    """Whether a frame is planar float stereo at 48 kHz already, as our own AAC decodes."""
    return (frame.format.name, frame.layout.name, frame.sample_rate) == ("fltp", "stereo", AUDIO_RATE)


def decibels(factor: float) -> float:
    """The level of a factor in decibels; minus infinity for 0."""
    return 20 * math.log10(factor) if factor > 0 else -math.inf


class LoudnessMeasure:
    """Measures planar float stereo at 48 kHz as it comes.

    `peak` is the highest true peak so far (a factor). `moments` are the loudness (LUFS) of the 400 ms before
    every tenth of a second, the blocks by which integrated loudness is gated; the first three are silence.
    """

    def __init__(self) -> None:
        self.peak = 0.0
        self.moments: list[float] = []
        self._states = np.zeros((2, 2 * len(K_WEIGHTING)))
        self._weighted = np.zeros((2, 0), np.float32)
        self._sound = np.zeros((2, MARGIN), np.float32)
        self._hops: list[float] = []

    def push(self, samples: npt.NDArray[np.float32]) -> None:
        """Measure the next samples, shape (2, n)."""
        weighted, self._states = filtered(samples, K_WEIGHTING, self._states)
        self._weigh(weighted)
        self._look(samples)

    def finish(self) -> tuple[float, float]:
        """Integrated loudness (LUFS) and true peak (dBTP); silence completes the last tenth of a second."""
        left = self._weighted.shape[1]
        if left:
            self._weigh(np.zeros((2, HOP - left), np.float32))
        self._look(np.zeros((2, MARGIN + CELL), np.float32))
        return gated(self.moments), decibels(self.peak)

    def _weigh(self, weighted: npt.NDArray[np.float32]) -> None:
        known = np.concatenate([self._weighted, weighted], axis=1)
        self._weighted = known[:, known.shape[1] // HOP * HOP :]
        for energy in energies(known, HOP).tolist():
            self._hops = [*self._hops[1 - _HOPS :], energy / HOP]
            whole = len(self._hops) == _HOPS
            self.moments.append(_lufs(sum(self._hops) / _HOPS) if whole else SILENCE_LUFS)

    def _look(self, samples: npt.NDArray[np.float32]) -> None:
        known = np.concatenate([self._sound, samples], axis=1)
        whole = max(known.shape[1] - 2 * MARGIN, 0) // CELL * CELL
        if whole:
            found = peaks(known[:, : whole + 2 * MARGIN], interpolator(), least=self.peak, rising=True)
            self.peak = max(self.peak, float(found.max()))
        self._sound = known[:, whole:]


def _lufs(energy: float) -> float:
    """Loudness of a weighted mean square, summed over both channels; at least `SILENCE_LUFS`."""
    return max(SILENCE_LUFS, OFFSET_DB + 10.0 * math.log10(energy)) if energy > 0.0 else SILENCE_LUFS


def gated(moments: Sequence[float]) -> float:
    """Integrated loudness (LUFS) by the two gates of BS.1770, from that of overlapping 400 ms blocks."""
    loud = np.array([moment for moment in moments if moment > SILENCE_LUFS])
    if not len(loud):
        return SILENCE_LUFS
    power = np.power(10.0, loud / 10.0)
    gate = 10.0 * np.log10(power.mean()) + _RELATIVE_GATE_LU
    return float(10.0 * np.log10(power[loud > gate].mean()))


class WindowLevels:
    """Whether each 50 ms window is below -60 dBFS (RMS), and the highest sample of each."""

    def __init__(self) -> None:
        self.samples = 0
        self._rest = np.zeros((2, 0), np.float32)
        self.quiet: list[bool] = []
        self.peaks: list[float] = []

    def push(self, samples: npt.NDArray[np.float32]) -> None:
        """Measure the next samples, shape (2, n)."""
        self.samples += samples.shape[1]
        known = np.concatenate([self._rest, samples], axis=1)
        whole = known.shape[1] // WINDOW * WINDOW
        self._rest = known[:, whole:]
        power = energies(known, WINDOW) / (2 * WINDOW)
        self.quiet.extend((power < 10 ** (QUIET_DBFS / 10)).tolist())
        highest = np.abs(known[:, :whole]).reshape(2, -1, WINDOW).max(axis=(0, 2))
        self.peaks.extend(highest.tolist())


def quiet_runs(quiet: Sequence[bool]) -> tuple[TimeRange, ...]:
    """The maximal runs of quiet windows, as times."""
    runs: list[TimeRange] = []
    begin = 0
    for number, now in enumerate([*quiet, False]):
        if now and (number == 0 or not quiet[number - 1]):
            begin = number
        if not now and number > 0 and quiet[number - 1]:
            runs.append(TimeRange(Fraction(begin, 20), Fraction(number, 20)))
    return tuple(runs)
