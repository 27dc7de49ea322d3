"""Finishes every generated line: trims silence, sets its level and fades its edges against clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.backends.speech.base import Samples, Speech, TokenSpan

LEVEL_DBFS: Final = -20.0
"""Root mean square of the voiced part; the voice chain expects speech at about this level."""
PEAK_DBFS: Final = -1.0
FADE_SECONDS: Final = 0.005
LEAD_SECONDS: Final = 0.03
TAIL_SECONDS: Final = 0.08
STEP_SECONDS: Final = 0.005
SILENCE_DB: Final = -40.0


def finished(samples: Samples, rate: int, spans: Sequence[TokenSpan] = ()) -> Speech:
    """The line trimmed, levelled and faded, with its spans shifted to match; empty for silence.

    `samples` is mono at `rate` hertz; non-finite values count as silence.
    """
    clean = np.nan_to_num(np.asarray(samples, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    voiced = _voiced(clean, rate)
    if not len(voiced):
        return Speech(samples=np.zeros(0, np.float32), rate=rate, spans=())
    step = max(1, round(STEP_SECONDS * rate))
    start = max(0, int(voiced[0]) * step - round(LEAD_SECONDS * rate))
    end = min(len(clean), (int(voiced[-1]) + 1) * step + round(TAIL_SECONDS * rate))
    kept = clean[start:end] * _gain(clean, voiced, step)
    return Speech(samples=_faded(kept, rate), rate=rate, spans=tuple(_moved(spans, start, len(kept))))


def voiced_range(samples: Samples, rate: int) -> tuple[int, int]:
    """The first voiced sample and the one after the last; the whole range if none is voiced."""
    voiced = _voiced(samples, rate)
    step = max(1, round(STEP_SECONDS * rate))
    return (int(voiced[0]) * step, (int(voiced[-1]) + 1) * step) if len(voiced) else (0, len(samples))


def _voiced(samples: Samples, rate: int) -> np.ndarray[tuple[int], np.dtype[np.int_]]:
    """Indices of the 5 ms steps that are at most 40 dB quieter than the loudest."""
    step = max(1, round(STEP_SECONDS * rate))
    count = len(samples) // step
    if not count:
        return np.zeros(0, np.int_)
    power = np.mean(np.square(samples[: count * step].reshape(count, step), dtype=np.float64), axis=1)
    return np.flatnonzero(power > max(float(power.max()) * 10.0 ** (SILENCE_DB / 10.0), 1e-12))


def _gain(samples: Samples, voiced: np.ndarray[tuple[int], np.dtype[np.int_]], step: int) -> np.float32:
    pieces = samples[: (int(voiced[-1]) + 1) * step].reshape(-1, step)[voiced]
    level = float(np.sqrt(np.mean(np.square(pieces, dtype=np.float64))))
    wanted = 10.0 ** (LEVEL_DBFS / 20.0) / level
    return np.float32(min(wanted, 10.0 ** (PEAK_DBFS / 20.0) / float(np.abs(samples).max())))


def _faded(samples: Samples, rate: int) -> Samples:
    count = min(round(FADE_SECONDS * rate), len(samples) // 2)
    ramp = (0.5 - 0.5 * np.cos(np.pi * (np.arange(count) + 0.5) / max(1, count))).astype(np.float32)
    faded = samples.copy()
    faded[:count] *= ramp
    faded[len(faded) - count :] *= ramp[::-1]
    return faded


def _moved(spans: Sequence[TokenSpan], by: int, total: int) -> list[TokenSpan]:
    """The spans after `by` samples were cut off the start, inside the audio and not empty."""
    moved: list[TokenSpan] = []
    floor = 0
    for number, span in enumerate(spans):
        room = total - (len(spans) - 1 - number)
        start = min(max(span.start - by, floor), room - 1)
        floor = min(max(span.end - by, start + 1), room)
        moved.append(TokenSpan(token=span.token, start=start, end=floor, confidence=span.confidence))
    return moved if total >= len(spans) else []
