"""The director: from script and narration to a storyboard. Pure, and the same for the same seed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.core.script import Role, Script
from renderer.core.storyboard import CameraMove, PictureSpec, Shot, Storyboard, Transition
from renderer.core.timecode import ZERO
from renderer.core.words import Narration
from renderer.visuals.casting import Casting, cast_picture
from renderer.visuals.cuts import Phrase, cut_phrases
from renderer.visuals.foreseen import Foresight, nothing_foreseen
from renderer.visuals.ledger import Ledger, pick
from renderer.visuals.likeness import Glance, Sight, glance, likeness, nothing_seen
from renderer.visuals.media import MediaItem, affinity
from renderer.visuals.moves import MOVES, SLIDES
from renderer.visuals.pack import StylePackFile

MEDIA_PAINTER: Final = "media"
"""`PictureSpec.painter` of the user's own images and clips."""

MOST_ALIKE: Final = 0.48
"""Structural similarity of neighbours up to which the director is content."""

_ATTEMPTS: Final = 7
"""Painters that are tried for one shot."""

_CASTINGS: Final = 14
"""Castings of one shot, where few painters can show what it says and come again in other colours."""

_STANDING: Final = (("hold", 1.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """Everything the director works from besides the narration.

    `focus`: where subjects should stand, as fractions of width and height, clear of the captions.
    """

    script: Script
    pack: StylePackFile
    seed: int
    media: tuple[MediaItem, ...] = ()
    focus: tuple[float, float] = (0.5, 0.36)
    look: Glance = glance
    foresee: Foresight = nothing_foreseen

    @property
    def language(self) -> Language:
        """Of the script."""
        return self.script.language


def direct(
    script: Script,
    narration: Narration,
    *,
    pack: StylePackFile,
    seed: int,
    duration: Fraction,
    media: Sequence[MediaItem] = (),
    focus: tuple[float, float] = (0.5, 0.36),
    look: Glance = glance,
    foresee: Foresight = nothing_foreseen,
    pace: Fraction = Fraction(1),
) -> Storyboard:
    """The storyboard of a whole video: its shots tile `[0, duration)` and are cut where words begin.

    `seed` in [0, 2**32) varies pictures, palettes, moves and transitions between videos of one script.
    `media` is used before anything is painted: each item where its name fits best, the rest in order.
    `look` shows the director a small still of what it has chosen; a picture too much like the one before it
    is cast again. It costs some 15 ms; `foresee` says for which painters it need not be, and `no_glance` does
    without. `pace` stretches the pack's rhythm (see `cuts.PACES`).
    """
    direction = Direction(
        script=script, pack=pack, seed=seed, media=tuple(media), focus=focus, look=look, foresee=foresee
    )
    phrases = cut_phrases(script, narration, rhythm=pack.rhythm.at(pace), duration=duration)
    placed = place_media(phrases, direction)
    ledger, before = Ledger(), nothing_seen()
    shots: list[Shot] = []
    for index, phrase in enumerate(phrases):
        shot, before = _shot(index, phrase, direction, ledger, item=placed.get(index), before=before)
        shots.append(shot)
    return Storyboard(pack=pack.pack, shots=tuple(shots))


def place_media(phrases: Sequence[Phrase], direction: Direction) -> dict[int, MediaItem]:
    """Which shot shows which item: best fits first, then the others in order where shots are free."""
    fits = sorted(
        (-affinity(item, _spoken(phrase), direction.language), number, at)
        for number, phrase in enumerate(phrases)
        for at, item in enumerate(direction.media)
    )
    placed: dict[int, MediaItem] = {}
    used: set[int] = set()
    for cost, number, at in fits:
        if cost < 0 and number not in placed and at not in used:
            placed[number] = direction.media[at]
            used.add(at)
    left = [item for at, item in enumerate(direction.media) if at not in used]
    free = [number for number in range(len(phrases)) if number not in placed]
    spread = np.linspace(0, max(len(free) - 1, 0), min(len(left), len(free))).round().astype(int)
    placed |= {free[place]: item for place, item in zip(spread.tolist(), left, strict=False)}
    return placed


def _spoken(phrase: Phrase) -> list[str]:
    return [word.text for word in phrase.words]


def _shot(
    index: int,
    phrase: Phrase,
    direction: Direction,
    ledger: Ledger,
    *,
    item: MediaItem | None,
    before: Sight,
) -> tuple[Shot, Sight]:
    """The shot, and the sight of it where it is painted."""
    rng = np.random.Generator(np.random.PCG64(_derived(direction.seed, index, "shot")))
    seen = nothing_seen()
    if item is not None:
        picture, moves = _media_picture(item, index, direction), _media_moves(item, direction)
        ledger.last_painter, ledger.last_palette = MEDIA_PAINTER, ""
    else:
        chosen = _cast(index, phrase, direction, ledger, rng, before=before)
        picture, moves, seen = chosen.spec, _painter_moves(chosen.casting, direction), chosen.sight
    shot = Shot(
        span=phrase.span,
        scene=phrase.scene.id,
        picture=picture,
        camera=_camera(moves, direction, ledger, rng),
        transition=_transition(index, phrase, direction, ledger, rng),
    )
    return shot, seen


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """A casting; from `low` to `high` like the picture before, both the same once that was measured."""

    casting: Casting
    spec: PictureSpec
    sight: Sight
    low: float
    high: float

    def beside(self, before: Sight) -> _Candidate:
        """The same after a look at both pictures."""
        alike = likeness(before.image, self.sight.image)
        return replace(self, low=alike, high=alike)


def _cast(
    index: int,
    phrase: Phrase,
    direction: Direction,
    ledger: Ledger,
    rng: np.random.Generator,
    *,
    before: Sight,
) -> _Candidate:
    """The first casting that looks unlike the shot before, or else the least alike of several."""
    tried: frozenset[str] = frozenset()
    candidates: list[_Candidate] = []
    most = min(_ATTEMPTS, len(direction.pack.painters))
    while not candidates or (
        candidates[-1].high > MOST_ALIKE and len(tried) < most and len(candidates) < _CASTINGS
    ):
        casting = cast_picture(phrase, direction.script, direction.pack, ledger, rng, tried=tried)
        candidate = _candidate(casting, index, phrase, direction, before=before)
        doubtful = candidate.low <= MOST_ALIKE < candidate.high
        candidates.append(candidate.beside(before) if doubtful else candidate)
        tried |= {casting.painter.name}
    chosen = candidates[-1] if candidates[-1].high <= MOST_ALIKE else _least_alike(candidates, before)
    ledger.shown(chosen.casting.painter.name, chosen.casting.palette, chosen.casting.artwork)
    return chosen


def _candidate(
    casting: Casting, index: int, phrase: Phrase, direction: Direction, *, before: Sight
) -> _Candidate:
    spec = _painted(casting, index, direction)
    sight = Sight(spec.painter, partial(direction.look, spec, direction.pack, float(phrase.span.duration)))
    names = before.painter, spec.painter
    low, high = direction.foresee(direction.pack.pack, *names) if before.painter else (0.0, 0.0)
    return _Candidate(casting=casting, spec=spec, sight=sight, low=low, high=high)


def _least_alike(candidates: Sequence[_Candidate], before: Sight) -> _Candidate:
    """The first of the least alike; only those are looked at that can be it."""
    bound = min(candidate.high for candidate in candidates)
    seen = [
        candidate.beside(before) if candidate.low < candidate.high else candidate
        for candidate in candidates
        if candidate.low <= bound
    ]
    return min(seen, key=lambda candidate: candidate.high)


def _derived(seed: int, index: int, purpose: str) -> int:
    """A seed in [0, 2**32) for one purpose of one shot."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{index}/{purpose}".encode()).digest()[:4], "big")


def _painted(casting: Casting, index: int, direction: Direction) -> PictureSpec:
    return PictureSpec(
        painter=casting.painter.name,
        seed=_derived(direction.seed, index, casting.painter.name),
        words=casting.words,
        artwork=casting.artwork,
        data=casting.data | {"palette": casting.palette} | _standing_data(direction),
    )


def _media_picture(item: MediaItem, index: int, direction: Direction) -> PictureSpec:
    facts = {"kind": item.kind.value, "fps": str(item.fps), "name": item.name}
    return PictureSpec(
        painter=MEDIA_PAINTER,
        seed=_derived(direction.seed, index, MEDIA_PAINTER),
        data=facts | _standing_data(direction),
        media=item.digest,
    )


def _standing_data(direction: Direction) -> dict[str, str]:
    x, y = direction.focus
    return {"language": direction.language.value, "focus": f"{x:g},{y:g}"}


def _painter_moves(casting: Casting, direction: Direction) -> tuple[tuple[str, float], ...]:
    """Scenes that move by themselves are filmed by a camera that stands: two motions at once blur both."""
    if casting.painter.moving:
        return _STANDING
    sliding = tuple(move for move in direction.pack.moves if move[0] in SLIDES)
    return sliding or _STANDING if casting.painter.deep else direction.pack.moves


def _media_moves(item: MediaItem, direction: Direction) -> tuple[tuple[str, float], ...]:
    return _STANDING if item.duration > ZERO else direction.pack.moves


def _camera(
    moves: tuple[tuple[str, float], ...], direction: Direction, ledger: Ledger, rng: np.random.Generator
) -> CameraMove:
    """A move of the pack that is not the one just seen; standing still is no move."""
    others = tuple(move for move in moves if move[0] == "hold" or move[0] != ledger.last_move)
    name = pick(rng, others or moves)
    ledger.last_move = name
    start, end = MOVES[name](rng, direction.pack.reach)
    easing = direction.pack.easings[int(rng.integers(len(direction.pack.easings)))]
    return CameraMove(start=start, end=end, easing=easing)


def _transition(
    index: int, phrase: Phrase, direction: Direction, ledger: Ledger, rng: np.random.Generator
) -> Transition:
    """Hard cuts in the hook; elsewhere the pack's mix, with marked transitions where a scene opens."""
    if index == 0 or (phrase.scene.role is Role.HOOK and not phrase.opens_scene):
        return Transition()
    choices = direction.pack.transitions
    marked = tuple(choice for choice in choices if choice.kind not in {"cut", ledger.last_transition})
    weights = marked if phrase.opens_scene and marked else choices
    kind = pick(rng, [(choice.kind, choice.weight) for choice in weights])
    ledger.last_transition = kind
    seconds = next(choice.seconds for choice in choices if choice.kind == kind)
    return Transition(kind=kind, duration=min(seconds, phrase.span.duration / 3))
