"""Giants in the dark: things to scale in hard light before mist, the largest rising out of the floor."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, developed
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.solids import blend_quietly, stroke
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.scale_layout import band
from renderer.painters.props.scale_model import ScaleLook, scale_model
from renderer.painters.props.subject import staged


def paint(request: PaintRequest) -> LayeredPicture:
    """Mist, floor and the smallest thing are the base; the others rise from its height."""
    palette = request.palette
    canvas = _hall(request)
    look = ScaleLook(
        ink=palette.ink,
        quiet=tone.mixed(palette.ink, palette.glow, 0.3),
        face=LetteringFace.POSTER,
        art=lambda art: staged(
            art,
            ambient=palette.secondary,
            lamp=tone.mixed(palette.glow, tone.WHITE, 0.4),
            towards=(0.6, -0.8),
            shade=0.45,
        ),
        form=lambda size, round_, index: _monolith(size, request, round_=round_, index=index),
        rule=lambda wall, start, end: _rule(wall, request, start, end),
    )
    return LayeredPicture(base=canvas, layers=scale_model(canvas, request, look))


def _hall(request: PaintRequest) -> Canvas:
    """Mist lit from behind, and a floor that catches the light."""
    palette = request.palette
    rng = request.rng()
    area = band(request)
    middle = (area.top + area.bottom) / 2 / request.height
    small = backdrop.quarter(request)
    ground = backdrop.murk(request, rng, pool=palette.accent, strength=0.20, lift=0.22)
    beams = light.beams(rng, small, (0.5, -0.12), count=13, soft=0.5)
    light.add_light(ground, beams, palette.glow, strength=0.34)
    haze = light.glow(small, (0.5, middle + 0.05), 0.30, squeeze=1.5)
    light.add_light(ground, haze, palette.secondary, strength=0.75)
    canvas = developed(backdrop.grown(ground, request), (request.width, request.height), rng, grain=0.6)
    _masonry(canvas, request, rng)
    return canvas


def _masonry(canvas: Canvas, request: PaintRequest, rng: np.random.Generator) -> None:
    """Joints between large blocks, with a lit edge below each, in place."""
    u, height = request.unit, request.height
    joints = canvas.copy()
    course, wide = 118 * u, 250 * u
    for row, y in enumerate(np.arange(0.4 * course, height, course)):
        ends = [np.array([[0, y], [request.width, y]], np.float32)]
        first = float(rng.uniform(0.2, 0.8)) * wide
        ends += [
            np.array([[x, y], [x, y + course]], np.float32)
            for x in np.arange(first - (row % 2) * wide / 2, request.width, wide)
        ]
        for line in ends:
            stroke(joints, line, tone.BLACK, width=9 * u)
            stroke(joints, line + np.float32(5 * u), request.palette.primary, width=2.5 * u)
    blend_quietly(canvas, joints, request, strength=0.5, keep=0.15)


def _rule(
    canvas: Canvas, request: PaintRequest, start: tuple[float, float], end: tuple[float, float]
) -> None:
    colour = tone.mixed(request.palette.secondary, request.palette.glow, 0.45)
    stroke(canvas, np.array([start, end], np.float32), colour, width=2.2 * request.unit)


def _monolith(size: tuple[int, int], request: PaintRequest, *, round_: bool, index: int) -> Cutout:
    """A slab or a globe of dark stone, its edge towards the lamp ablaze."""
    width, height = size
    palette = request.palette
    alpha = np.zeros((height, width), np.uint8)
    across = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    if round_:
        curve.disc(alpha, (width / 2, height / 2), min(size) / 2 - 1)
        lit = np.clip(across * 0.55 - down * 0.75, 0, 1) ** 1.4
    else:
        alpha[:] = 255
        edge = max(8 * request.unit / width, 0.02)
        lit = np.clip((across - 1 + 4 * edge) / (4 * edge), 0, 1) + 0.22 * np.clip(-down, 0, 1) + 0 * down
        lit = np.maximum(lit, np.clip((-1 + 0.03 - down) * 40, 0, 1))
    dark = np.array(tone.mixed(palette.secondary, tone.BLACK, 0.45), np.float32)
    lamp = np.array(
        palette.accent if index % 2 else tone.mixed(palette.primary, palette.glow, 0.5), np.float32
    )
    share = np.clip(0.16 + lit, 0, 1)[..., None]
    rgb = np.clip(dark * (1 - share) + lamp * share, 0, 255).astype(np.uint8)
    return Cutout(np.ascontiguousarray(np.broadcast_to(rgb, (height, width, 3))), alpha)
