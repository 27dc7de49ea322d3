"""How a shot is filmed: the camera's move, and the transition from the shot before."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from renderer.core.camera import CameraMove
from renderer.core.script import Role
from renderer.core.storyboard import Transition
from renderer.core.timecode import ZERO
from renderer.painters.base import Painter
from renderer.visuals.camera.moves import MOVES, SLIDES
from renderer.visuals.direction.ledger import Ledger, pick
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.media import MediaItem
from renderer.visuals.style_pack import StylePackFile

Moves: TypeAlias = tuple[tuple[str, float], ...]
"""Names of moves (see `MOVES`) and their relative frequencies."""

_STANDING: Final[Moves] = (("hold", 1.0),)


def painter_moves(painter: Painter, pack: StylePackFile) -> Moves:
    """Moves for a painter's scenes; scenes that move get a fixed camera, as two motions at once blur."""
    if painter.moving:
        return _STANDING
    sliding = tuple(move for move in pack.moves if move[0] in SLIDES)
    return sliding or _STANDING if painter.deep else pack.moves


def media_moves(item: MediaItem, pack: StylePackFile) -> Moves:
    """Moves for the user's media; clips move themselves and get a fixed camera."""
    return _STANDING if item.duration > ZERO else pack.moves


def camera_move(moves: Moves, pack: StylePackFile, ledger: Ledger, rng: np.random.Generator) -> CameraMove:
    """A move of the pack other than the last one used; holding still may repeat."""
    others = tuple(move for move in moves if move[0] == "hold" or move[0] != ledger.last_move)
    name = pick(rng, others or moves)
    ledger.last_move = name
    start, end = MOVES[name](rng, pack.reach)
    easing = pack.easings[int(rng.integers(len(pack.easings)))]
    return CameraMove(start=start, end=end, easing=easing)


def transition_into(
    index: int, phrase: Phrase, pack: StylePackFile, ledger: Ledger, rng: np.random.Generator
) -> Transition:
    """Hard cuts in the hook; otherwise the pack's mix, with visible transitions where a scene opens."""
    if index == 0 or (phrase.scene.role is Role.HOOK and not phrase.opens_scene):
        return Transition()
    choices = pack.transitions
    marked = tuple(choice for choice in choices if choice.kind not in {"cut", ledger.last_transition})
    weights = marked if phrase.opens_scene and marked else choices
    kind = pick(rng, [(choice.kind, choice.weight) for choice in weights])
    ledger.last_transition = kind
    seconds = next(choice.seconds for choice in choices if choice.kind == kind)
    return Transition(kind=kind, duration=min(seconds, phrase.span.duration / 3))
