"""Turns an engine's marks (character offset, sample) into one span per token.

Engines merge words ("one of"), split them ("$5") or skip them; a token without a mark of its own gets a
share of the voiced part of its stretch, by its number of letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Samples, TokenSpan
from renderer.core.script import Token

EXACT: Final = 1.0
INTERPOLATED: Final = 0.6
FRAME_SECONDS: Final = 0.005
SILENCE_DB: Final = -45.0
PAUSE_FRAMES: Final = 20
"""Longest silence (100 ms) that is part of a word (a stop closure); a longer one is a pause."""
RELEASE_FRAMES: Final = 4
"""Frames of decay (20 ms) that a word before a pause keeps."""


class SpokenText(Struct, frozen=True, kw_only=True):
    """The text that is given to an engine, and the half-open character range of each token in it."""

    text: str
    ranges: tuple[tuple[int, int], ...]


def spoken_with_ranges(tokens: Sequence[Token]) -> SpokenText:
    """The tokens' spoken forms joined by their gaps."""
    text = ""
    ranges = []
    for token in tokens:
        start = len(text)
        text += token.spoken
        ranges.append((start, len(text)))
        text += token.gap if token.spoken else ""
    return SpokenText(text=text.rstrip(), ranges=tuple(ranges))


class _Stretch(Struct, frozen=True):
    """Tokens `first` to `last`, inclusive, which are heard somewhere in samples [start, end)."""

    first: int
    last: int
    start: int
    end: int


def spans_from_marks(
    marks: Sequence[tuple[int, int]], *, tokens: Sequence[Token], samples: Samples, rate: int
) -> tuple[TokenSpan, ...]:
    """One span per token: in order, not overlapping, not empty, inside the audio.

    Returns none when there are fewer samples than tokens. `samples` is mono in [-1, 1].
    """
    total = len(samples)
    if total < len(tokens) or not tokens:
        return ()
    spoken = spoken_with_ranges(tokens)
    starts = _marked_starts(marks, spoken.ranges, total)
    voiced = _voiced_frames(samples, rate)
    step = max(1, round(FRAME_SECONDS * rate))
    edges: list[tuple[int, int, float]] = []
    for stretch in _stretches(starts, len(tokens), total):
        trimmed = _trimmed(stretch, voiced, step)
        edges += _shared(trimmed, tokens, exact=stretch.first in starts)
    return _separated(edges, total)


def _marked_starts(
    marks: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]], total: int
) -> dict[int, int]:
    """The sample of each token's first mark, without marks that are out of order."""
    first: dict[int, int] = {}
    for offset, sample in sorted(marks, key=lambda mark: mark[1]):
        for token, (start, end) in enumerate(ranges):
            if start <= offset < end and 0 <= sample < total:
                first.setdefault(token, sample)
    starts: dict[int, int] = {}
    latest = -1
    for token in sorted(first):
        if first[token] > latest:
            starts[token] = latest = first[token]
    return starts


def _stretches(starts: dict[int, int], count: int, total: int) -> list[_Stretch]:
    heads = sorted(starts) or [0]
    if heads[0] != 0:
        # leading tokens without a mark share the stretch before the first mark, or the first marked stretch
        heads = [0, *heads] if starts[heads[0]] > 0 else [0, *heads[1:]]
    places = [starts.get(head, 0) for head in heads]
    lasts = [head - 1 for head in heads[1:]] + [count - 1]
    ends = [*places[1:], total]
    return [_Stretch(*row) for row in zip(heads, lasts, places, ends, strict=True)]


def _voiced_frames(samples: Samples, rate: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    step = max(1, round(FRAME_SECONDS * rate))
    frames = np.resize(samples, (len(samples) // step) * step).reshape(-1, step)
    level = np.sqrt(np.mean(np.square(frames, dtype=np.float64), axis=1))
    loudest = float(level.max(initial=0.0))
    quiet: np.ndarray[tuple[int], np.dtype[np.bool_]] = level > max(loudest * 10 ** (SILENCE_DB / 20), 1e-6)
    return quiet


def _trimmed(stretch: _Stretch, voiced: np.ndarray[tuple[int], np.dtype[np.bool_]], step: int) -> _Stretch:
    """The stretch without the pauses at its ends; unchanged when nothing in it is voiced."""
    low, high = stretch.start // step, max(stretch.start // step + 1, stretch.end // step)
    heard = np.flatnonzero(voiced[low:high])
    if not len(heard):
        return stretch
    start, end = stretch.start, stretch.end
    if heard[0] >= RELEASE_FRAMES:
        start = max(start, (low + int(heard[0])) * step)
    if (high - low) - int(heard[-1]) > PAUSE_FRAMES:
        end = min(end, (low + int(heard[-1]) + 1 + RELEASE_FRAMES) * step)
    return _Stretch(stretch.first, stretch.last, start, max(end, start + 1))


def _shared(stretch: _Stretch, tokens: Sequence[Token], *, exact: bool) -> list[tuple[int, int, float]]:
    members = tokens[stretch.first : stretch.last + 1]
    weights = [1 + sum(letter.isalnum() for letter in token.spoken) for token in members]
    borders = np.concatenate(([0], np.cumsum(weights))) / sum(weights)
    places = [round(stretch.start + float(border) * (stretch.end - stretch.start)) for border in borders]
    trust = [EXACT if exact else INTERPOLATED] + [INTERPOLATED] * (len(members) - 1)
    return list(zip(places, places[1:], trust, strict=False))


def _separated(edges: Sequence[tuple[int, int, float]], total: int) -> tuple[TokenSpan, ...]:
    """Spans that are at least one sample long and inside the audio."""
    spans: list[TokenSpan] = []
    floor = 0
    for token, (start, end, confidence) in enumerate(edges):
        room = total - (len(edges) - 1 - token)
        begin = min(max(start, floor), room - 1)
        floor = min(max(end, begin + 1), room)
        spans.append(TokenSpan(token=token, start=begin, end=floor, confidence=confidence))
    return tuple(spans)
