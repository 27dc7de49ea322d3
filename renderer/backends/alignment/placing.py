"""Turns estimated word times into valid spans: in order, disjoint, not empty, inside the audio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.alignment.mfcc import HOP, RATE, Voiced
from renderer.backends.speech.base import Speech, TokenSpan

PAUSE_FRAMES: Final = 10
"""Shortest silence (100 ms) between two words that is counted to neither of them."""
SHORTEST_SECONDS: Final = 0.02


class Placed(Struct, frozen=True, kw_only=True):
    """An estimated word time in seconds from the start of the audio, with a confidence in [0, 1]."""

    start: float
    end: float
    confidence: float


def tidy_spans(
    placed: Sequence[Placed], speech: Speech, *, voiced: Voiced, source: str
) -> tuple[TokenSpan, ...]:
    """One span per estimate, however bad the estimates are; the audio must have at least a sample for each.

    Starts are put into ascending order; a word ends where the next begins, unless there is a pause between
    them. `voiced` says for every 10 ms of the audio whether it holds speech.
    """
    rate, total = speech.rate, len(speech.samples)
    starts = _rising([word.start for word in placed], total / rate)
    ends = [*starts[1:], max(placed[-1].end, starts[-1] + SHORTEST_SECONDS)]
    spans: list[TokenSpan] = []
    floor = 0
    for token, (word, start, end) in enumerate(zip(placed, starts, ends, strict=True)):
        room = total - (len(placed) - 1 - token)
        first = min(max(round(start * rate), floor), room - 1)
        heard = _without_pause(start, end, voiced)
        floor = min(max(round(heard * rate), first + 1), room)
        spans.append(
            TokenSpan(token=token, start=first, end=floor, confidence=_unit(word.confidence), source=source)
        )
    return tuple(spans)


def _unit(confidence: float) -> float:
    return min(1.0, max(0.0, confidence))


def _rising(starts: Sequence[float], seconds: float) -> list[float]:
    """Starts in ascending order that leave `SHORTEST_SECONDS` for each word where there is room."""
    gap = min(SHORTEST_SECONDS, seconds / (len(starts) + 1))
    order = np.arange(len(starts)) * gap
    risen = np.maximum.accumulate(np.asarray(starts) - order) + order
    latest = seconds - gap * (len(starts) - np.arange(len(starts)))
    return [float(start) for start in np.clip(risen, 0.0, np.maximum(latest, 0.0))]


def _without_pause(start: float, end: float, voiced: Voiced) -> float:
    """When the word stops sounding, if a pause follows it before `end`; else `end`."""
    first, last = int(start * RATE / HOP), min(int(end * RATE / HOP), len(voiced))
    heard = np.flatnonzero(voiced[first:last])
    if not len(heard) or (last - first) - int(heard[-1]) - 1 < PAUSE_FRAMES:
        return end
    return (first + int(heard[-1]) + 2) * HOP / RATE
