"""Movements of pages and words: pure functions of time, the same at any frame rate.

A word that becomes active looks different from the very first moment (`elapsed` 0), so its onset falls on the
first frame of the word whatever the animation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from renderer.captions.drawing.page_timing import PageMoment
from renderer.captions.drawing.poses import PagePose, Poses, WordPose
from renderer.captions.style.easing import eased, mix
from renderer.captions.style.schema import Activate, ActivateKind, Enter, EnterKind, Style

FLICKER: Final = (0.45, 1.0, 0.55, 1.0)
"""Light levels of a fluorescent tube starting up, each for a quarter of the flicker's time."""

_STEADY_ENTER: Final = frozenset({EnterKind.SCALE, EnterKind.RISE})
_STEADY_ACTIVATE: Final = frozenset({ActivateKind.SCALE})
"""Movements that change light only at the letters' edges."""

KEYSTROKE: Final = 0.055
"""Seconds between two typed clusters, if the word lasts long enough."""

GOLDEN_ANGLE: Final = math.pi * (3 - math.sqrt(5))


def poses_at(style: Style, moment: PageMoment) -> Poses:
    """The poses that a style's movements yield at a moment.

    Where pages or words follow each other fast, movements that change light are left out. A page that opens
    the video appears without any movement.
    """
    enter, activate = () if moment.opens else style.enter, style.activate
    if not moment.page_moves:
        enter = tuple(move for move in enter if move.kind in _STEADY_ENTER)
    if not moment.word_moves:
        activate = tuple(move for move in activate if move.kind in _STEADY_ACTIVATE)
    return Poses(
        page=page_pose(enter, moment.page),
        word=word_pose(activate, moment.word, may_flicker=moment.may_flicker),
        breath=_breathing(style.ground.pulse, style.ground.pulse_rate, moment.seconds),
    )


def page_pose(moves: Sequence[Enter], elapsed: float) -> PagePose:
    """Pose of a page `elapsed` seconds after it appeared."""
    pose: dict[str, float] = {}
    for move in moves:
        way = eased(move.ease, elapsed, move.seconds)
        match move.kind:
            case EnterKind.SCALE:
                pose["scale"] = mix(move.start, 1.0, way)
            case EnterKind.RISE:
                pose["rise"] = mix(move.start, 0.0, way)
            case EnterKind.FADE:
                pose["opacity"] = min(1.0, mix(move.start, 1.0, way))
            case EnterKind.WIPE:
                pose["wipe"] = min(1.0, mix(move.start, 1.0, way))
            case EnterKind.FROST:
                pose["frost"] = max(0.0, mix(move.start, 0.0, way))
            case EnterKind.GHOST:
                pose["ghost"] = way
    return PagePose(**pose)


def word_pose(moves: Sequence[Activate], elapsed: float, *, may_flicker: bool) -> WordPose:
    """Pose of the active word `elapsed` seconds after it became active."""
    pose: dict[str, float] = {}
    for move in moves:
        way = eased(move.ease, elapsed, move.seconds)
        match move.kind:
            case ActivateKind.SCALE:
                pose["growth"] = way
            case ActivateKind.FADE:
                pose["blend"] = min(1.0, mix(move.amount, 1.0, way))
            case ActivateKind.FLICKER:
                pose["blend"] = _flicker(elapsed, move.seconds) if may_flicker else 1.0
            case ActivateKind.JITTER:
                pose["dx"], pose["dy"] = _jitter(move, elapsed)
            case ActivateKind.ECHO:
                pose["echo"] = move.amount if elapsed < move.seconds else 0.0
            case ActivateKind.SHINE:
                pose["shine"] = way
    return WordPose(**pose)


def _breathing(amount: float, rate: float, seconds: float) -> float:
    """Opacity in [1 - amount, 1] that swings `rate` times a second."""
    return 1.0 - amount * (0.5 - 0.5 * math.cos(2 * math.pi * rate * seconds))


def typed(units: int, elapsed: float, duration: float) -> int:
    """How many of a word's clusters are typed: one immediately, all by the end of its time."""
    step = min(KEYSTROKE, duration / max(units, 1) * 0.9)
    if elapsed >= step * units or step <= 0:
        return units
    return min(units, 1 + int(elapsed / step))


def _flicker(elapsed: float, seconds: float) -> float:
    step = int(elapsed / seconds * len(FLICKER))
    return FLICKER[step] if step < len(FLICKER) else 1.0


def _jitter(move: Activate, elapsed: float) -> tuple[float, float]:
    """Positions on a circle, each held for a while and turned by the golden angle so that none repeats."""
    if elapsed >= move.seconds:
        return 0.0, 0.0
    angle = GOLDEN_ANGLE * (1 + int(elapsed * move.rate))
    return move.amount * math.cos(angle), move.amount * math.sin(angle)
