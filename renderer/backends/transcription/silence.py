"""Cuts long audio at silences: Silero VAD (in the faster-whisper wheel), a window at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.transcription.base import RATE, AudioSource, Samples
from renderer.backends.voice_activity.silero import SileroVad

WINDOW_SECONDS: Final = 120
"""Length of the audio that is read at a time and held in memory."""
GAIN_STEP: Final = 160


class Passage(Struct, frozen=True, kw_only=True, eq=False):
    """A piece of audio that contains speech.

    `samples` begin at sample `start` of the source; `speech` are half-open ranges of `samples` in which
    somebody speaks.
    """

    start: int
    samples: Samples
    speech: tuple[tuple[int, int], ...]


def passages(source: AudioSource) -> Iterator[Passage]:
    """The source in pieces of at most `WINDOW_SECONDS`, cut in the last silence that fits.

    Where speech has no pause for that long, the cut is made at the quietest moment of the last ten seconds.
    Pieces without speech are left out.
    """
    window = WINDOW_SECONDS * RATE
    start = 0
    while start < source.samples:
        samples = source.read(start, window)
        if not len(samples):
            return
        speech = speech_ranges(samples)
        end = len(samples) if start + len(samples) >= source.samples else _cut(samples, speech)
        kept = tuple((first, min(last, end)) for first, last in speech if first < end)
        if kept:
            yield Passage(start=start, samples=samples[:end], speech=kept)
        start += end


def speech_ranges(samples: Samples) -> tuple[tuple[int, int], ...]:
    """Half-open ranges in which Silero hears speech; `samples` mono at 16 kHz."""
    return SileroVad().speech(samples)


def _cut(samples: Samples, speech: tuple[tuple[int, int], ...]) -> int:
    """Where to end the piece: after its last complete stretch of speech, if that is past the middle."""
    ends = [last for _, last in speech if last < len(samples)]
    if not speech:
        return len(samples)
    if ends and ends[-1] > len(samples) // 2:
        return ends[-1]
    tail = samples[-10 * RATE :]
    steps = tail[: len(tail) // GAIN_STEP * GAIN_STEP].reshape(-1, GAIN_STEP)
    quietest = int(np.argmin(np.square(steps).mean(axis=1)))
    return len(samples) - len(tail) + quietest * GAIN_STEP + GAIN_STEP // 2
