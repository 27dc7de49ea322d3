"""Things side by side, true to scale: heights on one ground, lengths from one line, masses as areas.

The layout is the same in every pack; each pack decides how things, plain forms and lines look.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.core.picture_spec import Measure, Spread
from renderer.painters.artwork import draw_artwork
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import motion
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, lay
from renderer.painters.drawing.layering import visible_box, with_alpha
from renderer.painters.drawing.lettering import advance_of, lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain, resized
from renderer.painters.layered_picture import Layer, Motion, Placement
from renderer.painters.props.scale_layout import Stand, arranged, band

_MEASURED: Final = 128
"""Pixels at which artwork is drawn for measuring; it is shown in a drawing of its own size."""

_LARGEST: Final = 720

_START: Final = 0.2
_LEAST: Final = 4


class ScaleLook(Struct, frozen=True, kw_only=True):
    """How a pack shows sizes.

    `art` treats a drawing in the pack's manner. `form` makes the substitute for a thing without a drawing,
    from its size (width, height), whether it is round, and its number. `rule` draws a line of the scale on
    the canvas.
    """

    ink: Colour
    quiet: Colour
    face: LetteringFace
    art: Callable[[Cutout], Cutout]
    form: Callable[[tuple[int, int], bool, int], Cutout]
    rule: Callable[[Canvas, tuple[float, float], tuple[float, float]], None]


def scale_model(canvas: Canvas, request: PaintRequest, look: ScaleLook) -> tuple[Layer, ...]:
    """Draw lines, names and the smallest thing on the canvas; the others grow from its size as layers."""
    spread: Spread = request.facts.spread or "height"
    measures = request.facts.sizes
    names = _names(measures, request)
    stands = arranged(request, measures, spread, [shape_of(name) for name in names])
    _rules(canvas, request, look, stands, spread)
    smallest = min(range(len(stands)), key=lambda index: stands[index].value)
    fits = min(_fit(request, look, *pair) for pair in zip(stands, measures, strict=True))
    layers: list[Layer] = []
    for index, stand in enumerate(stands):
        piece = _piece(stand, names[index], look, round_=spread == "area", index=index)
        _labels(canvas, request, look, replace(stand, number_size=fits), measures[index])
        if index == smallest:
            lay(canvas, piece, (round(stand.left), round(stand.top)))
        else:
            first = stands[smallest].grown(spread) / max(stand.grown(spread), 1.0)
            layers.append(_growing(piece, stand, spread, first, request, late=0.25 * len(layers)))
    return tuple(layers)


def shape_of(name: str) -> tuple[float, float]:
    """Aspect ratio (width by height) and coverage of a drawing; (0, 0) for no name."""
    if not name:
        return 0.0, 0.0
    drawing = _cropped(draw_artwork(name, _MEASURED))
    wide, tall = drawing.size
    return wide / tall, float(drawing.alpha.mean()) / 255


def _names(measures: tuple[Measure, ...], request: PaintRequest) -> list[str]:
    """The artwork of every thing; all empty if any of them has none."""
    names = [
        measure.artwork or (request.artwork[index] if index < len(request.artwork) else "")
        for index, measure in enumerate(measures)
    ]
    return names if all(names) else [""] * len(names)


def _cropped(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Cutout:
    part = visible_box(np.ascontiguousarray(image[..., 3])).cut(image)
    return Cutout(np.ascontiguousarray(part[..., :3]), np.ascontiguousarray(part[..., 3]))


def _piece(stand: Stand, name: str, look: ScaleLook, *, round_: bool, index: int) -> Cutout:
    size = (max(round(stand.width), _LEAST), max(round(stand.height), _LEAST))
    if not name:
        return look.form(size, round_, index)
    whole = min(round(1.15 * max(size)), _LARGEST)
    return look.art(_scaled(_cropped(draw_artwork(name, max(whole, _LEAST))), size))


def _scaled(drawing: Cutout, size: tuple[int, int]) -> Cutout:
    method = cv2.INTER_AREA if size[0] < drawing.size[0] else cv2.INTER_CUBIC
    return Cutout(
        resized(drawing.rgb, size, interpolation=method), resized(drawing.alpha, size, interpolation=method)
    )


def _fit(request: PaintRequest, look: ScaleLook, stand: Stand, measure: Measure) -> float:
    """The largest type size at which the number fits; all numbers are set at the smallest of these."""
    wide = advance_of(measure.text, size=stand.number_size, face=look.face, language=request.language)
    return stand.number_size * min(1.0, stand.label_width / max(wide, 1.0))


def _labels(canvas: Canvas, request: PaintRequest, look: ScaleLook, stand: Stand, measure: Measure) -> None:
    u = request.unit
    for text, size, colour, place, side in (
        (measure.text, stand.number_size, look.ink, stand.number_at, -stand.side),
        (measure.label, 40 * u, look.quiet, stand.name_at, stand.side),
    ):
        letters = lettering(
            text, size=size, face=look.face, language=request.language, widest=stand.label_width
        )
        x = place[0] - letters.shape[1] / 2
        if side:
            x = place[0] if side > 0 else place[0] - letters.shape[1]
        corner = (round(x), round(place[1] - letters.shape[0] / 2))
        lay(canvas, Cutout(plain(colour, letters.shape), letters), corner)


def _rules(
    canvas: Canvas, request: PaintRequest, look: ScaleLook, stands: list[Stand], spread: Spread
) -> None:
    """Draw the ground, and a line at every multiple of the smallest."""
    area = band(request)
    least = min(stand.grown(spread) for stand in stands)
    most = max(stand.grown(spread) for stand in stands)
    step = least if spread != "area" and most / max(least, 1) <= 10 else most / 4  # noqa: PLR2004
    ground = stands[0].foot
    if spread == "length":
        side = stands[0].side
        start = stands[0].left if side > 0 else stands[0].left + stands[0].width
        for x in np.arange(0, most + 1, step):
            look.rule(canvas, (start + side * x, area.top), (start + side * x, area.bottom))
        return
    look.rule(canvas, (area.left, ground), (area.right, ground))
    if spread == "height":
        for y in np.arange(step, most + 1, step):
            look.rule(canvas, (area.left, ground - y), (area.right, ground - y))


def _growing(
    piece: Cutout, stand: Stand, spread: Spread, first: float, request: PaintRequest, *, late: float
) -> Layer:
    """A layer that grows out of the ground, or out of the line, from the smallest thing's size to its own."""
    width, height = piece.size
    end = 0.58 * request.duration + late
    across = spread == "length"
    x, y = stand.left + width / 2, stand.top + height / 2

    def grow(seconds: float) -> Placement:
        part = first + (1.0 - first) * motion.ease_in_out((seconds - _START) / max(end - _START, 1e-6))
        if across:
            return Placement(x=x, y=y, scroll_x=stand.side * width * (1.0 - part))
        return Placement(x=x, y=y, scroll_y=-height * (1.0 - part))

    moved: Motion = grow
    return Layer(image=with_alpha(piece.rgb, piece.alpha), motion=moved, window=(width, height))
