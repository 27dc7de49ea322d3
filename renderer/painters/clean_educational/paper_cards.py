"""A hand of cards on a bright table: the subject on the top one, its companions on those behind."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, solids, tone
from renderer.painters.drawing.blend import ramp
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, cast_shadow, developed, half, lay
from renderer.painters.drawing.cutout import rotated, shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.pixels import modulated, plain, resized
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Two cards lie fanned on the table among confetti; the subject's card slides onto them."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    canvas = _table(request, rng)
    x, y = hero_place(request)
    side = hero_size(request)
    colours = (palette.accent, palette.secondary, palette.primary)
    layers: list[Layer] = []
    lean = float(rng.choice([-1.0, 1.0]))
    for index, colour in enumerate(colours):
        last = index == len(colours) - 1
        card = card_of(
            request,
            rng,
            int(side * (0.86 if last else 0.78)),
            tone.mixed(colour, tone.WHITE, 0.12),
            index=(len(colours) - 1 - index),
        )
        angle = (-15.0, 12.0, -2.5)[index] * lean
        shift = (-0.20, 0.20, 0.0)[index] * side * lean
        lift = (0.05, 0.03, 0.0)[index] * side
        piece = shadowed(card, blur=13 * u, offset=(3 * u, 12 * u), strength=0.34)
        if last:
            layers.append(
                pasted(piece, motion.settling(x, y, start=-0.55, length=0.9, rise=110 * u, angle=angle))
            )
        else:
            turned = rotated(piece, angle)
            lay(canvas, turned, (int(x + shift - turned.size[0] / 2), int(y - lift - turned.size[1] / 2)))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def rounded(size: tuple[int, int], radius: float) -> Mask:
    """A rectangle of `size` with round corners, as a mask."""
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(radius))
    cv2.rectangle(mask, (r, 1), (width - 1 - r, height - 2), 255, -1)
    cv2.rectangle(mask, (1, r), (width - 2, height - 1 - r), 255, -1)
    for cx, cy in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(mask, (cx, cy), r - 1, 255, -1, cv2.LINE_AA)
    return mask


def card_of(
    request: PaintRequest, rng: np.random.Generator, width: int, colour: Colour, *, index: int
) -> Cutout:
    """A white-rimmed card with a flat scene: sun disc, ground, artwork number `index`."""
    u = request.unit
    size = (width // 2 * 2, int(width * 1.12) // 2 * 2)
    outer = rounded(size, width * 0.09)
    rgb = plain(tone.mixed(request.palette.paper, tone.WHITE, 0.6), size[::-1])
    rim = max(4, int(width * 0.05))
    inner_size = (size[0] - 2 * rim, size[1] - 2 * rim)
    inner = plain(colour, inner_size[::-1])
    middle = inner_size[0] / 2
    sun, soil = tone.mixed(colour, tone.WHITE, 0.30), tone.mixed(colour, request.palette.ink, 0.22)
    solids.disc(inner, (middle, inner_size[1] * 0.48), inner_size[0] * 0.40, sun)
    solids.disc(inner, (middle, inner_size[1] * 1.62), inner_size[0] * 1.02, soil)
    if has_subject(request) and (index == 0 or len(request.artwork) > index):
        art = subject(request, int(inner_size[0] * 0.74), index=index)
        corner = ((inner_size[0] - art.size[0]) // 2, int(inner_size[1] * 0.47 - art.size[1] / 2))
        cast_shadow(inner, art.alpha, corner, offset=(int(4 * u), int(10 * u)), blur=9 * u, strength=0.32)
        lay(inner, art, corner)
    lay(rgb, Cutout(inner, rounded(inner_size, width * 0.06)), (rim, rim))
    tooth = paper.fibre(rng, (size[1] // 2, size[0] // 2))
    factor = resized(tooth, size)
    return Cutout(modulated(rgb, factor), outer)


def _table(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    x, y = light.grid(shape)
    angle = np.arctan2((y - request.focus[1]) * shape[0], (x - request.focus[0]) * shape[1])
    rays = np.clip(np.sin(angle * np.float32(16)) * np.float32(4.5), -0.5, 0.5) + np.float32(0.5)
    shade = 1.0 - rays * (np.float32(0.11) - np.float32(0.066) * np.exp(-np.square((y - 0.5) / 0.06)))
    plain = ramp(
        light.glow(shape, request.focus, 0.6),
        tone.mixed(palette.background, palette.glow, 0.30),
        tone.mixed(palette.background, tone.WHITE, 0.3),
        factor=shade * paper.fibre(rng, shape),
    )
    canvas = developed(plain, (w, h), rng, grain=0.4)
    along = np.linspace(-20, w + 20, 60)
    for index, colour in enumerate((palette.glow, palette.secondary, palette.primary)):
        top = h * (0.70 + 0.085 * index) + 34 * u * np.sin(along / (210 * u) + index * 1.7)
        edge = np.concatenate([np.stack([along, top], axis=1), [[w + 20, h + 20], [-20, h + 20]]]).astype(
            np.float32
        )
        # The wave itself covers all of its shadow except the part above its edge.
        first = max(int(top.min() - 48 * u), 0)
        crest = canvas[first : int(top.max() + 48 * u)]
        wave = np.zeros(crest.shape[:2], np.uint8)
        curve.fill(wave, [edge - np.array([0, first], np.float32)])
        cast_shadow(crest, wave, (0, 0), offset=(0, -int(7 * u)), blur=11 * u, strength=0.22)
        solids.fill(canvas, [edge], tone.mixed(colour, tone.WHITE, 0.10))
    _confetti(canvas, request, rng)
    return canvas


def _confetti(canvas: Canvas, request: PaintRequest, rng: np.random.Generator) -> None:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    for index in range(26):
        side = int(float(rng.uniform(20, 46)) * u) // 2 * 2 + 2
        alpha = np.zeros((side, side), np.uint8)
        kind = index % 3
        if kind == 0:
            curve.disc(alpha, (side / 2, side / 2), side * 0.42)
        elif kind == 1:
            curve.fill(
                alpha,
                [
                    np.array(
                        [[side * 0.1, side * 0.85], [side * 0.5, side * 0.1], [side * 0.9, side * 0.85]],
                        np.float32,
                    )
                ],
            )
        else:
            curve.disc(alpha, (side / 2, side / 2), side * 0.34, width=side * 0.16)
        spot = (
            float(rng.random()) * w,
            float(rng.choice([rng.uniform(0.01, 0.16), rng.uniform(0.60, 0.80)])) * h,
        )
        colour = (palette.accent, palette.secondary, palette.primary, palette.glow)[int(rng.integers(4))]
        piece = rotated(Cutout(plain(colour, (side, side)), alpha), float(rng.uniform(0, 90)))
        corner = (int(spot[0]), int(spot[1]))
        cast_shadow(canvas, piece.alpha, corner, offset=(int(2 * u), int(5 * u)), blur=4 * u, strength=0.25)
        lay(canvas, piece, corner)
