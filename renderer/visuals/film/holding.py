"""Holding: layers that have moved too little to be seen are shown as they were before.

Animators draw slow movements on twos and threes. Dust that drifts by a sixth of a pixel per frame does not
look smoother for being drawn, compared and encoded thirty times a second.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from renderer.core.camera import View
from renderer.painters.layered_picture import Placement
from renderer.visuals.film.cel import Cel

Moment: TypeAlias = tuple[View, list[Placement]]
"""Where the camera and the cels are."""

STEPS: Final = 30
"""Moments per second at which the held state may change; at each whole second it is always renewed."""
SHIFT: Final = 0.5
"""Maximum displacement in pixels of anything held."""
FADE: Final = 3 / 255
"""Maximum error in cover of anything held."""
_ROUNDING: Final = 1e-6
_NEVER: Final = -(1 << 40)


@dataclass(slots=True, eq=False)
class Held:
    """The moment `shown` at the step numbered `step`."""

    step: int = _NEVER
    shown: Moment = (View(), [])


def held_at(
    seconds: float, moment_at: Callable[[float], Moment], cels: Sequence[Cel], *, last: Held
) -> Moment:
    """What is shown at `seconds`: the last moment that looked different from the one before.

    The result depends on the time alone; `last`, from the previous call, only makes it faster.
    """
    step = math.floor(seconds * STEPS + _ROUNDING)
    first = step // STEPS * STEPS
    if not first <= last.step <= step:
        last.step, last.shown = first, moment_at(first / STEPS)
    for number in range(last.step + 1, step + 1):
        last.step, last.shown = number, _either(cels, last.shown, moment_at(number / STEPS))
    between = seconds - step / STEPS > _ROUNDING
    return _either(cels, last.shown, moment_at(seconds)) if between else last.shown


def _either(cels: Sequence[Cel], before: Moment, now: Moment) -> Moment:
    """The earlier moment, if the difference is invisible."""
    return before if before[0] == now[0] and all(map(_alike, cels, before[1], now[1])) else now


def _alike(cel: Cel, one: Placement, other: Placement) -> bool:
    if one == other:
        return True
    turned = math.radians(abs(one.angle - other.angle)) * max(one.scale, other.scale)
    grown = max(abs(one.scale - other.scale), abs(one.scale * one.stretch - other.scale * other.stretch))
    scrolled = one.scale * math.hypot(one.scroll_x - other.scroll_x, one.scroll_y - other.scroll_y)
    uncovered = sum(cel.layer.image.shape[:2]) * abs(one.reveal - other.reveal)
    moved = math.hypot(one.x - other.x, one.y - other.y) + cel.reach * (turned + grown) + scrolled + uncovered
    return moved <= SHIFT and abs(one.opacity - other.opacity) * cel.cover <= FADE
