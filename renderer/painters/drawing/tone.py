"""Colours derived from a palette.

They include mixtures, lightness, and the dark end that night scenes need in a light palette.
"""

from __future__ import annotations

from renderer.painters.base import Palette
from renderer.painters.drawing.canvas import Colour

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A mixture of two colours: `share` 0 gives `one`, 1 gives `other`; values outside [0, 1] extrapolate."""
    channels = [round(min(max(a + (b - a) * share, 0), 255)) for a, b in zip(one, other, strict=True)]
    return channels[0], channels[1], channels[2]


def luma(colour: Colour) -> float:
    """Perceived brightness in [0, 1] (BT.709 weights on gamma-coded values)."""
    return (0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]) / 255


def darkest(palette: Palette) -> Colour:
    """The palette's darkest surface or ink colour."""
    return min((palette.background, palette.ground, palette.ink, palette.paper_ink), key=luma)


def lightest(palette: Palette) -> Colour:
    """The palette's lightest surface or ink colour."""
    return max((palette.background, palette.ground, palette.ink, palette.paper), key=luma)


def night(palette: Palette, *, depth: float = 0.5) -> Colour:
    """A dark ground in the palette's mood: its darkest colour pulled to blue, `depth` 1 nearly black."""
    return mixed(mixed(darkest(palette), (18, 40, 92), 0.68), BLACK, depth * 0.8)
