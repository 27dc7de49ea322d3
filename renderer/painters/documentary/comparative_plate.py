"""A comparative plate, like those of peaks and towers in old atlases: engraved things on one ruled ground."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain
from renderer.painters.drawing.solids import stroke
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.scale_layout import band
from renderer.painters.props.scale_model import ScaleLook, scale_model
from renderer.painters.props.subject import engraved


def paint(request: PaintRequest) -> LayeredPicture:
    """Sheet, scale and the smallest thing are the base; the others are drawn up from its height."""
    rng, palette, u = request.rng(), request.palette, request.unit
    canvas = paper.paper_canvas(
        rng,
        (request.width, request.height),
        light_tone=tone.mixed(palette.ground, palette.paper, 0.5),
        dark_tone=tone.mixed(palette.secondary, palette.background, 0.4),
    )
    _border(canvas, request)
    look = ScaleLook(
        ink=palette.ink,
        quiet=tone.mixed(palette.ink, palette.ground, 0.12),
        face=LetteringFace.SERIF,
        art=lambda art: engraved(art, ink=palette.ink, page=palette.paper, pitch=max(5.5 * u, 3), wash=0.75),
        form=lambda size, round_, index: _engraved_form(size, request, round_=round_, index=index),
        rule=lambda sheet, start, end: _dashed(sheet, request, start, end),
    )
    return LayeredPicture(base=canvas, layers=scale_model(canvas, request, look))


def _border(canvas: Canvas, request: PaintRequest) -> None:
    area, u = band(request), request.unit
    for grow, width in ((30 * u, 4.0), (22 * u, 1.5)):
        left, right = area.left - grow, area.right + grow
        top, bottom = area.top - 0.6 * grow, area.bottom + 0.3 * grow
        box = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]
        stroke(canvas, np.array(box, np.float32), _faint(request, 0.25), width=width * u)


def _faint(request: PaintRequest, share: float) -> tuple[int, int, int]:
    return tone.mixed(request.palette.ink, request.palette.ground, share)


def _dashed(
    canvas: Canvas, request: PaintRequest, start: tuple[float, float], end: tuple[float, float]
) -> None:
    u = request.unit
    for dash in curve.dashes(np.array([start, end], np.float32), on=9 * u, off=8 * u):
        stroke(canvas, dash, _faint(request, 0.45), width=1.6 * u)


def _engraved_form(size: tuple[int, int], request: PaintRequest, *, round_: bool, index: int) -> Cutout:
    """An obelisk, a bar or a ball, hatched on its far side."""
    width, height = size
    u, palette = request.unit, request.palette
    alpha = np.zeros((height, width), np.uint8)
    if round_:
        curve.disc(alpha, (width / 2, height / 2), min(size) / 2 - 1)
    else:
        lean = 0.12 * width if height > width else 0.0
        outline = [[lean, 0], [width - lean, 0], [width, height], [0, height]]
        curve.fill(alpha, [np.array(outline, np.float32)])
    inks = (palette.accent, palette.primary, palette.secondary)
    rgb = plain(tone.mixed(palette.paper, inks[index % 3], 0.45), alpha.shape)
    gap = max(7 * u, 3)
    hatch = np.zeros_like(alpha)
    for x in np.arange(0.45 * width, width + height, gap):
        curve.stroke(hatch, [np.array([[x, 0], [x - height * 0.35, height]], np.float32)], width=1.8 * u)
    hatch[:, : int(0.45 * width)] //= 3
    ink = np.array(palette.ink, np.float32)
    cover = (hatch.astype(np.float32) / 255 * 0.8)[..., None]
    rgb = (rgb * (1 - cover) + ink * cover).astype(np.uint8)
    edge = np.zeros_like(alpha)
    curve.stroke(edge, _contours(alpha), width=3.2 * u)
    cover = (np.minimum(edge, alpha).astype(np.float32) / 255)[..., None]
    return Cutout((rgb * (1 - cover) + ink * cover).astype(np.uint8), alpha)


def _contours(alpha: Mask) -> list[curve.Points]:
    found, _ = cv2.findContours(alpha, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [np.concatenate([shape[:, 0], shape[:1, 0]]).astype(np.float32) for shape in found]
