"""Charts: their position, market-like series, and the order in which they draw themselves."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve
from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.layering import PixelBox
from renderer.painters.drawing.noise import chance
from renderer.painters.drawing.pixels import added, halo, scaled
from renderer.painters.props.subject import has_subject, hero_place, hero_size

_MIDDLE: Final = 0.5
_FAINTEST: Final = 4
"""Levels cut off from a halo, so that it ends."""

Series = npt.NDArray[np.float64]


class Panel(Struct, frozen=True):
    """The chart's rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels down."""
        return self.bottom - self.top

    def points(self, values: Series) -> curve.Points:
        """Values in [0, 1] as a line from the left edge to the right, 1 at the top."""
        x = np.linspace(self.left, self.right, len(values))
        return np.stack([x, self.bottom - values * self.height], axis=1).astype(np.float32)


def panel(request: PaintRequest) -> Panel:
    """The chart's place: below the captions if a subject is above them, else in the subject's place.

    In wide frames it is beside the subject, on the side with more room.
    """
    w, h = request.width, request.height
    if w > h and has_subject(request):
        half_height = 0.26 * h
        y = hero_place(request)[1]
        left, right = (0.54, 0.95) if request.focus[0] <= _MIDDLE else (0.05, 0.46)
        return Panel(left * w, y - half_height, right * w, y + half_height)
    if has_subject(request):
        top = max(request.shelf[0], request.focus[1] + 0.18)
        lowest = request.shelf[1] if top < request.captions[1] else 0.92
        return Panel(0.09 * w, top * h, 0.91 * w, min(top + 0.20, lowest) * h)
    half_height = hero_size(request) * 0.55
    y = hero_place(request)[1]
    return Panel(0.09 * w, y - half_height, 0.91 * w, y + half_height)


def falling(request: PaintRequest, rng: np.random.Generator) -> bool:
    """Whether the chart falls: as the text says, or else by chance."""
    stated = request.facts.trend
    return stated == "down" if stated else chance(rng, 0.5)


def walk(rng: np.random.Generator, count: int, *, down: bool, noise: float = 1.0) -> Series:
    """A market-like path in [0.04, 0.96].

    It combines drift, bursts of volatility and one clear swing against the trend.
    """
    t = np.linspace(0, 1, count)
    swing = -0.30 * np.exp(-np.square((t - float(rng.uniform(0.35, 0.6))) / 0.10))
    steps = rng.standard_normal(count) * (0.4 + 0.8 * rng.random(count))
    rough = np.cumsum(steps) / np.sqrt(count)
    rough -= rough[0] + (rough[-1] - rough[0]) * t
    path = 1.15 * t**1.25 + swing + 0.30 * noise * rough
    path = (path - path.min()) / max(float(np.ptp(path)), 1e-9)
    return np.asarray(0.04 + 0.92 * (1 - path if down else path), np.float64)


def left_to_right(mask: Mask, area: Panel) -> Mask:
    """A reveal order that runs across the panel."""
    width = mask.shape[1]
    ramp = np.clip((np.arange(width) - area.left) / max(area.width, 1), 0, 1) * 250
    return np.broadcast_to(ramp.astype(np.uint8)[None, :], mask.shape).copy()


def across(area: Panel, box: PixelBox) -> npt.NDArray[np.float32]:
    """The order of `left_to_right` over a box of the raster, with fractions: columns appear one by one."""
    places = (np.arange(box.x, box.x + box.width) - area.left) / max(area.width, 1)
    ramp = (np.clip(places, 0, 1) * 250).astype(np.float32)
    return np.broadcast_to(ramp[None, :], (box.height, box.width))


def gridded(mask: Mask, area: Panel, *, rows: int, columns: int, value: int = 60) -> None:
    """Draw hairlines over the panel, in place."""
    lines = [
        np.array([[area.left, y], [area.right, y]], np.float32)
        for y in np.linspace(area.top, area.bottom, rows + 1)
    ]
    lines += [
        np.array([[x, area.top], [x, area.bottom]], np.float32)
        for x in np.linspace(area.left, area.right, columns + 1)
    ]
    curve.stroke(mask, lines, width=1.0, value=value)


def bloomed(lines: Mask, *, radius: float, strength: float = 0.9) -> Mask:
    """Lines with a halo of about `radius` pixels."""
    glow = scaled(halo(lines, radius, step=max(1, int(radius / 3))), strength)
    return added(lines, glow - np.minimum(glow, _FAINTEST))
