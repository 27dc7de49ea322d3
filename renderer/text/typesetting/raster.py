"""Rasterises placed glyphs to coverage masks with HarfBuzz's own rasteriser."""

from __future__ import annotations

from collections.abc import Iterable
from math import radians, tan
from typing import Final

import numpy as np
import uharfbuzz as hb

from renderer.text.typesetting.shaped_run import Coverage, Glyph, InkExtents, Mask, ShapedRun

_UNIT: Final = 64.0


def _draw(
    glyphs: Iterable[Glyph], shift: float, lean: float, canvas: hb.RasterExtents | None
) -> hb.RasterImage:
    raster = hb.RasterDraw()
    raster.scale_factor = (_UNIT, _UNIT)
    if canvas is not None:
        raster.extents = canvas
    for glyph in glyphs:
        x = glyph.x + shift + lean * glyph.y
        raster.transform = (1.0, 0.0, lean, 1.0, x * _UNIT, glyph.y * _UNIT)
        raster.draw_glyph(glyph.face.font(glyph.size), glyph.id)
    return raster.render()


def _pixels(image: hb.RasterImage) -> Coverage:
    """The image with rows from top to bottom, without the rasteriser's row padding."""
    extents = image.extents
    rows: Coverage = np.frombuffer(image.buffer, np.uint8).reshape(extents.height, extents.stride)
    return rows[::-1, : extents.width]


def ink_extents(run: ShapedRun) -> InkExtents:
    """The extents of a run's ink; all zero without ink."""
    boxes = []
    for glyph in run.glyphs:
        found = glyph.face.font(glyph.size).get_glyph_extents(glyph.id)
        if found is not None and found.width:
            left, top = glyph.x + found.x_bearing / _UNIT, -glyph.y - found.y_bearing / _UNIT
            boxes.append((left, top, left + found.width / _UNIT, top - found.height / _UNIT))
    if not boxes:
        return InkExtents(0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, feet = zip(*boxes, strict=True)
    return InkExtents(min(lefts), min(tops), max(rights), max(feet))


def rasterise(
    run: ShapedRun, *, padding: int = 0, subpixel_x: float = 0.0, slant: float = 0.0, units: int | None = None
) -> Mask:
    """Antialiased coverage of a run with `padding` empty px on all four sides.

    `subpixel_x` in [0, 1) px moves the pen to the right; `slant` in degrees leans the glyphs to the right
    about the baseline. `units` draws only the first that many units, in a mask as large as the whole run's. A
    run without ink gives a mask of padding alone, at least 1 x 1.
    """
    lean = tan(radians(slant))
    image = _draw(run.glyphs, subpixel_x, lean, None)
    extents = image.extents
    if extents is None or extents.width == 0 or extents.height == 0:
        side = max(1, 2 * padding)
        return Mask(np.zeros((side, side), np.uint8), -padding, -padding)
    if units is not None:
        shown = (glyph for glyph in run.glyphs if glyph.unit < units)
        image = _draw(shown, subpixel_x, lean, extents)
    alpha = np.zeros((extents.height + 2 * padding, extents.width + 2 * padding), np.uint8)
    alpha[padding : padding + extents.height, padding : padding + extents.width] = _pixels(image)
    return Mask(alpha, extents.x_origin - padding, -(extents.y_origin + extents.height) - padding)
