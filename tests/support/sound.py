"""Sounds for tests, and independent measurements by ffmpeg's filters (through PyAV)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt

from renderer.audio.signal.samples import decibels
from renderer.audio.signal.true_peak import MARGIN, oversampled_peaks
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Measured:
    lufs: float
    true_peak_dbtp: float


def speechlike(
    runs: Sequence[TimeRange], duration: Fraction, *, pitch: float = 118.0, seed: int = 5
) -> Samples:
    """Mono "speech": syllables of a formant-shaped pulse train with hiss between them, only inside `runs`.

    The array is cached and therefore read-only.
    """
    return _speechlike(tuple(runs), duration, pitch, seed)


@lru_cache(maxsize=4)
def _speechlike(runs: tuple[TimeRange, ...], duration: Fraction, pitch: float, seed: int) -> Samples:
    """Compute the samples; cached, since 31 sines per sample take seconds for a minute of sound."""
    frames = sample_at(duration)
    time = np.arange(frames) / AUDIO_RATE
    random = np.random.default_rng(seed)
    voice = np.zeros(frames)
    for harmonic in range(1, 32):
        at = harmonic * pitch
        level = sum(
            gain / (1.0 + ((at - mid) / 120.0) ** 2) for mid, gain in ((520, 1.0), (1450, 0.4), (2600, 0.2))
        )
        voice += level * np.sin(2 * np.pi * at * time + harmonic**2)
    syllables = np.clip(np.sin(2 * np.pi * 2.1 * time), 0.0, 1.0) ** 0.7
    hiss = (
        np.diff(random.standard_normal(frames + 1)) * np.clip(-np.sin(2 * np.pi * 2.1 * time), 0.0, 1.0) ** 4
    )
    inside = np.zeros(frames)
    for run in runs:
        inside[sample_at(run.start) : sample_at(run.end)] = 1.0
    spoken = np.asarray((0.1 * voice * (0.15 + syllables) + 0.03 * hiss) * inside, np.float32)
    spoken.setflags(write=False)
    return spoken


def ebur128(sound: Samples) -> Measured:
    """Loudness and true peak of (channels, frames) at 48 kHz by libavfilter."""
    layout = "stereo" if len(sound) == 2 else "mono"
    graph = av.filter.Graph()
    source = graph.add_abuffer(
        sample_rate=AUDIO_RATE, layout=layout, format="fltp", time_base=Fraction(1, AUDIO_RATE)
    )
    meter, sink = graph.add("ebur128", "metadata=1:framelog=quiet:peak=true"), graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    facts: dict[str, str] = {}
    for start in range(0, sound.shape[1], 4800):
        source.push(_frame(sound[:, start : start + 4800], start, layout))
        _drain(sink, facts)
    source.push(None)
    _drain(sink, facts)
    peak = max(float(value) for key, value in facts.items() if "true_peaks_ch" in key)
    return Measured(lufs=float(facts["lavfi.r128.I"]), true_peak_dbtp=20 * np.log10(max(peak, 1e-6)))


def through_aac(sound: Samples, path: Path, *, bit_rate: int = 192_000) -> Samples:
    """The sound after encoding as AAC in MP4 and decoding: (2, frames with the codec's padding)."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=AUDIO_RATE, layout="stereo")
        stream.bit_rate = bit_rate
        for start in range(0, sound.shape[1], 1024):
            container.mux(stream.encode(_frame(sound[:, start : start + 1024], start, "stereo")))
        container.mux(stream.encode(None))
    with av.open(str(path)) as container:
        return np.concatenate([frame.to_ndarray() for frame in container.decode(audio=0)], axis=1)


def _frame(block: Samples, start: int, layout: str) -> av.AudioFrame:
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(block), format="fltp", layout=layout)
    frame.sample_rate, frame.pts, frame.time_base = AUDIO_RATE, start, Fraction(1, AUDIO_RATE)
    return frame


def _drain(sink: Any, facts: dict[str, str]) -> None:
    while True:
        try:
            facts.update(sink.pull().metadata)
        except (av.BlockingIOError, av.EOFError):
            return


def band_level(sound: Samples, low_hz: float, high_hz: float) -> float:
    """Energy between two frequencies in dB, all channels together."""
    power = np.abs(np.fft.rfft(np.atleast_2d(sound).astype(np.float64), axis=-1)) ** 2
    hertz = np.fft.rfftfreq(sound.shape[-1], 1 / AUDIO_RATE)
    chosen = (hertz >= low_hz) & (hertz < high_hz)
    return float(10 * np.log10(power[:, chosen].sum() / sound.shape[-1] ** 2 + 1e-20))


def level_db(sound: Samples) -> float:
    """RMS in dBFS."""
    return float(10 * np.log10(np.mean(np.square(sound, dtype=np.float64)) + 1e-20))


def correlation(sound: Samples) -> float:
    """Correlation of the two channels, in [-1, 1]."""
    left, right = sound.astype(np.float64) - sound.mean(axis=1, keepdims=True)
    return float((left * right).sum() / np.sqrt((left**2).sum() * (right**2).sum()))


def true_peak(sound: Samples) -> float:
    """Highest true peak (dBTP) of a whole short sound, by our own measure."""
    padded = np.pad(np.atleast_2d(sound), ((0, 0), (MARGIN, MARGIN)))
    return decibels(float(oversampled_peaks(padded).max(initial=0.0)))
