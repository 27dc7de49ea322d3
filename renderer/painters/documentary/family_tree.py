"""A genealogical roll: cartouches with engraved medallions on old paper, joined by ruled lines."""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from renderer.painters.artwork import draw_artwork
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, lay, stain
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.family_layout import room
from renderer.painters.props.family_tree import FamilyLook, NamePlate, family_layers
from renderer.painters.props.scale_layout import band
from renderer.painters.props.subject import engraved, has_subject, hero_place, hero_size, subject

_BUST: Final = "bust-in-silhouette"
_MEDAL: Final = 1.24
"""Height of a medallion as a share of the space above the cartouche, which covers its foot."""

_FAINT, _BESIDE = 0.32, 0.8
"""Opacity of the emblem behind the tree, and beside it."""

_EMBLEM: Final = "deciduous-tree"
"""Artwork printed where the shot has no subject."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Sheet, border and the faint print of the subject are the base; people and lines appear one by one."""
    palette, u = request.palette, request.unit
    canvas = paper.paper_canvas(
        request.rng(),
        (request.width, request.height),
        light_tone=tone.mixed(palette.ground, palette.paper, 0.35),
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.3),
    )
    _emblem(canvas, request)
    _border(canvas, request)
    look = FamilyLook(
        plate=lambda size, tall, _number: _plate(size, tall, request),
        face=LetteringFace.SERIF,
        letters=palette.paper_ink,
        line=tone.mixed(palette.ink, palette.primary, 0.25),
        line_width=max(4.6, 1.6 / u),
    )
    return LayeredPicture(base=canvas, layers=family_layers(request, look))


def _emblem(canvas: Canvas, request: PaintRequest) -> None:
    """The subject, or a tree, in its own part of the frame; behind the people only the subject, faintly."""
    tree, own = room(request)
    behind = tree == own
    if behind and not has_subject(request):
        return
    shown = request if has_subject(request) else replace(request, artwork=(_EMBLEM,))
    size = max(int(min(hero_size(request), 0.92 * own.height, 0.86 * own.width)), 4)
    x, y = hero_place(request) if behind else own.middle
    art = engraved(
        subject(shown, size),
        ink=request.palette.ink,
        page=request.palette.paper,
        pitch=max(7 * request.unit, 3),
        wash=0.5,
    )
    corner = (round(x - size / 2), round(y - size / 2))
    lay(canvas, art, corner, opacity=_FAINT if behind else _BESIDE)


def _border(canvas: Canvas, request: PaintRequest) -> None:
    """Two rules around the tree, the inner one thin, and a quarter ring in each corner."""
    area, u = band(request), request.unit
    ink = np.zeros(canvas.shape[:2], np.uint8)
    for grow, width in ((40 * u, 4.0), (30 * u, 1.6)):
        left, right = area.left - grow, area.right + grow
        top, bottom = area.top - 0.6 * grow, area.bottom + 0.5 * grow
        box = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]
        curve.stroke(ink, [np.array(box, np.float32)], width=width * u)
    for x, y, start in (
        (left, top, 0.0),
        (right, top, 0.5),
        (right, bottom, 1.0),
        (left, bottom, 1.5),
    ):
        for radius in (18 * u, 34 * u):
            arc = curve.ring((x, y), radius, count=65, start=start * np.pi)[:17]
            curve.stroke(ink, [arc], width=2.2 * u)
    stain(canvas, ink, request.palette.ink, strength=0.5)


def _plate(size: tuple[int, int], tall: int, request: PaintRequest) -> NamePlate:
    """A cartouche for the name, below a medallion where there is room for one."""
    width, height = size
    u = request.unit
    palette = request.palette
    rgb = plain(tone.mixed(palette.paper, palette.ground, 0.2), (height, width)).copy()
    alpha = np.zeros((height, width), np.uint8)
    ink = np.zeros_like(alpha)
    top = height - tall
    if top:
        side = round(top * _MEDAL) // 2 * 2
        _medallion(rgb, alpha, ink, request, side)
    _cartouche(rgb, alpha, ink, top=top, request=request)
    stain(rgb, ink, palette.paper_ink, strength=0.85)
    inset = 14 * u
    return NamePlate(
        piece=Cutout(rgb, alpha), name_box=(inset, top + 0.5 * inset, width - inset, height - 0.5 * inset)
    )


def _medallion(rgb: Canvas, alpha: Mask, ink: Mask, request: PaintRequest, side: int) -> None:
    """A roundel with a hatched bust, at the middle of the upper edge."""
    u, palette = request.unit, request.palette
    middle = (alpha.shape[1] / 2, side / 2)
    curve.disc(alpha, middle, side / 2 - 1)
    curve.disc(ink, middle, side / 2 - 1 - 2 * u, width=3.2 * u)
    curve.disc(ink, middle, side / 2 - 1 - 8 * u, width=1.4 * u)
    inside = np.zeros_like(alpha)
    curve.disc(inside, middle, side / 2 - 1 - 9 * u)
    sky = np.zeros_like(alpha)
    rows = [np.array([[0, y], [alpha.shape[1], y]], np.float32) for y in np.arange(0, side, max(6 * u, 3))]
    curve.stroke(sky, rows, width=1.3 * u, value=110)
    np.maximum(ink, np.minimum(sky, inside), out=ink)
    across = max(round(side * 0.74), 4)
    image = draw_artwork(_BUST, across)
    art = engraved(
        Cutout(np.ascontiguousarray(image[..., :3]), np.ascontiguousarray(image[..., 3])),
        ink=palette.paper_ink,
        page=palette.paper,
        pitch=max(4.5 * u, 2.5),
        wash=0.6,
    )
    corner = (round(middle[0] - art.size[0] / 2), round(0.55 * side - art.size[1] / 2))
    lay(rgb, Cutout(art.rgb, _within(art, corner, inside)), corner)
    x, y = corner
    part = ink[y : y + art.size[1], x : x + art.size[0]]
    shown = _within(art, corner, inside)[: part.shape[0], : part.shape[1]]
    np.minimum(part, 255 - shown, out=part)


def _within(art: Cutout, corner: tuple[int, int], inside: Mask) -> Mask:
    """The art's alpha where it lies within the roundel."""
    x, y = corner
    part = inside[y : y + art.size[1], x : x + art.size[0]]
    cover = np.zeros_like(art.alpha)
    cover[: part.shape[0], : part.shape[1]] = np.minimum(art.alpha[: part.shape[0], : part.shape[1]], part)
    return cover


def _cartouche(rgb: Canvas, alpha: Mask, ink: Mask, *, top: int, request: PaintRequest) -> None:
    """A plate with scooped corners and two rules, which covers what is behind it."""
    u = request.unit
    height, width = alpha.shape
    scoop = min(26 * u, 0.22 * (height - top))
    outer = _scooped((2, top + 2, width - 2, height - 2), scoop)
    own = np.zeros_like(alpha)
    curve.fill(own, [outer])
    lay(rgb, Cutout(plain(request.palette.paper, alpha.shape), own), (0, 0))
    np.maximum(alpha, own, out=alpha)
    np.minimum(ink, 255 - own, out=ink)
    inner = _scooped((2 + 8 * u, top + 2 + 8 * u, width - 2 - 8 * u, height - 2 - 8 * u), scoop)
    for outline, wide in ((outer, 4.0), (inner, 1.5)):
        rule = np.zeros_like(alpha)
        curve.stroke(rule, [np.concatenate([outline, outline[:1]])], width=wide * u)
        np.maximum(ink, np.minimum(rule, own), out=ink)


def _scooped(box: tuple[float, float, float, float], radius: float) -> curve.Points:
    """The outline of a rectangle (left, top, right, bottom) whose corners are rounded inwards."""
    left, top, right, bottom = box
    corners = ((left, top, 0.5), (right, top, 1.0), (right, bottom, 1.5), (left, bottom, 0.0))
    arcs = []
    for x, y, start in corners:
        turns = np.linspace(start * np.pi, (start - 0.5) * np.pi, 12)
        arcs.append(np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1))
    return np.concatenate(arcs).astype(np.float32)
