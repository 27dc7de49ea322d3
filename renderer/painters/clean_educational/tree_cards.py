"""A tree of cards: name tags under coloured badges on a dotted board, joined by thick ribbons."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.painters.artwork import draw_artwork
from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import curve, light, solids, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, cast_shadow, developed, half, lay
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.family_layout import room
from renderer.painters.props.family_tree import FamilyLook, NamePlate, family_layers
from renderer.painters.props.scale_layout import band
from renderer.painters.props.subject import (
    bordered,
    has_subject,
    hero_place,
    hero_size,
    silhouette,
    subject,
)

_BUST: Final = "bust-in-silhouette"
_BADGE: Final = 1.14
"""Height of a badge as a share of the space above the card, which covers its foot."""

_FAINT: Final = 0.28
"""Opacity of the subject behind the tree."""

_EMBLEM: Final = "deciduous-tree"
"""Artwork shown beside the tree if the shot has no subject."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Board and sticker are the base; cards and ribbons appear one by one."""
    palette, u = request.palette, request.unit
    canvas = _board(request)
    _sticker(canvas, request)
    look = FamilyLook(
        plate=lambda size, tall, number: _card(size, tall, request, number=number),
        face=LetteringFace.PLAIN,
        letters=palette.paper_ink,
        line=tone.mixed(palette.primary, palette.paper_ink, 0.25),
        line_width=max(7.5, 2.0 / u),
    )
    return LayeredPicture(base=canvas, layers=family_layers(request, look))


def _board(request: PaintRequest) -> Canvas:
    """A soft ground with a white panel of dots for the tree."""
    w, h, u = request.width, request.height, request.unit
    palette, rng = request.palette, request.rng()
    shape = half((w, h))
    ground = ramp(
        light.glow(shape, request.focus, 0.7),
        tone.mixed(palette.background, palette.primary, 0.24),
        tone.mixed(palette.background, tone.WHITE, 0.2),
        factor=paper.fibre(rng, shape),
    )
    canvas = developed(ground, (w, h), rng, grain=0.4)
    area = band(request)
    left, top = int(area.left - 34 * u), int(area.top - 26 * u)
    size = (int(area.width + 68 * u) // 2 * 2, int(area.height + 46 * u) // 2 * 2)
    panel = rounded(size, 34 * u)
    cast_shadow(canvas, panel, (left, top), offset=(0, int(9 * u)), blur=15 * u, strength=0.22)
    sheet = plain(tone.mixed(palette.paper, tone.WHITE, 0.5), size[::-1]).copy()
    dot = tone.mixed(palette.paper, palette.secondary, 0.32)
    step = 46 * u
    shift = rng.uniform(0.3, 0.7, 2) * step
    for x in np.arange(shift[0], size[0], step):
        for y in np.arange(shift[1], size[1], step):
            solids.disc(sheet, (float(x), float(y)), 3.4 * u, dot)
    lay(canvas, Cutout(sheet, panel), (left, top))
    return canvas


def _sticker(canvas: Canvas, request: PaintRequest) -> None:
    """The subject, or a tree, in its own part of the frame; behind the people only the subject, faintly."""
    tree, own = room(request)
    behind = tree == own
    if behind and not has_subject(request):
        return
    shown = request if has_subject(request) else replace(request, artwork=(_EMBLEM,))
    size = max(int(min(hero_size(request), 0.86 * own.height, 0.8 * own.width)), 4)
    x, y = hero_place(request) if behind else own.middle
    u = request.unit
    art = bordered(subject(shown, size), width=max(2, int(10 * u)), colour=tone.WHITE)
    corner = (round(x - art.size[0] / 2), round(y - art.size[1] / 2))
    if not behind:
        drop = (int(3 * u), int(11 * u))
        cast_shadow(canvas, art.alpha, corner, offset=drop, blur=12 * u, strength=0.3)
    lay(canvas, art, corner, opacity=_FAINT if behind else 1.0)


def _card(size: tuple[int, int], tall: int, request: PaintRequest, *, number: int) -> NamePlate:
    """A white card with a coloured rim, below a badge where there is room for one."""
    width, height = size
    u, palette = request.unit, request.palette
    colour = (palette.primary, palette.accent, palette.secondary, palette.glow)[number % 4]
    rgb, alpha = plain(colour, (height, width)).copy(), np.zeros((height, width), np.uint8)
    top = height - tall
    if top:
        _badge(Cutout(rgb, alpha), round(top * _BADGE) // 2 * 2, colour)
    outer = rounded((width, tall), 30 * u)
    rim = max(2, round(7 * u))
    inner = rounded((width - 2 * rim, tall - 2 * rim), 24 * u)
    lay(rgb, Cutout(plain(colour, outer.shape), outer), (0, top))
    lay(rgb, Cutout(plain(tone.mixed(palette.paper, tone.WHITE, 0.7), inner.shape), inner), (rim, top + rim))
    np.maximum(alpha[top:], outer, out=alpha[top:])
    inset = rim + 10 * u
    box = (inset, top + rim, width - inset, height - rim)
    return NamePlate(piece=Cutout(rgb, alpha), name_box=box)


def _badge(card: Cutout, side: int, colour: Colour) -> None:
    """A disc in the person's colour with a light bust, at the middle of the upper edge."""
    middle = (card.size[0] / 2, side / 2)
    curve.disc(card.alpha, middle, side / 2 - 1)
    pale = tone.mixed(colour, tone.WHITE, 0.62)
    solids.disc(card.rgb, middle, 0.43 * side, pale)
    inside = np.zeros_like(card.alpha)
    curve.disc(inside, middle, 0.43 * side)
    across = max(round(side * 0.72), 4)
    image = draw_artwork(_BUST, across)
    bust = np.zeros_like(card.alpha)
    x, y = round(middle[0] - image.shape[1] / 2), round(0.57 * side - image.shape[0] / 2)
    part = bust[max(y, 0) : y + image.shape[0], max(x, 0) : x + image.shape[1]]
    part[:] = image[: part.shape[0], : part.shape[1], 3]
    whole = silhouette(Cutout(card.rgb, np.minimum(bust, inside)), tone.mixed(colour, tone.BLACK, 0.12))
    lay(card.rgb, whole, (0, 0))
