"""Plain backdrops for objects: dark rooms with a pool of light, bright paper, walls."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Colour, half, tinted
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import resized


def gloom(
    request: PaintRequest,
    rng: np.random.Generator,
    *,
    pool: Colour,
    strength: float = 0.35,
    lift: float = 0.10,
    radius: float = 0.40,
) -> Field:
    """A dark clouded room as ground, with a pool of light behind the subject and dark corners.

    `lift` raises the darkest tone towards the palette's secondary colour.
    """
    return grown(murk(request, rng, pool=pool, strength=strength, lift=lift, radius=radius), request)


def murk(
    request: PaintRequest,
    rng: np.random.Generator,
    *,
    pool: Colour,
    strength: float = 0.35,
    lift: float = 0.10,
    radius: float = 0.40,
) -> Field:
    """The ground of `gloom` at half the size of other grounds, since it has no fine detail.

    Callers can add more soft light before enlarging it.
    """
    palette = request.palette
    small = quarter(request)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.35)
    clouds = fractal(rng, small, cell=min(small) * 0.8, octaves=5, gain=0.5)
    ground = tinted(clouds, dark, tone.mixed(dark, palette.secondary, lift * 2))
    light.add_light(ground, light.glow(small, request.focus, radius), pool, strength=strength)
    light.add_light(ground, light.glow(small, request.focus, radius * 0.5), pool, strength=strength * 0.5)
    dim(ground, light.vignette(small, strength=0.55))
    return ground


def quarter(request: PaintRequest) -> tuple[int, int]:
    """Array shape for soft light: half as wide and high as the ground."""
    rows, columns = half((request.width, request.height))
    return half((columns, rows))


def grown(small: Field, request: PaintRequest) -> Field:
    """Soft light, of one channel or three, enlarged to the size of the ground."""
    rows, columns = half((request.width, request.height))
    return resized(small, (columns, rows))


def floored(ground: Field, *, horizon: float, glow: Colour, at: float = 0.5, strength: float = 0.25) -> None:
    """A darker floor with an oval sheen below `horizon` (fraction of the height), in place."""
    shape = (ground.shape[0], ground.shape[1])
    y = light.grid(shape)[1]
    below = smoothstep(y, horizon - 0.002, horizon + 0.004)
    shade = 1.0 - 0.35 * below * smoothstep(y, 1.0, horizon)
    dim(ground, np.repeat(shade, shape[1], axis=1))
    light.add_light(
        ground, below * light.glow(shape, (at, horizon + 0.07), 0.20, squeeze=2.6), glow, strength=strength
    )
