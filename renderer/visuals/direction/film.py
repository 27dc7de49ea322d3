"""The director of long films: stretches of a few passages, each directed by itself, with cards between them.

A film stretch is cut and cast from what is said in it and its chapter's ledger, not from where it stands in
the film. So an edit changes the pictures of its own stretch, and the rest of the film only moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from renderer.core.film import OPENING_CHAPTER, FilmTimeline, Insert, InsertKind, LinePlace
from renderer.core.picture_spec import Card, CardSpec
from renderer.core.script import Scene, Script, display_text
from renderer.core.storyboard import CameraMove, Shot, Storyboard, View
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration, Word
from renderer.visuals.direction.cuts import Phrase, cut_phrases
from renderer.visuals.direction.director import THIRDS, Direction, derived, direct_shot, place_media
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.similarity import empty_still
from renderer.visuals.direction.topic import retitled
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.style_pack import Rhythm

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""A table of the script, the header first."""

STRETCH: Final = Fraction(12)
"""Seconds after which the next passage begins a stretch of its own."""
RUN, WALK, LINGER = Fraction(48, 10), Fraction(6), Fraction(15, 2)
"""Ideal lengths of shots where sentences are short, usual and long: runs and slow passages."""
_SHORT_LINE, _LONG_LINE = Fraction(33, 10), Fraction(13, 2)
SHORTEST, LONGEST = Fraction(4), Fraction(10)
PALETTES_A_CHAPTER: Final = 2
_PUSH: Final = CameraMove(start=View(), end=View(zoom=1.03), easing="linear")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """Scenes that are directed together, over `span`.

    `name` is unique in the film and gives its seeds: the id of its first scene, and the how manyeth part of
    that scene it is where quotations divide one.
    """

    name: str
    chapter: str
    span: TimeRange
    scenes: tuple[Scene, ...]
    words: tuple[Word, ...]


def direct_film(
    narration: Narration, timeline: FilmTimeline, direction: Direction, *, tables: Mapping[str, Rows]
) -> Storyboard:
    """The storyboard of a film: its shots tile the whole timeline.

    `tables` are shown at the end of the scene they stand behind (by the scene's id; see the table card).
    """
    parts = _parts(direction.script, narration, timeline)
    phrases = {part.name: _phrases(part, direction) for part in parts if isinstance(part, _Stretch)}
    placed = place_media([phrase for each in phrases.values() for phrase in each], direction)
    shots: list[Shot] = []
    looks = _looks(timeline, direction)
    opening = Ledger(once=True)
    ledgers = {OPENING_CHAPTER: opening, timeline.chapters[0].id: opening}
    before, shown = empty_still(), 0
    for part in parts:
        look = looks[part.chapter]
        if isinstance(part, Insert):
            shots.append(_card(part, look))
            before = empty_still()
            continue
        ledger = ledgers.setdefault(part.chapter, Ledger(once=True))
        for number, phrase in enumerate(phrases[part.name]):
            own = _for_shot(look, part, number)
            shot, before = direct_shot(number, phrase, own, ledger, item=placed.get(shown), before=before)
            shown += 1
            shots.append(shot)
        if table := next((tables[scene.id] for scene in part.scenes if scene.id in tables), ()):
            shots[-1] = _with_table(shots[-1], table, look)
            before = empty_still()
    return Storyboard(pack=direction.pack.pack, shots=tuple(shots))


def _parts(script: Script, narration: Narration, timeline: FilmTimeline) -> list[_Stretch | Insert]:
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
        # a card stands until the next words, whatever silence is between
        replace(group, span=span) if isinstance(group, Insert) else _stretch(group, span, scene_of, narration)
        for group, span in zip(groups, spans, strict=True)
    ]
    return list(_named(parts))


def _named(parts: Iterable[_Stretch | Insert]) -> Iterator[_Stretch | Insert]:
    """The parts, those of one divided scene told apart."""
    seen: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, Insert) or not seen[part.name]:
            yield part
        else:
            yield replace(part, name=f"{part.name}/{seen[part.name]}")
        if isinstance(part, _Stretch):
            seen[part.name] += 1


def _begins(event: LinePlace | Insert) -> Fraction:
    return event.span.start if isinstance(event, Insert) else event.start


def _goes_on(held: Sequence[LinePlace], place: LinePlace, scene_of: Mapping[str, Scene]) -> bool:
    """Whether a line belongs to the stretch of those before it."""
    same_scene = scene_of[held[-1].line].id == scene_of[place.line].id
    return held[0].chapter == place.chapter and (same_scene or place.start - held[0].start < STRETCH)


def _stretch(
    places: Sequence[LinePlace], span: TimeRange, scene_of: Mapping[str, Scene], narration: Narration
) -> _Stretch:
    lines = {place.line for place in places}
    scenes = {scene_of[place.line].id: scene_of[place.line] for place in places}
    return _Stretch(
        name=scene_of[places[0].line].id,
        chapter=places[0].chapter,
        span=span,
        scenes=tuple(
            replace(scene, lines=tuple(line for line in scene.lines if line.id in lines))
            for scene in scenes.values()
        ),
        words=tuple(word for word in narration.words if word.line in lines),
    )


def _phrases(stretch: _Stretch, direction: Direction) -> tuple[Phrase, ...]:
    """The shots of a stretch, cut as if it were a film of its own, at its place in the whole."""
    start = stretch.span.start
    local = replace(direction.script, scenes=stretch.scenes)
    words = tuple(replace(word, span=word.span.shifted(-start)) for word in stretch.words)
    own = Narration(audio="", duration=stretch.span.duration, lines=(), words=words, engine="")
    cut = cut_phrases(local, own, rhythm=_rhythm(stretch), duration=stretch.span.duration)
    return tuple(replace(phrase, span=phrase.span.shifted(start)) for phrase in cut)


def _rhythm(stretch: _Stretch) -> Rhythm:
    """Short sentences run, long ones linger."""
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
    )


def _looks(timeline: FilmTimeline, direction: Direction) -> dict[str, Direction]:
    """Each chapter's direction: its own title and palettes; the last has those of the first again."""
    palettes, last = direction.pack.palettes, len(timeline.chapters)
    looks: dict[str, Direction] = {}
    for chapter in timeline.chapters:
        turn = 0 if chapter.number == last else chapter.number - 1
        own = tuple(
            palettes[(PALETTES_A_CHAPTER * turn + step) % len(palettes)]
            for step in range(min(PALETTES_A_CHAPTER, len(palettes)))
        )
        script = replace(direction.script, title=chapter.title)
        looks[chapter.id] = replace(
            direction,
            script=script,
            topic=retitled(direction.topic, script),
            pack=replace(direction.pack, palettes=own),
            seed=derived(direction.seed, chapter.number, "chapter"),
        )
    first = timeline.chapters[0].id
    opening = replace(looks[first], script=direction.script, topic=direction.topic)
    return looks | {OPENING_CHAPTER: opening}


def _for_shot(look: Direction, stretch: _Stretch, number: int) -> Direction:
    """The stretch's own seed, and the subject on one of the thirds by turns."""
    seed = derived(look.seed, 0, stretch.name)
    side = THIRDS[(seed + number) % len(THIRDS)]
    return replace(
        look,
        script=replace(look.script, scenes=stretch.scenes),
        seed=seed,
        focus=(side, look.focus[1]),
    )


def _card(insert: Insert, look: Direction) -> Shot:
    """The card of an insert in its chapter's colours."""
    quote = insert.kind is InsertKind.QUOTE
    motif = () if quote else _motif(insert, look)
    return Shot(
        span=insert.span,
        scene=f"{insert.chapter}.{insert.kind}.{insert.text}",
        picture=CardSpec(
            card=Card.QUOTE if quote else Card.CHAPTER,
            seed=derived(look.seed, 0, insert.text),
            palette=look.pack.palettes[0].name,
            language=look.language,
            text=insert.text,
            number=str(insert.number or ""),
            artwork=motif,
        ),
        camera=_PUSH if quote else CameraMove(),
    )


def _motif(insert: Insert, look: Direction) -> tuple[str, ...]:
    """What the card's title is about; else what its chapter speaks of first."""
    spoken = [
        display_text(line)
        for scene in look.script.scenes
        if scene.id.startswith(f"{insert.chapter}.")
        for line in scene.lines[:1]
    ]
    for text in (insert.text, *spoken):
        for subject in match_subjects(text.split(), look.language):
            if shown := look.topic.shown(subject.artwork):
                return shown[:1]
    return ()


def _with_table(shot: Shot, table: Rows, look: Direction) -> Shot:
    """The shot with a table of the script instead of its picture, on a camera that stands."""
    picture = CardSpec(
        card=Card.TABLE,
        seed=derived(look.seed, 0, "table"),
        palette=look.pack.palettes[0].name,
        language=look.language,
        rows=table,
    )
    return replace(shot, picture=picture, camera=CameraMove())
