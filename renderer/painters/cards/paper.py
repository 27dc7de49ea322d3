"""The paper ground of cards with text."""

from __future__ import annotations

import numpy as np

from renderer.painters.cards.base import CardRequest
from renderer.painters.drawing import light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, developed, half, tinted
from renderer.painters.drawing.noise import fractal


def paper_ground(request: CardRequest, rng: np.random.Generator) -> Canvas:
    """Plain paper in the palette's colour."""
    w, h, palette = request.width, request.height, request.palette
    shape = half((w, h))
    fibres = fractal(rng, shape, cell=min(shape) * 0.5, octaves=6, gain=0.6)
    ground = tinted(fibres, tone.mixed(palette.paper, palette.paper_ink, 0.06), palette.paper)
    dim(ground, light.vignette(shape, strength=0.3))
    return developed(ground, (w, h), rng, grain=0.5)
