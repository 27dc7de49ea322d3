"""Forced alignment for every language: the narration is warped onto synthetic readings of the same text.

The readings have exact word times, and each is in another voice; for every line the reading with the
cheapest path is used. The mapping from path costs to a word's confidence was fitted on 3,460 words of an
unrelated synthesiser, clean and in noise (benchmarks/alignment.py prints the same table).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
from msgspec import Struct

from renderer.backends.alignment.mfcc import (
    HOP,
    RATE,
    Cepstra,
    Frames,
    cepstra,
    matched,
    mel_power,
    voiced_frames,
)
from renderer.backends.alignment.placing import Placed, tidy_spans
from renderer.backends.alignment.warping import Warp, carried, cosine_costs, warps
from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError

LONGEST_SECONDS: Final = 90.0
"""Longest line; the cost table grows with the square of its duration."""
LEAST_WORDS_SECONDS: Final = 0.02
FRAME_SECONDS: Final = HOP / RATE
_BEFORE, _AFTER = 8, 12
"""Frames before and after a word's start from which its confidence is computed."""
_COST_TRUST: Final = ((0.55, 0.65, 0.75, 0.85), (0.97, 0.9, 0.7, 0.35))
_TEXT_TRUST: Final = ((0.62, 0.66, 0.70), (1.0, 0.6, 0.3))
"""By mean cost of the whole path: 0.44 to 0.65 for the right text, 0.64 to 0.8 for a wrong one as long."""
_STILL_TRUST: Final = ((0.4, 0.5, 0.6), (1.0, 0.6, 0.2))


class ReferenceReader(Protocol):
    """Reads a line aloud in several voices, with a span per token each time."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever a reading could differ."""
        ...

    def readings(self, line: Line, *, language: Language) -> Sequence[Speech]:
        """At least one reading; raises `ClipwrightError` when the line cannot be read."""
        ...


class _Match(Struct, frozen=True, kw_only=True, eq=False):
    """A path between the narration and one reading, whose frames count from these starts."""

    path: Warp
    reading: Speech
    first_start: int
    second_start: int


class DtwAligner(Struct, frozen=True, kw_only=True):
    """Aligns lines against the readings of `reader`."""

    reader: ReferenceReader

    @property
    def name(self) -> str:
        """Always "dtw"."""
        return "dtw"

    @property
    def fingerprint(self) -> str:
        """The method's revision and the reader's fingerprint."""
        return f"dtw 3 against {self.reader.fingerprint}"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """One span per token.

        Raises:
            ClipwrightError: `alignment_failed` for silence, too long a line, or text that no reader can read.
        """
        seconds = len(speech.samples) / speech.rate
        if not line.tokens or seconds < LEAST_WORDS_SECONDS * len(line.tokens):
            raise _failed(line, f"{seconds:.2f} s of sound for {len(line.tokens)} words")
        if seconds > LONGEST_SECONDS:
            raise _failed(line, f"it lasts {seconds:.0f} s, and {LONGEST_SECONDS:.0f} s is the longest")
        if not np.any(speech.samples):
            raise _failed(line, "its audio is silent")
        power = mel_power(speech)
        try:
            readings = self.reader.readings(line, language=language)
        except ClipwrightError as error:
            raise _failed(line, error.sentence) from error
        heard = cepstra(power)
        fitting = [reading for reading in readings if len(reading.spans) == len(line.tokens)]
        if not fitting:
            raise _failed(line, "no reference voice can read it")
        best = min(_matches(power, heard, fitting), key=lambda match: match.path.cost)
        return tidy_spans(_placed(best), speech, voiced=heard.voiced, source=self.name)


def _failed(line: Line, reason: str) -> ClipwrightError:
    return ClipwrightError("alignment_failed", line=line.id, reason=f"dtw: {reason}")


def _matches(power: Frames, heard: Cepstra, readings: Sequence[Speech]) -> list[_Match]:
    here = np.flatnonzero(heard.voiced)
    narration = heard.frames[here[0] : here[-1] + 1]
    voiced_parts = [_voiced_part(power, reading) for reading in readings]
    paths = warps([cosine_costs(narration, frames) for frames, _ in voiced_parts])
    return [
        _Match(path=path, reading=reading, first_start=int(here[0]), second_start=start)
        for path, reading, (_, start) in zip(paths, readings, voiced_parts, strict=True)
    ]


def _voiced_part(power: Frames, reading: Speech) -> tuple[Frames, int]:
    """The frames of a reading from its first voiced frame to its last, and the index of the first."""
    own = mel_power(reading)
    there = np.flatnonzero(voiced_frames(own))
    return cepstra(matched(own, like=power)).frames[there[0] : there[-1] + 1], int(there[0])


def _placed(match: _Match) -> list[Placed]:
    """Each token's start and end in seconds of the narration, with its confidence."""
    per_sample = 1.0 / (match.reading.rate * FRAME_SECONDS)
    edges = (
        np.array([[span.start, span.end] for span in match.reading.spans]) * per_sample - match.second_start
    )
    times = (carried(match.path, edges) + match.first_start) * FRAME_SECONDS
    text = _curve(match.path.cost, _TEXT_TRUST)
    return [
        Placed(
            start=float(start),
            end=float(end),
            confidence=span.confidence * text * _trust(match.path, frame),
        )
        for (start, end), span, frame in zip(times, match.reading.spans, edges[:, 0], strict=True)
    ]


def _trust(path: Warp, frame: float) -> float:
    """Confidence in [0, 1] from the costs around a word's start and from how often the path stands still."""
    near = (path.second >= frame - _BEFORE) & (path.second <= frame + _AFTER)
    if near.sum() <= 1:
        return _STILL_TRUST[1][-1]
    still = np.mean(np.diff(path.first[near]) == 0) + np.mean(np.diff(path.second[near]) == 0)
    return float(_curve(float(path.costs[near].mean()), _COST_TRUST) * _curve(float(still), _STILL_TRUST))


def _curve(value: float, points: tuple[tuple[float, ...], tuple[float, ...]]) -> float:
    return float(np.interp(value, *points))
