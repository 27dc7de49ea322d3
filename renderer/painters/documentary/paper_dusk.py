"""Dusk in coloured paper: sheets with round openings, one behind the other, a low sun in the deepest.

This is the paper landscape's picture without a subject: light sheets in front, the darkest around the sun.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Colour, developed, half
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import resized
from renderer.painters.props import paper
from renderer.painters.props.subject import is_wide

_SUN: Final = 0.15
_OPENINGS: Final = (0.24, 0.33, 0.43, 0.53, 0.64, 0.76, 0.89, 1.03, 1.18, 1.34, 1.5)
"""Radii in units of the frame's shorter side, the deepest sheet's opening first."""

_LIGHTEST: Final = 8
"""Number of the first sheet, counted from 0 at the deepest, that has the lightest tone; all sheets in
front of it have it too."""

_UNEVEN: Final = 0.10
"""Deviation of the openings from a circle, as a share of their radii."""

_FARTHEST: Final = 2.4
_PLACES: Final = 2048
"""Greatest distance from the sun in the table of tones, and the number of its entries."""

_SHADOW: Final = 0.022
_DARKER: Final = 0.55
"""Reach of a sheet's shadow into its opening, and its depth at the edge."""

_RIM: Final = 0.006
_BRIGHTER: Final = 0.28
"""Width of a sheet's visible edge, and how much brighter it is."""


def dusk(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    """The picture from the sun outwards to the sheet in front."""
    size = (request.width, request.height)
    shape = half(size)
    small = half((shape[1], shape[0]))
    uneven = 1.0 + _UNEVEN * (fractal(rng, small, cell=min(small) * 0.45, octaves=2) - 0.5)
    far = light.distance(shape, _sun(request)) * resized(uneven.astype(np.float32), (shape[1], shape[0]))
    place = np.minimum(far * np.float32(_PLACES / _FARTHEST), _PLACES - 1).astype(np.int32)
    ground = _profile(request, cut=1.5 / min(shape)).take(place, axis=0)
    dim(ground, paper.fibre(rng, shape))
    return developed(ground, size, rng, grain=0.8)


def _sun(request: PaintRequest) -> tuple[float, float]:
    """Position of the sun as fractions: low and off-centre."""
    x = 0.64 if request.focus[0] <= 0.5 else 0.36  # noqa: PLR2004 - the middle
    return x, 0.62 if is_wide(request) else 0.66


def _profile(request: PaintRequest, *, cut: float) -> Field:
    """Colour by distance from the sun, shape (`_PLACES`, 3), in [0, 1]; `cut`: softness of the edges."""
    far = (np.arange(_PLACES, dtype=np.float32) * np.float32(_FARTHEST / _PLACES))[:, None]
    sun, *sheets = (np.array(colour, np.float32) / 255 for colour in _tones(request))
    outside = smoothstep(far, _SUN - cut, _SUN + cut)
    colour = sun + outside * (sheets[0] - sun)
    relief = 1.0 - _DARKER * outside * np.exp(-np.abs(far - _SUN) / _SHADOW)
    for radius, sheet in zip(_OPENINGS, sheets[1:], strict=True):
        outside = smoothstep(far, radius - cut, radius + cut)
        colour += outside * (sheet - colour)
        relief *= 1.0 - _DARKER * (1.0 - outside) * np.exp(-np.abs(far - radius) / _SHADOW)
        relief += _BRIGHTER * smoothstep(np.abs(far - radius - _RIM / 2), _RIM + cut, _RIM / 2)
    return np.asarray(colour * relief, np.float32)


def _tones(request: PaintRequest) -> list[Colour]:
    """The sun's colour, then those of the sheets from the deepest to the front."""
    palette = request.palette
    deep = tone.mixed(palette.primary, palette.secondary, 0.45)
    front = tone.mixed(palette.paper, palette.glow, 0.12)
    parts = [min(step / _LIGHTEST, 1.0) ** 0.8 for step in range(len(_OPENINGS) + 1)]
    return [tone.mixed(palette.glow, tone.WHITE, 0.3), *(tone.mixed(deep, front, part) for part in parts)]
