"""Then and now: one print in two states, a faded engraving that a fresh hand-coloured sheet covers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import tone
from renderer.painters.drawing.canvas import Canvas, Cutout
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain, product
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.before_after import SplitLook, before_after
from renderer.painters.props.subject import engraved, toned


def paint(request: PaintRequest) -> LayeredPicture:
    """Both states share one sheet; the later one is tinted anew and printed in colour."""
    rng, palette, u = request.rng(), request.palette, request.unit
    sheet = paper.paper_canvas(
        rng,
        (request.width, request.height),
        light_tone=tone.mixed(palette.ground, palette.paper, 0.6),
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.3),
    )
    aged = _tinted(sheet, tone.mixed(palette.secondary, tone.WHITE, 0.35))
    pitch = max(6 * u, 3)

    @lru_cache(maxsize=1)
    def printed(art: Cutout) -> Cutout:
        return engraved(art, ink=palette.ink, page=palette.paper, pitch=pitch, wash=1.0)

    def faded(art: Cutout) -> Cutout:
        light = tone.mixed(palette.ground, palette.paper, 0.4)
        return toned(art, tone.mixed(palette.ink, palette.secondary, 0.25), light)

    looks = (
        SplitLook(ink=palette.ink, face=LetteringFace.SERIF, art=lambda art: faded(printed(art))),
        SplitLook(ink=palette.ink, face=LetteringFace.SERIF, art=printed),
    )
    return before_after(request, (aged, sheet), looks, _fold(request))


def _tinted(sheet: Canvas, colour: tuple[int, int, int]) -> Canvas:
    return product(sheet, plain(colour, sheet.shape))


def _fold(request: PaintRequest) -> Cutout:
    """The sheet's edge: a bright line, and the shadow that it casts on the older state."""
    wide = int(44 * request.unit) // 2 * 2 + 2
    x = np.abs(np.arange(wide) + 0.5 - wide / 2) / (wide / 2)
    line = x < 4 / 44
    cover = np.where(line, 255, 95 * (1 - x) ** 1.5).astype(np.uint8)
    colour = np.where(line[:, None], request.palette.paper, tone.mixed(request.palette.ink, tone.BLACK, 0.5))
    rgb = np.broadcast_to(colour.astype(np.uint8)[None], (request.height, wide, 3))
    return Cutout(
        np.ascontiguousarray(rgb), np.ascontiguousarray(np.broadcast_to(cover[None], rgb.shape[:2]))
    )
