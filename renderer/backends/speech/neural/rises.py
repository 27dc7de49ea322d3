"""Moves word starts after pauses to where the sound rises.

Predicted durations are whole frames of 25 ms, and how long before or after its frames a sound is heard
depends on the sound and the language: vowels come early, voiced consonants late. After a pause the rise is
unambiguous, so it is measured there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from renderer.backends.speech.base import Samples, TokenSpan

HOP_SECONDS: Final = 0.002
WINDOW_SECONDS: Final = 0.006
BEFORE_SECONDS: Final = 0.14
AFTER_SECONDS: Final = 0.12
"""How far after its predicted start a word's rise is searched for; `BEFORE_SECONDS` is the same before."""
WORD_SECONDS: Final = 0.15
"""Length of the sound after the predicted start from which the word's level is taken."""
UNDER_WORD_DB: Final = 28.0
OVER_FLOOR_DB: Final = 9.0
QUIET_SECONDS: Final = 0.04
"""Shortest quiet before a rise."""


def risen(
    spans: Sequence[TokenSpan], samples: Samples, rate: int, *, after_pause: Collection[int]
) -> tuple[TokenSpan, ...]:
    """The spans, with those of the tokens `after_pause` starting where their sound rises, if it does nearby.

    Spans never overlap and always keep at least their last sample.
    """
    levels = _levels(samples, rate)
    found: list[TokenSpan] = []
    for span in spans:
        start = _rise(levels, span.start / rate) if span.token in after_pause else None
        if start is not None:
            floor = found[-1].start + 1 if found else 0
            begin = min(max(round(start * rate), floor), span.end - 1)
            if found and found[-1].end > begin:
                found[-1] = replace(found[-1], end=begin)
            found.append(replace(span, start=begin))
        else:
            found.append(span)
    return tuple(found)


def _levels(samples: Samples, rate: int) -> npt.NDArray[np.float64]:
    """Levels in decibels every 2 ms, each over the 6 ms around it."""
    hop, half = round(HOP_SECONDS * rate), round(WINDOW_SECONDS * rate / 2)
    power = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    middles = np.arange(0, len(samples), hop)
    low, high = np.maximum(middles - half, 0), np.minimum(middles + half, len(samples))
    mean = (power[high] - power[low]) / np.maximum(high - low, 1)
    return np.asarray(10.0 * np.log10(mean + 1e-12))


def _rise(levels: npt.NDArray[np.float64], start: float) -> float | None:
    """The time nearest to `start`, in seconds, at which the word rises out of quiet; None without one."""
    at = round(start / HOP_SECONDS)
    first = max(0, at - round(BEFORE_SECONDS / HOP_SECONDS))
    last = min(len(levels), at + round(AFTER_SECONDS / HOP_SECONDS))
    word = levels[at : at + round(WORD_SECONDS / HOP_SECONDS)]
    if last - first < 2 or not len(word):  # noqa: PLR2004 - a rise has two sides
        return None
    near = levels[first:last]
    bar = max(float(word.max()) - UNDER_WORD_DB, float(near.min()) + OVER_FLOOR_DB)
    sounds = near > bar
    quiet = round(QUIET_SECONDS / HOP_SECONDS)
    rises = [
        place
        for place in np.flatnonzero(sounds)
        if not sounds[max(0, place - quiet) : place].any() and (place >= quiet or first == 0)
    ]
    if not rises:
        return None
    return float(first + min(rises, key=lambda place: abs(first + place - at))) * HOP_SECONDS
