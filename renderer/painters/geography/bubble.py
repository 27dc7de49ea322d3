"""The subject in a round mount beside its place on a map, clear of the captions."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion
from renderer.painters.drawing.calm import on_captions
from renderer.painters.drawing.canvas import Colour, Cutout, lay, stain
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.pixels import greyed, plain
from renderer.painters.drawing.tone import luma, mixed
from renderer.painters.layered_picture import Layer
from renderer.painters.props.subject import subject

_MARGIN: Final = 0.05
_BELOW_NAME: Final = 166.0
_SMALLEST: Final = 0.16
"""The least distance from the edges, as a share of the width; how far below its place it is, in pixels of
a frame 1080 wide; its smallest side, as a share of the width."""

_BEYOND: Final = 0.03
"""Distance beyond the captions, as a share of the height, used where there is no room before them."""

_APART: Final = 36
_SEEN: Final = 0.3
"""Luma levels that separate a drawing from the paper, and the share of it that must differ by that much."""

_HALF: Final = 127
"""Opacity above which a pixel counts as drawn."""

_SHADE: Final = 0.55
"""Position of a pale drawing's ground between the paper and the accent."""


def bubble(request: PaintRequest, spot: tuple[float, float], *, paper: Colour, accent: Colour) -> Layer:
    """The subject in a round mount above the place, with a tip that points to it.

    If the frame or captions leave no room above, it goes below the name, without a tip, as large as captions
    allow; if they leave no room at all, it goes beyond them.
    """
    u, w, h = request.unit, request.width, request.height
    side = int(min(0.36 * w, 0.22 * h)) // 2 * 2
    tall = int(side * 1.18)
    high, top = spot[1] - tall - 34 * u, spot[1] + _BELOW_NAME * u
    above = high >= 0.02 * h and (not on_captions(request, high, tall) or top + side > 0.98 * h)
    if not above:
        side = tall = _side_below(request, top, side)
        if on_captions(request, top, tall):
            top = (request.captions[3] + _BEYOND) * h
    alpha = np.zeros((tall, side), np.uint8)
    curve.disc(alpha, (side / 2, side / 2), side / 2 - 2)
    if above:
        tip = [[side * 0.36, side * 0.9], [side * 0.64, side * 0.9], [side * 0.5, tall - 2]]
        curve.fill(alpha, [np.array(tip, np.float32)])
    art = subject(request, int(side * 0.66))
    rgb = plain(_ground(art, paper=paper, accent=accent), alpha.shape)
    ring = np.zeros_like(alpha)
    curve.disc(ring, (side / 2, side / 2), side / 2 - 9 * u, width=5 * u)
    stain(rgb, ring, accent)
    lay(rgb, art, ((side - art.size[0]) // 2, (side - art.size[1]) // 2))
    x = min(max(spot[0], side / 2 + _MARGIN * w), w - side / 2 - _MARGIN * w)
    y = (high if above else top) + tall / 2
    sway = motion.drifting(x, y, by=(0.0, 5 * u), period=4.0)
    return pasted(Cutout(rgb, alpha), sway)


def _ground(art: Cutout, *, paper: Colour, accent: Colour) -> Colour:
    """The paper, or a shade towards the accent if most of the drawing is as light as the paper."""
    drawn = art.alpha > _HALF
    if not drawn.any():
        return paper
    apart = np.abs(greyed(art.rgb)[drawn].astype(np.int16) - round(255 * luma(paper)))
    return paper if np.mean(apart > _APART) >= _SEEN else mixed(paper, accent, _SHADE)


def _side_below(request: PaintRequest, top: float, most: int) -> int:
    """The side of a mount whose upper edge is at row `top`, such that it ends above any captions below."""
    line = request.captions[1] * request.height
    free = int(line - top) // 2 * 2 if line > top else most
    return max(min(most, free), int(_SMALLEST * request.width) // 2 * 2)
