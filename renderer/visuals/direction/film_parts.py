"""A film in parts: stretches of a few passages, and the cards between them.

Parts depend on what is said and when, in order: once its own lines and the line before the next part have
been spoken, a part no longer changes, whatever follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from renderer.core.film import FilmTimeline, Insert, LinePlace
from renderer.core.script import Scene, Script
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration, Word
from renderer.visuals.direction.cuts import cut_phrases
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.rhythm import Rhythm

STRETCH: Final = Fraction(12)
"""Seconds after which the next passage begins a new stretch."""
RUN, WALK, LINGER = Fraction(48, 10), Fraction(6), Fraction(15, 2)
"""Ideal lengths of shots for short, ordinary and long sentences: fast and slow passages."""
_SHORT_LINE, _LONG_LINE = Fraction(33, 10), Fraction(13, 2)
SHORTEST, LONGEST = Fraction(4), Fraction(10)
STANDS: Final = Fraction(15)
"""Maximum seconds for one picture of a film: inspection reports one that rests for ten as frozen."""


class Stretch(Struct, frozen=True, kw_only=True):
    """Scenes that are directed together, over `span`.

    `name` is unique in the film and yields its seeds: the id of its first scene, followed by a number for the
    later parts of a scene that quotations divide.
    """

    name: str
    chapter: str
    span: TimeRange
    scenes: tuple[Scene, ...]
    words: tuple[Word, ...]


FilmPart: TypeAlias = Stretch | Insert


def film_parts(script: Script, narration: Narration, timeline: FilmTimeline) -> list[FilmPart]:
    """Stretches and inserts in order; together they tile the film."""
    scene_of = {line.id: scene for scene in script.scenes for line in scene.lines}
    groups: list[list[LinePlace] | Insert] = []
    events: list[LinePlace | Insert] = [*timeline.lines, *timeline.inserts]
    for event in sorted(events, key=_begins):
        held = groups[-1] if groups else None
        if isinstance(event, Insert):
            groups.append(event)
        elif isinstance(held, list) and _goes_on(held, event, scene_of):
            held.append(event)
        else:
            groups.append([event])
    starts = [_begins(group if isinstance(group, Insert) else group[0]) for group in groups]
    ends = [*starts[1:], timeline.duration]
    starts[0] = ZERO
    spans = [TimeRange(start, end) for start, end in zip(starts, ends, strict=True)]
    parts = [
        # a card is shown until the next words, whatever silence lies between
        replace(group, span=span) if isinstance(group, Insert) else _stretch(group, span, scene_of, narration)
        for group, span in zip(groups, spans, strict=True)
    ]
    return list(_named(parts))


def _named(parts: Iterable[FilmPart]) -> Iterator[FilmPart]:
    """The parts, with distinct names for the parts of one divided scene."""
    seen: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, Insert) or not seen[part.name]:
            yield part
        else:
            yield replace(part, name=f"{part.name}/{seen[part.name]}")
        if isinstance(part, Stretch):
            seen[part.name] += 1


def _begins(event: LinePlace | Insert) -> Fraction:
    return event.span.start if isinstance(event, Insert) else event.start


def _goes_on(held: Sequence[LinePlace], place: LinePlace, scene_of: Mapping[str, Scene]) -> bool:
    """Whether a line belongs to the same stretch as the lines before it."""
    same_scene = scene_of[held[-1].line].id == scene_of[place.line].id
    return held[0].chapter == place.chapter and (same_scene or place.start - held[0].start < STRETCH)


def _stretch(
    places: Sequence[LinePlace], span: TimeRange, scene_of: Mapping[str, Scene], narration: Narration
) -> Stretch:
    lines = {place.line for place in places}
    scenes = {scene_of[place.line].id: scene_of[place.line] for place in places}
    return Stretch(
        name=scene_of[places[0].line].id,
        chapter=places[0].chapter,
        span=span,
        scenes=tuple(
            replace(scene, lines=tuple(line for line in scene.lines if line.id in lines))
            for scene in scenes.values()
        ),
        words=tuple(word for word in narration.words if word.line in lines),
    )


def phrases_of(stretch: Stretch, script: Script) -> tuple[Phrase, ...]:
    """The shots of a stretch, cut like a separate film and shifted to its place in the whole."""
    start = stretch.span.start
    local = replace(script, scenes=stretch.scenes)
    words = tuple(replace(word, span=word.span.shifted(-start)) for word in stretch.words)
    own = Narration(audio="", duration=stretch.span.duration, lines=(), words=words, engine="")
    cut = cut_phrases(local, own, rhythm=_rhythm(stretch), duration=stretch.span.duration)
    return tuple(replace(phrase, span=phrase.span.shifted(start)) for phrase in cut)


def _rhythm(stretch: Stretch) -> Rhythm:
    """A faster rhythm for short sentences, a slower one for long ones."""
    lines = sum(len(scene.lines) for scene in stretch.scenes)
    mean = stretch.span.duration / lines
    ideal = RUN if mean < _SHORT_LINE else LINGER if mean > _LONG_LINE else WALK
    return Rhythm(
        shortest=SHORTEST,
        ideal=ideal,
        longest=LONGEST,
        hook_shortest=Fraction(3),
        hook_ideal=Fraction(4),
        hook_longest=Fraction(6),
        stands=STANDS,
    )
