"""An engraved certificate: turning rosettes, and the subject hatched in their middle."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, developed, half, lay, stain, tinted
from renderer.painters.drawing.layering import flat, pasted
from renderer.painters.layered_picture import Layer, LayeredPicture, standing
from renderer.painters.props import backdrop, paper
from renderer.painters.props.subject import engraved, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """The sheet is the base; two rosettes turn in opposite directions behind the still medallion."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    size = int(hero_size(request) * 1.24) // 2 * 2
    x, y = hero_place(request)
    canvas = _sheet(request, rng)
    lobes = int(rng.integers(9, 15))
    layers = [
        _rosette(
            size,
            lobes=lobes,
            inner=0.36,
            outer=0.50,
            colour=palette.secondary,
            at=(x, y),
            width=2.2 * u,
        ),
        _rosette(
            size,
            lobes=lobes * 2 - 3,
            inner=0.41,
            outer=0.465,
            colour=palette.accent,
            at=(x, y),
            width=2.2 * u,
        ),
        pasted(
            _medal(request, int(size * 0.80) // 2 * 2),
            motion.drifting(x, y, by=(0, 5 * request.unit), period=6),
        ),
    ]
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _sheet(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    w, h = request.width, request.height
    palette = request.palette
    shape = half(size)
    ground = paper.parchment(
        rng,
        shape,
        light_tone=tone.mixed(palette.ground, tone.WHITE, 0.15),
        dark_tone=palette.background,
        burn=0.45,
    )
    pool = backdrop.grown(light.glow(backdrop.quarter(request), request.focus, 0.32), request)
    light.add_light(ground, pool, tone.WHITE, strength=0.35)
    canvas = developed(ground, size, rng, grain=0.8)
    fine = np.zeros((h, w), np.uint8)
    _waves(fine, request, rng)
    stain(canvas, fine, tone.mixed(palette.secondary, palette.background, 0.35), strength=0.42)
    frame = np.zeros((h, w), np.uint8)
    _frame(frame, request)
    worn = paper.blotted(frame, rng, loss=0.25)
    wide, tall = int(110 * request.unit) + 10, int(250 * request.unit) + 10
    colour = tone.mixed(palette.ink, palette.secondary, 0.25)
    for part in (
        np.s_[:tall],
        np.s_[h - tall :],
        np.s_[tall : h - tall, :wide],
        np.s_[tall : h - tall, w - wide :],
    ):
        stain(canvas[part], worn[part], colour, strength=0.85)
    return canvas


def _waves(mask: Mask, request: PaintRequest, rng: np.random.Generator) -> None:
    """The security pattern of banknotes: two families of waves whose phase shifts from line to line."""
    w, h, u = request.width, request.height, request.unit
    along = np.linspace(0, w, 64, dtype=np.float32)
    shift = float(rng.uniform(0, 6))
    for family in (-1.0, 1.0):
        lines = []
        for index, y in enumerate(np.arange(-20 * u, h + 20 * u, 36 * u)):
            swell = 24 * u * np.sin(index * 0.085 + shift)
            wave = (
                y
                + swell * np.sin(along / (118 * u) + family * index * 0.055)
                + 8 * u * np.sin(along / (37 * u) - family * index * 0.11)
            )
            lines.append(np.stack([along, wave], axis=1))
        curve.stroke(mask, lines, width=1.0, value=120)


def _frame(mask: Mask, request: PaintRequest) -> None:
    """Ruled border, a chain of circles between its lines, fans in the corners."""
    w, h, u = request.width, request.height, request.unit
    for inset, width in ((46 * u, 5 * u), (60 * u, 1.6 * u), (104 * u, 1.6 * u), (114 * u, 3 * u)):
        box = np.array(
            [[inset, inset], [w - inset, inset], [w - inset, h - inset], [inset, h - inset], [inset, inset]],
            np.float32,
        )
        curve.stroke(mask, [box], width=width)
    middle, step = 82 * u, 42 * u
    across, down = (
        np.arange(middle, side - middle + 1, (side - 2 * middle) / round((side - 2 * middle) / step)).tolist()
        for side in (w, h)
    )
    links = [(x, y) for x in across for y in (middle, h - middle)]
    links += [(x, y) for y in down for x in (middle, w - middle)]
    curve.discs(mask, links, 19 * u, width=2.2 * u)
    curve.discs(mask, links, 3.4 * u)
    for cx, cy, start in (
        (114 * u, 114 * u, 0),
        (w - 114 * u, 114 * u, 1),
        (w - 114 * u, h - 114 * u, 2),
        (114 * u, h - 114 * u, 3),
    ):
        for radius in np.linspace(26, 128, 7) * u:
            arc = curve.ring((cx, cy), float(radius), count=97, start=start * np.pi / 2)[:25]
            curve.stroke(mask, [arc], width=2.4 * u, value=215)
        rays = [
            np.array([[cx, cy], [cx + 128 * u * np.cos(a), cy + 128 * u * np.sin(a)]], np.float32)
            for a in start * np.pi / 2 + np.linspace(0, np.pi / 2, 13)
        ]
        curve.stroke(mask, rays, width=1.4 * u, value=190)


def _rosette(
    size: int,
    *,
    lobes: int,
    inner: float,
    outer: float,
    colour: tuple[int, int, int],
    at: tuple[float, float],
    width: float,
) -> Layer:
    """Guilloche: the same waving ring drawn many times, each rotated a little further."""
    mask = np.zeros((size, size), np.uint8)
    angles = np.linspace(0, 2 * np.pi, 721, dtype=np.float32)
    lines = []
    for step in range(8):
        phase = step * 2 * np.pi / 8
        radius = size * ((inner + outer) / 2 + (outer - inner) / 2 * np.sin(lobes * angles + phase))
        lines.append(
            np.stack([size / 2 + radius * np.cos(angles), size / 2 + radius * np.sin(angles)], axis=1).astype(
                np.float32
            )
        )
    curve.stroke(mask, lines, width=width, value=170)
    return Layer(image=flat(mask, colour), motion=standing(*at))


def _medal(request: PaintRequest, side: int) -> Cutout:
    """A paper roundel with a beaded, toothed rim and the subject engraved on a ruled sky."""
    u, palette = request.unit, request.palette
    middle = (side / 2, side / 2)
    tone_field = light.glow((side, side), (0.42, 0.36), 0.5)
    rgb = np.clip(
        tinted(
            tone_field,
            tone.mixed(palette.paper, palette.background, 0.55),
            tone.mixed(palette.paper, tone.WHITE, 0.25),
        )
        * 255,
        0,
        255,
    ).astype(np.uint8)
    alpha = np.zeros((side, side), np.uint8)
    curve.disc(alpha, middle, side / 2 - 2)
    ink = np.zeros((side, side), np.uint8)
    for radius, width in ((0.492, 5), (0.455, 2), (0.405, 2), (0.395, 4)):
        curve.disc(ink, middle, side * radius, width=width * u)
    for spot in curve.ring(middle, side * 0.43, count=73):
        curve.disc(ink, (float(spot[0]), float(spot[1])), 7.5 * u, width=2.2 * u)
    sky = np.zeros_like(ink)
    lines = [np.array([[0, y], [side, y]], np.float32) for y in np.arange(0, side, 14 * u)]
    curve.stroke(sky, lines, width=2.2 * u, value=110)
    inside = np.zeros_like(ink)
    curve.disc(inside, middle, side * 0.39)
    np.maximum(ink, np.minimum(sky, inside), out=ink)
    stain(rgb, ink, palette.paper_ink, strength=0.85)
    if has_subject(request):
        size = int(side * 0.70)
        art = engraved(
            subject(request, size), ink=palette.paper_ink, page=palette.paper, pitch=max(6 * u, 3), wash=0.55
        )
        lay(rgb, art, ((side - size) // 2, (side - size) // 2))
    return Cutout(rgb, alpha)
