"""Camera moves by name, as start and end views for `camera.view_at`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from renderer.core.storyboard import View

Reach = float
"""How far a move goes: 1 is the pack's ordinary move."""

Move = Callable[[np.random.Generator, Reach], tuple[View, View]]

_TIGHT: Final = 1.16
"""Zoom of a pan: room of 7 % of the width on each side."""


def _push_in(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    x, y = 0.5 + rng.uniform(-0.02, 0.02), 0.48 + rng.uniform(-0.03, 0.02)
    return View(zoom=1.01), View(x=x, y=y, zoom=1.01 + 0.13 * reach)


def _pull_out(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _push_in(rng, reach)
    return end, start


def _pan_right(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    slide = 0.055 * reach
    y = 0.5 + rng.uniform(-0.02, 0.02)
    return View(x=0.5 - slide, y=y, zoom=_TIGHT), View(x=0.5 + slide, y=y, zoom=_TIGHT + 0.02)


def _pan_left(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _pan_right(rng, reach)
    return View(x=end.x, y=end.y, zoom=start.zoom), View(x=start.x, y=start.y, zoom=end.zoom)


def _tilt_up(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    slide = 0.05 * reach
    x = 0.5 + rng.uniform(-0.02, 0.02)
    return View(x=x, y=0.5 + slide, zoom=_TIGHT), View(x=x, y=0.5 - slide, zoom=_TIGHT + 0.02)


def _tilt_down(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _tilt_up(rng, reach)
    return View(x=end.x, y=end.y, zoom=start.zoom), View(x=start.x, y=start.y, zoom=end.zoom)


def _drift(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    angle = rng.uniform(0, 2 * np.pi)
    x, y = float(0.035 * reach * np.cos(angle)), float(0.03 * reach * np.sin(angle))
    return View(x=0.5 - x, y=0.5 - y, zoom=1.1), View(x=0.5 + x, y=0.5 + y, zoom=1.1 + 0.04 * reach)


def _breathe(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    return View(zoom=1.01), View(y=0.5 + rng.uniform(-0.01, 0.01), zoom=1.01 + 0.045 * reach)


def _hold(_rng: np.random.Generator, _reach: Reach) -> tuple[View, View]:
    return View(), View()


MOVES: Final[dict[str, Move]] = {
    "push_in": _push_in,
    "pull_out": _pull_out,
    "pan_left": _pan_left,
    "pan_right": _pan_right,
    "tilt_up": _tilt_up,
    "tilt_down": _tilt_down,
    "drift": _drift,
    "breathe": _breathe,
    "hold": _hold,
}

CALM: Final = ("breathe", "hold", "drift")
"""Moves for scenes that move by themselves."""
