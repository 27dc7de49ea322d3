"""Cutting into shots of 2-5 s (faster in the hook) whose borders are borders of phrases.

The best set of cuts is found exactly, by dynamic programming over all word borders: a shot costs the square
of its distance from the ideal length, a cut costs what it breaks. A scene or sentence border is free or
nearly so, a comma or pause cheap, a border inside a phrase expensive; passing the end of a scene or sentence
without a cut costs as well.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec.structs import replace

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.phrasing import CLOSERS
from renderer.core.script import Role, Scene, Script
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration, Word
from renderer.visuals.direction.clause_cuts import clause_cut_cost
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.rhythm import Rhythm

_SENTENCE_END: Final = frozenset(".!?…。！？।؟")
_PHRASE_END: Final = frozenset(",;:—–-、，；：،؛")
_CLOSING: Final = "".join(sorted(CLOSERS))
_PAUSE: Final = Fraction(3, 20)
"""Silence between words, in seconds, that sounds like a border."""

_SCENE_COST, _LINE_COST, _PAUSE_COST, _COMMA_COST = 0.0, 0.05, 0.25, 0.35
_SCENE_KEPT, _SENTENCE_KEPT, _PHRASE_KEPT = 6.0, 1.0, 0.2
"""Costs of passing such a border without a cut."""

_OUTSIDE: Final = 40.0
"""Cost per second by which a shot is too short or too long, so high that it is accepted only if unavoidable.
"""

_FORCED: Final = Fraction(3, 2)
"""Factor of the longest length up to which a shot may last if no cut between words can shorten it."""

_HORIZON: Final = 3
"""Shots up to this many times the longest length are considered; longer ones only for a single word."""


PACES: Final[dict[VideoMode, Fraction]] = {
    VideoMode.DARK_HISTORY: Fraction(11, 10),
    VideoMode.CLEAN_EDUCATIONAL: Fraction(1),
    VideoMode.FINANCE_WARNING: Fraction(1),
    VideoMode.WEIRD_FACTS: Fraction(9, 10),
    VideoMode.MOTIVATIONAL: Fraction(9, 10),
}
"""Shot lengths in each mode relative to the pack's rhythm: dread lingers, wonder hurries."""


def cut_phrases(
    script: Script, narration: Narration, *, rhythm: Rhythm, duration: Fraction
) -> tuple[Phrase, ...]:
    """Phrases whose spans tile `[0, duration)`; each begins exactly where a word begins.

    Exceptions are the first, and the later shots of a word that lasts longer than a picture may be shown.

    `duration` is in seconds, not shorter than the narration's last word. A narration without words yields one
    phrase for the whole, or as many as the maximum time of a picture requires.
    """
    scene_of = {line.id: scene for scene in script.scenes for line in scene.lines}
    words = tuple(word for word in narration.words if word.line in scene_of)
    if not words:
        whole = TimeRange(ZERO, duration)
        return tuple(_parted(Phrase(span=whole, scene=script.scenes[0], words=(), opens_scene=True), rhythm))
    scenes = [scene_of[word.line] for word in words]
    starts = _starts(words)
    costs = [_border_cost(words, scenes, index, script.language) for index in range(1, len(words))]
    seconds = [float(start) for start in (*starts, duration)]
    firsts = _best_cuts(seconds, [0.0, *costs, 0.0], [scene.role for scene in scenes], rhythm)
    ends = [*firsts[1:], len(words)]
    borders = [ZERO, *(starts[first] for first in firsts[1:]), duration]
    phrases = (
        Phrase(
            span=TimeRange(borders[index], borders[index + 1]),
            scene=scenes[first],
            words=words[first:last],
            opens_scene=index == 0 or scenes[first].id != scenes[first - 1].id,
        )
        for index, (first, last) in enumerate(zip(firsts, ends, strict=True))
    )
    return tuple(part for phrase in phrases for part in _parted(phrase, rhythm))


def _parted(phrase: Phrase, rhythm: Rhythm) -> Iterator[Phrase]:
    """The phrase, or equally long parts with the same words if it lasts far too long for one shot."""
    length = phrase.span.duration
    if length <= min(_FORCED * rhythm.longest, rhythm.stands):
        yield phrase
        return
    count = math.ceil(length / min(rhythm.longest, rhythm.stands))
    for index in range(count):
        start, end = (phrase.span.start + length * at / count for at in (index, index + 1))
        yield replace(phrase, span=TimeRange(start, end), opens_scene=phrase.opens_scene and index == 0)


def _starts(words: Sequence[Word]) -> list[Fraction]:
    """When each word begins; the first counts from the video's start."""
    return [ZERO, *(word.span.start for word in words[1:])]


def _best_cuts(
    seconds: Sequence[float], border: Sequence[float], roles: Sequence[Role], rhythm: Rhythm
) -> list[int]:
    """Index of every phrase's first word; `seconds` and `border` hold one more entry, the video's end."""
    count = len(roles)
    kept = list(accumulate((_kept_cost(cost) for cost in border[:-1]), initial=0.0))
    best = [0.0] + [float("inf")] * count
    came = [0] * (count + 1)
    lengths = [_Lengths.of(role, rhythm) for role in roles]
    reaching = _HORIZON * float(rhythm.longest)
    for last in range(1, count + 1):
        reach = bisect_right(seconds, seconds[last] - reaching, 0, last)
        for first in range(max(0, min(reach, last - 1)), last):
            length = seconds[last] - seconds[first]
            if length <= 0:
                continue
            inside = kept[last] - kept[first + 1]
            cost = best[first] + border[last] + inside + lengths[first].cost(length)
            if cost < best[last]:
                best[last], came[last] = cost, first
    return _walked(came, best, count)


def _kept_cost(border: float) -> float:
    """Cost of not cutting at a border whose cut has cost `border`."""
    if border == _SCENE_COST:
        return _SCENE_KEPT
    if border == _LINE_COST:
        return _SENTENCE_KEPT
    return _PHRASE_KEPT if border <= _COMMA_COST else 0.0


def _walked(came: Sequence[int], best: Sequence[float], count: int) -> list[int]:
    firsts: list[int] = []
    at = count
    while at > 0:
        at = came[at] if best[at] < float("inf") else at - 1
        firsts.append(at)
    return firsts[::-1]


class _Lengths(NamedTuple):
    """Minimum, ideal and maximum length of a shot in seconds."""

    shortest: float
    ideal: float
    longest: float

    @classmethod
    def of(cls, role: Role, rhythm: Rhythm) -> _Lengths:
        """The lengths of a shot that begins in a scene of that role."""
        if role is Role.HOOK:
            return cls(float(rhythm.hook_shortest), float(rhythm.hook_ideal), float(rhythm.hook_longest))
        return cls(float(rhythm.shortest), float(rhythm.ideal), float(rhythm.longest))

    def cost(self, length: float) -> float:
        """Cost of a shot's length."""
        outside = max(self.shortest - length, length - self.longest, 0.0)
        away = (length - self.ideal) / (self.longest - self.shortest + 0.1)
        return away**2 * 2 + _OUTSIDE * outside + 0.05


def _border_cost(words: Sequence[Word], scenes: Sequence[Scene], index: int, language: Language) -> float:
    """Cost of a cut before word `index`."""
    before, after = words[index - 1], words[index]
    if scenes[index].id != scenes[index - 1].id:
        return _SCENE_COST
    closing = before.text.rstrip(_CLOSING)[-1:]
    if before.line != after.line or closing in _SENTENCE_END:
        return _LINE_COST
    if after.span.start - before.span.end >= _PAUSE:
        return _PAUSE_COST
    if closing in _PHRASE_END:
        return _COMMA_COST
    return clause_cut_cost(before.text, after.text, language)
