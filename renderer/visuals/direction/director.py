"""The director: turns script and narration into a storyboard. Pure: the same seed, the same storyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import VideoMode
from renderer.core.picture_spec import (
    MEDIA_PAINTER,
    NO_REGION,
    Card,
    MediaSpec,
    PainterSpec,
    PictureSpec,
    Region,
)
from renderer.core.script import Script
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.direction.casting import Casting, cast_picture, showable
from renderer.visuals.direction.choice import anchoring_of
from renderer.visuals.direction.closing import closing_shot, closing_start
from renderer.visuals.direction.cuts import cut_phrases
from renderer.visuals.direction.direction import LOOKS, THIRDS, Direction, derived
from renderer.visuals.direction.filming import camera_move, media_moves, painter_moves, transition_into
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic, words_of
from renderer.visuals.direction.placing import place_media, words_said
from renderer.visuals.direction.similarity import LazyStill, PaintStill, empty_still, ssim
from renderer.visuals.direction.similarity_table import SimilarityBounds, unmeasured_similarity
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.matching.comparing.contrasts import contrasted
from renderer.visuals.matching.comparing.series import charted, with_unit
from renderer.visuals.matching.facts import Facts, find_facts, located
from renderer.visuals.matching.kin.family import related
from renderer.visuals.media import MediaItem, MediaKind, affinity
from renderer.visuals.style_pack import StylePackFile

MOST_ALIKE: Final = 0.5
"""Structural similarity of neighbours up to which they count as different."""

_MOST_ALIKE_TELLING: Final = 0.56
"""The same for a picture that shows a fact, as a map does: finished frames may be 0.04 more alike."""

_TELLING: Final = 0.06
"""How much more alike a picture that shows a fact may be, if all candidates are too alike."""

_LAST_LOOKS: Final = 2
"""Castings that are measured if all are too alike."""

_FIRST_LOOKS: Final = 2
"""Additional stills allowed from the start."""

_ATTEMPTS: Final = 7
"""Maximum number of painters tried for one shot."""

_CASTINGS: Final = 14
"""Maximum castings for one shot, if few painters can show what it says and return in other colours."""

_SECOND: Final = 1
"""Index of the shot that shows where the story is set, if it names no place itself."""


def unheard(_shot: Shot) -> None:
    """Default listener for decided shots, which does nothing."""


def direct(
    script: Script,
    narration: Narration,
    *,
    pack: StylePackFile,
    seed: int,
    duration: Fraction,
    look: PaintStill,
    media: Sequence[MediaItem] = (),
    focus: tuple[float, float] = (0.5, 0.36),
    captions: Region = NO_REGION,
    foresee: SimilarityBounds = unmeasured_similarity,
    pace: Fraction = Fraction(1),
    mode: VideoMode = VideoMode.CLEAN_EDUCATIONAL,
    closing: bool = False,
    wide: bool = False,
    looks: float = LOOKS,
    decided: Callable[[Shot], None] = unheard,
) -> Storyboard:
    """Direct the storyboard of a whole video: its shots tile `[0, duration)` and are cut where words begin.

    With `closing`, a card with the question that remains fills the time after the last word.

    `seed` in [0, 2**32) varies pictures, palettes, moves and transitions between videos of one script.
    `media` is used before anything is painted: each item where its name fits best, the rest in order.
    `look` draws a small still of a chosen picture; a picture too similar to the one before it is cast again.
    A still costs about 15 ms, so about `looks` per shot are drawn at most; `foresee` tells for which painters
    none is needed, and `no_painted_still` draws none at all. `pace` stretches the pack's rhythm (see
    `cuts.PACES`); `mode` excludes artwork unsuited to its tone; in `wide` frames, subjects alternate between
    the thirds. `decided` is called with each shot as soon as it can no longer change.
    """
    spoken = closing_start(narration, duration) if closing else duration
    phrases = cut_phrases(script, narration, rhythm=pack.rhythm.at(pace), duration=spoken)
    direction = Direction(
        script=script,
        topic=topic_of(script, mode),
        pack=pack,
        seed=seed,
        shots=len(phrases),
        media=tuple(media),
        focus=focus,
        captions=captions,
        look=look,
        foresee=foresee,
        looks=looks,
    )
    placed = place_media(phrases, direction.media, direction.language)
    ledger, before = Ledger(), empty_still()
    shots: list[Shot] = []
    for index, phrase in enumerate(phrases):
        own = replace(direction, focus=(THIRDS[(seed + index) % 2], focus[1])) if wide else direction
        shot, before = direct_shot(index, phrase, own, ledger, item=placed.get(index), before=before)
        shots.append(shot)
        decided(shot)
    if spoken < duration:
        card = closing_shot(
            script,
            TimeRange(spoken, duration),
            seed=derived(seed, len(phrases), Card.CLOSING.value),
            palette=ledger.last_palette,
            artwork=direction.topic.anchor,
        )
        shots.append(card)
        decided(card)
    return Storyboard(pack=pack.pack, shots=tuple(shots))


def direct_shot(
    index: int,
    phrase: Phrase,
    direction: Direction,
    ledger: Ledger,
    *,
    item: MediaItem | None,
    before: LazyStill,
) -> tuple[Shot, LazyStill]:
    """Direct shot number `index` of its scenes; also returns its still, if painted. Updates the ledger."""
    rng = np.random.Generator(np.random.PCG64(derived(direction.seed, index, "shot")))
    seen = empty_still()
    if item is not None:
        picture: PictureSpec = _media_picture(item, index, direction, phrase)
        moves = media_moves(item, direction.pack)
        ledger.last_painter, ledger.last_palette = MEDIA_PAINTER, ""
    else:
        chosen = _cast(index, phrase, direction, ledger, rng, before=before)
        picture, seen = chosen.spec, chosen.sight
        moves = painter_moves(chosen.casting.painter, direction.pack)
    shot = Shot(
        span=phrase.span,
        scene=phrase.scene.id,
        picture=picture,
        camera=camera_move(moves, direction.pack, ledger, rng),
        transition=transition_into(index, phrase, direction.pack, ledger, rng),
    )
    return shot, seen


class _Candidate(Struct, frozen=True, kw_only=True):
    """A casting with bounds `low` and `high` of its likeness to the picture before, equal once measured.

    `tells`: shows a fact of the phrase, a place or an amount.
    """

    casting: Casting
    spec: PainterSpec
    sight: LazyStill
    low: float
    high: float
    tells: bool = False

    @property
    def most(self) -> float:
        """Maximum similarity allowed to the picture before."""
        return _MOST_ALIKE_TELLING if self.tells else MOST_ALIKE

    def beside(self, before: LazyStill) -> _Candidate:
        """The candidate with its similarity measured on both pictures."""
        alike = ssim(before.image, self.sight.image)
        return replace(self, low=alike, high=alike)


def _cast(
    index: int,
    phrase: Phrase,
    direction: Direction,
    ledger: Ledger,
    rng: np.random.Generator,
    *,
    before: LazyStill,
) -> _Candidate:
    """The first casting that looks unlike the shot before, or else the least alike of several."""
    tried: frozenset[str] = frozenset()
    candidates: list[_Candidate] = []
    most = min(_ATTEMPTS, len(direction.pack.painters))
    anchoring = anchoring_of(index, direction.shots)
    shown = showable(
        phrase,
        facts_said(phrase, direction.script, direction.topic, ledger),
        script=direction.script,
        topic=direction.topic,
        ledger=ledger,
        anchoring=anchoring,
    )
    while not candidates or (
        candidates[-1].high > candidates[-1].most and len(tried) < most and len(candidates) < _CASTINGS
    ):
        casting = cast_picture(
            shown,
            direction.script,
            topic=direction.topic,
            pack=direction.pack,
            ledger=ledger,
            rng=rng,
            tried=tried,
            shots=direction.shots,
        )
        candidate = _candidate(casting, index, phrase, direction, before=before, ledger=ledger)
        doubtful = candidate.low <= candidate.most < candidate.high and _may_look(index, direction, ledger)
        candidates.append(candidate.beside(before) if doubtful else candidate)
        tried |= {casting.painter.name}
    chosen = candidates[-1]
    if chosen.high > chosen.most:
        looking = _may_look(index, direction, ledger)
        chosen = _least_alike(candidates, before) if looking else min(candidates, key=_likeness)
    drawn = chosen.casting.artwork
    own = bool(set(drawn[:1]) & set(direction.topic.anchor))
    ledger.shown(chosen.casting.painter.name, chosen.casting.palette, drawn, anchored=own)
    return chosen


def facts_said(phrase: Phrase, script: Script, topic: PictureTopic, ledger: Ledger) -> Facts:
    """Facts of a phrase, read in its sentence; the second shot may show the place of the title."""
    lines = {word.line for word in phrase.words}
    said = [word for line in phrase.scene.lines if line.id in lines for word in words_of(line)]
    own = [word.text for word in phrase.words]
    facts = find_facts(own, script.language, near=(*said, *topic.title))
    facts = charted(with_unit(facts, own, script.language), own, script.language)
    before = said[: phrase.words[0].token] if len(lines) == 1 else []
    facts = contrasted(facts, own, script.language, before=before, shown=topic.shown)
    facts = related(facts, own, script.language, before=before)
    return located(facts, topic.places, script.language) if ledger.shots == _SECOND else facts


def _may_look(index: int, direction: Direction, ledger: Ledger) -> bool:
    """Whether another still may be drawn; always if the number of shots is unknown."""
    return not direction.shots or ledger.looks < _FIRST_LOOKS + direction.looks * index


def _likeness(candidate: _Candidate) -> float:
    """Highest possible similarity to the picture before, reduced for a candidate that shows a fact."""
    return candidate.high - _TELLING * candidate.tells


def _candidate(
    casting: Casting, index: int, phrase: Phrase, direction: Direction, *, before: LazyStill, ledger: Ledger
) -> _Candidate:
    spec = _painted(casting, index, direction)

    def look() -> ByteImage:
        ledger.looks += 1
        return direction.look(spec, direction.pack, float(phrase.span.duration))

    sight = LazyStill(spec.painter, look)
    names = before.painter, spec.painter
    low, high = direction.foresee(direction.pack.pack, *names) if before.painter else (0.0, 0.0)
    return _Candidate(casting=casting, spec=spec, sight=sight, low=low, high=high, tells=casting.tells)


def _least_alike(candidates: Sequence[_Candidate], before: LazyStill) -> _Candidate:
    """The first of the least alike; the most promising of those that could be it are measured."""
    likeliest = sorted(candidates, key=_likeness)[:_LAST_LOOKS]
    bound = likeliest[0].high
    seen = [
        candidate.beside(before) if candidate.low < candidate.high else candidate
        for candidate in likeliest
        if candidate.low <= bound
    ]
    return min(seen, key=_likeness)


def _painted(casting: Casting, index: int, direction: Direction) -> PainterSpec:
    return PainterSpec(
        painter=casting.painter.name,
        seed=derived(direction.seed, index, casting.painter.name),
        palette=casting.palette,
        language=direction.language,
        focus=direction.focus,
        words=casting.words,
        subject=casting.subject,
        artwork=casting.artwork,
        facts=casting.facts,
        captions=direction.captions,
    )


def _media_picture(item: MediaItem, index: int, direction: Direction, phrase: Phrase) -> MediaSpec:
    return MediaSpec(
        media=item.digest,
        seed=derived(direction.seed, index, MEDIA_PAINTER),
        name=item.name,
        fps=item.fps if item.kind is MediaKind.CLIP else 0,
        first=item.first,
        captions=direction.captions,
        named=affinity(item, words_said(phrase), direction.language) > 0,
    )
