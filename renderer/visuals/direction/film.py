"""The director of long films: stretches of a few passages, each directed separately, with cards between them.

A film stretch is cut and cast from what is said in it and from its chapter's ledger, not from its position in
the film. An edit therefore changes the pictures of its own stretch, and the rest of the film only moves.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Final, Protocol

from msgspec.structs import replace

from renderer.core.camera import CameraMove, View
from renderer.core.film import OPENING_CHAPTER, FilmTimeline, Insert, InsertKind
from renderer.core.picture_spec import Card, CardSpec
from renderer.core.script import display_text
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.words import Narration
from renderer.visuals.direction.direction import THIRDS, Direction, derived
from renderer.visuals.direction.film_parts import FilmPart, Stretch, film_parts, phrases_of
from renderer.visuals.direction.film_tables import Rows, Tables, unseen_tables, with_tables
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic, words_of
from renderer.visuals.direction.placing import place_media
from renderer.visuals.direction.similarity import LazyStill, empty_still
from renderer.visuals.direction.topic import retitled
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.media import MediaItem

PALETTES_A_CHAPTER: Final = 2
_PUSH: Final = CameraMove(start=View(), end=View(zoom=1.03), easing="linear")


class DirectShot(Protocol):
    """Directs one shot, as the director of short videos does."""

    def __call__(
        self,
        index: int,
        phrase: Phrase,
        direction: Direction,
        ledger: Ledger,
        *,
        item: MediaItem | None,
        before: LazyStill,
    ) -> tuple[Shot, LazyStill]:
        """Direct shot number `index` of its scenes; also returns its still, if painted."""
        ...


def direct_film(
    narration: Narration,
    timeline: FilmTimeline,
    direction: Direction,
    *,
    direct_shot: DirectShot,
    tables: Tables,
) -> Storyboard:
    """The storyboard of a film, with each shot from `direct_shot`; the shots tile the whole timeline.

    `tables` are shown at the end of the scene that they follow.
    """
    parts = film_parts(direction.script, narration, timeline)
    placed = _placed(parts, direction) if direction.media else {}
    director = FilmDirector(timeline, direction, direct_shot=direct_shot, tables=tables, placed=placed)
    shots = tuple(shot for part in parts for shot in director.shots(part))
    storyboard = Storyboard(pack=direction.pack.pack, shots=shots)
    return replace(storyboard, notes=tuple(unseen_tables(tables, storyboard)))


def _placed(parts: Sequence[FilmPart], direction: Direction) -> Mapping[int, MediaItem]:
    """Placement of the user's media over the shots of the whole film."""
    cut = [phrases_of(part, direction.script) for part in parts if isinstance(part, Stretch)]
    whole = [phrase for phrases in cut for phrase in phrases]
    return place_media(whole, direction.media, direction.language)


class FilmDirector:
    """Directs the parts of a film in order; what has been shown determines what may be shown next.

    `placed` maps shots, counted from 0 without cards, to the user's media.
    """

    def __init__(
        self,
        timeline: FilmTimeline,
        direction: Direction,
        *,
        direct_shot: DirectShot,
        tables: Tables,
        placed: Mapping[int, MediaItem],
    ) -> None:
        self._direct_shot = direct_shot
        self._looks = _looks(timeline, direction)
        self._tables, self._placed = tables, placed
        self._last_lines = {scene.id: scene.lines[-1].id for scene in direction.script.scenes}
        opening = Ledger(once=True)
        self._ledgers = {OPENING_CHAPTER: opening, timeline.chapters[0].id: opening}
        self._before, self._shown = empty_still(), 0

    def shots(self, part: FilmPart) -> list[Shot]:
        """The shots of the next part, which tile its span."""
        look = self._looks[part.chapter]
        if isinstance(part, Insert):
            self._before = empty_still()
            return [_card(part, look)]
        ledger = self._ledgers.setdefault(part.chapter, Ledger(once=True))
        shots: list[Shot] = []
        phrases = phrases_of(part, look.script)
        if part.chapter == OPENING_CHAPTER:
            look = replace(look, shots=len(phrases))
        for number, phrase in enumerate(phrases):
            topic = replace(look.topic, told=tuple(_told(phrase, look)))
            own, item = _for_shot(look, part, number, topic), self._placed.get(self._shown)
            shot, self._before = self._direct_shot(
                number, phrase, own, ledger, item=item, before=self._before
            )
            self._shown += 1
            shots.append(shot)
        over = [scene for scene in part.scenes if scene.lines[-1].id == self._last_lines[scene.id]]
        shown = with_tables(shots, phrases, self._tables, scenes=over, card=partial(_table, look))
        if shown[-1] is not shots[-1]:
            self._before = empty_still()
        return shown


def _looks(timeline: FilmTimeline, direction: Direction) -> dict[str, Direction]:
    """Each chapter's direction with its own title and palettes; the last reuses the first one's palettes."""
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
            pack=dataclasses.replace(direction.pack, palettes=own),
            seed=derived(direction.seed, chapter.number, "chapter"),
        )
    first = timeline.chapters[0].id
    opening = replace(looks[first], script=direction.script, topic=direction.topic)
    return looks | {OPENING_CHAPTER: opening}


def _for_shot(look: Direction, stretch: Stretch, number: int, topic: PictureTopic) -> Direction:
    """The direction of one shot: its stretch's seed, its topic, its subject on alternating thirds."""
    seed = derived(look.seed, 0, stretch.name)
    side = THIRDS[(seed + number) % len(THIRDS)]
    return replace(
        look,
        script=replace(look.script, scenes=stretch.scenes),
        topic=topic,
        seed=seed,
        focus=(side, look.focus[1]),
    )


def _told(phrase: Phrase, look: Direction) -> Iterator[Subject]:
    """What the sentences before the shot's in its passage name, nearest first."""
    own = {word.line for word in phrase.words}
    before = list(takewhile(lambda line: line.id not in own, phrase.scene.lines))
    for line in reversed(before):
        words = words_of(line)
        yield from match_subjects(words, look.language, near=words, title=look.topic.title)


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
    """Artwork for the card's title, otherwise for what its chapter mentions first.

    The openings of the chapter's passages are searched before all its other lines.
    """
    scenes = [scene for scene in look.script.scenes if scene.id.startswith(f"{insert.chapter}.")]
    openings = [display_text(line) for scene in scenes for line in scene.lines[:1]]
    spoken = [*openings, *(display_text(line) for scene in scenes for line in scene.lines[1:])]
    near = tuple(word for text in openings for word in text.split())
    for text in (insert.text, *spoken):
        for subject in match_subjects(text.split(), look.language, near=near):
            if shown := look.topic.shown(subject.artwork):
                return shown[:1]
    return ()


def _table(look: Direction, rows: Rows) -> CardSpec:
    """The card of a table in its chapter's colours."""
    return CardSpec(
        card=Card.TABLE,
        seed=derived(look.seed, 0, "table"),
        palette=look.pack.palettes[0].name,
        language=look.language,
        rows=rows,
    )
