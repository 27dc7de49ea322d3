"""Specks in the air that catch the light: dust, embers, pollen."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import motion, tone
from renderer.painters.drawing.canvas import Cutout
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import smoothstep
from renderer.painters.layered_picture import Layer, Motion, Placement


def motes(request: PaintRequest, rng: np.random.Generator, *, count: int) -> list[Layer]:
    """Out-of-focus specks of dust, rising and circling in the light."""
    layers = []
    for _ in range(count):
        radius = float(rng.uniform(2.5, 9)) * request.unit
        side = int(radius * 5) // 2 * 2 + 2
        rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
        far = np.sqrt(rows**2 + columns**2)
        alpha = np.clip(
            255 * (0.8 - radius / (16 * request.unit)) * smoothstep(far, radius * 1.5, radius * 0.4), 0, 255
        ).astype(np.uint8)
        speck = Cutout(
            np.full((side, side, 3), tone.mixed(request.palette.glow, tone.WHITE, 0.35), np.uint8), alpha
        )
        spot = (float(rng.random()) * request.width, float(rng.uniform(0.05, 0.8)) * request.height)
        layers.append(pasted(speck, _floating(spot, rng, request.unit), light=True))
    return layers


def _floating(spot: tuple[float, float], rng: np.random.Generator, unit: float) -> Motion:
    swing, lift, phase = (
        float(rng.uniform(8, 26)) * unit,
        float(rng.uniform(-14, 6)) * unit,
        float(rng.random()),
    )
    path = motion.drifting(*spot, by=(swing, swing * 0.5), period=float(rng.uniform(5, 9)), phase=phase)
    shine = motion.breathing(0, 0, depth=0.6, period=float(rng.uniform(2.5, 5)), phase=phase)

    def floating(seconds: float) -> Placement:
        here = path(seconds)
        return Placement(x=here.x, y=here.y + lift * seconds, opacity=shine(seconds).opacity)

    return floating
