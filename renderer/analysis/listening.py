"""The sound of a source: its loudness, the mono sound for transcription, and when somebody speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.audio.signal.loudness import LoudnessMeter
from renderer.backends.transcription.base import AudioSource
from renderer.backends.voice_activity.base import RATE, Stretch, VoiceActivityDetector
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_time

CHANNELS: Final = 2
WINDOW_SECONDS: Final = 60
"""Length of the window searched for speech at a time, which is held in memory."""
CONTEXT_SECONDS: Final = 1
"""Sound added before and after each window, so that no word is cut off."""
JOINED_SECONDS: Final = 0.2
"""Stretches of speech no farther apart than this are joined."""
SILENCE_LUFS: Final = -70.0
_FULL_SCALE: Final = 32_767

Samples = npt.NDArray[np.float32]


class StoredSpeech(Struct, frozen=True):
    """An `AudioSource` of mono sound at 16 kHz, in a file of 16-bit integers written by `write_speech`."""

    path: Path

    @property
    def samples(self) -> int:
        """Number of samples."""
        return self.path.stat().st_size // 2

    def read(self, start: int, count: int) -> Samples:
        """`count` samples in [-1, 1] from `start` on; fewer at the end."""
        found = np.fromfile(self.path, "<i2", count, offset=2 * start)
        return np.asarray(found.astype(np.float32) / _FULL_SCALE, np.float32)


def write_speech(blocks: Iterable[Samples], out: BinaryIO) -> float | None:
    """Write stereo blocks at 48 kHz as mono at 16 kHz; returns their loudness in LUFS, None for silence."""
    import soxr  # noqa: PLC0415  heavy

    meter, resampler = LoudnessMeter(CHANNELS), soxr.ResampleStream(AUDIO_RATE, RATE, 1, dtype="float32")
    for block in blocks:
        meter.feed(block)
        _write(out, resampler.resample_chunk(np.ascontiguousarray(block.mean(axis=0))))
    _write(out, resampler.resample_chunk(np.zeros(0, np.float32), last=True))
    loudness = meter.integrated()
    return round(loudness, 2) if loudness > SILENCE_LUFS else None


def _write(out: BinaryIO, mono: Any) -> None:
    scaled = np.clip(np.asarray(mono, np.float32), -1, 1) * _FULL_SCALE
    out.write(np.rint(scaled).astype("<i2").tobytes())


def speech_spans(source: AudioSource, detector: VoiceActivityDetector) -> Iterator[tuple[TimeRange, ...]]:
    """Yield all stretches of speech found so far after every window; nothing for an empty source."""
    found: list[Stretch] = []
    window = WINDOW_SECONDS * RATE
    for start in range(0, source.samples, window):
        found += _window(source, detector, start, min(start + window, source.samples))
        yield tuple(
            TimeRange(sample_time(first, RATE), sample_time(last, RATE)) for first, last in _joined(found)
        )


def _window(source: AudioSource, detector: VoiceActivityDetector, start: int, stop: int) -> Iterator[Stretch]:
    begin = max(0, start - CONTEXT_SECONDS * RATE)
    end = min(source.samples, stop + CONTEXT_SECONDS * RATE)
    for first, last in detector.speech(source.read(begin, end - begin)):
        first_here, last_here = max(start, begin + first), min(stop, begin + last)
        if last_here > first_here:
            yield first_here, last_here


def _joined(stretches: Sequence[Stretch]) -> list[Stretch]:
    joined: list[Stretch] = []
    for first, last in sorted(stretches):
        if joined and first - joined[-1][1] <= JOINED_SECONDS * RATE:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
