"""Camera moves by name, as start and end views for `camera.views.view_at`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from renderer.core.camera import View

Reach = float
"""Extent of a move: 1 is the pack's ordinary move."""

Move = Callable[[np.random.Generator, Reach], tuple[View, View]]

_TIGHT: Final = 1.08
"""Zoom of a pan or drift: rasters are shown one to one, with room of 3.7 % on each side.

It stays constant, so that frames and layers are shifts rather than warps.
"""

_ROOM: Final = 0.036


def _push_in(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    x, y = 0.5 + rng.uniform(-0.02, 0.02), 0.48 + rng.uniform(-0.03, 0.02)
    return View(zoom=1.01), View(x=x, y=y, zoom=1.01 + 0.13 * reach)


def _pull_out(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _push_in(rng, reach)
    return end, start


def _pan_right(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    slide = min(0.032 * reach, _ROOM)
    y = 0.5 + rng.uniform(-0.02, 0.02)
    return View(x=0.5 - slide, y=y, zoom=_TIGHT), View(x=0.5 + slide, y=y, zoom=_TIGHT)


def _pan_left(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _pan_right(rng, reach)
    return View(x=end.x, y=end.y, zoom=start.zoom), View(x=start.x, y=start.y, zoom=end.zoom)


def _tilt_up(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    slide = min(0.03 * reach, _ROOM)
    x = 0.5 + rng.uniform(-0.02, 0.02)
    return View(x=x, y=0.5 + slide, zoom=_TIGHT), View(x=x, y=0.5 - slide, zoom=_TIGHT)


def _tilt_down(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    start, end = _tilt_up(rng, reach)
    return View(x=end.x, y=end.y, zoom=start.zoom), View(x=start.x, y=start.y, zoom=end.zoom)


def _drift(rng: np.random.Generator, reach: Reach) -> tuple[View, View]:
    angle = rng.uniform(0, 2 * np.pi)
    x, y = (min(way * reach, _ROOM) for way in (0.03 * np.cos(angle), 0.026 * np.sin(angle)))
    x, y = float(x), float(y)
    return View(x=0.5 - x, y=0.5 - y, zoom=_TIGHT), View(x=0.5 + x, y=0.5 + y, zoom=_TIGHT)


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

SLIDES: Final = frozenset({"pan_left", "pan_right", "tilt_up", "tilt_down", "drift"})
"""Moves that keep their zoom."""
