"""A climb in steps: each block rises in turn, the subject waits at the top with a flag of light."""

from __future__ import annotations

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.clean_educational.paper_cards import rounded
from renderer.painters.drawing import curve, light, motion, solids, tone
from renderer.painters.drawing.blend import dim, lit_ramp
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, developed, half, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import pasted
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import paper
from renderer.painters.props.subject import bordered, has_subject, hero_place, hero_size, subject

_STEPS = 4


def paint(request: PaintRequest) -> LayeredPicture:
    """Soft rays and clouds are the base; four blocks slide up; the subject lands above them."""
    rng = request.rng()
    u = request.unit
    side = float(rng.choice([-1.0, 1.0]))
    canvas = _day(request, rng)
    layers: list[Layer] = []
    for index in range(_STEPS):
        block = _block(request, index)
        share = (index + 0.5) / _STEPS
        x = request.width * (share if side > 0 else 1 - share)
        top = request.height * (
            request.shelved(0.775) - (request.shelved(0.775) - request.shelved(0.72)) * index
        )
        spot = (x, top + block.size[1] / 2 - 30 * u)
        layers.append(pasted(block, _rising(*spot, start=-0.7 + 0.30 * index, by=160 * u)))
    if has_subject(request):
        piece = bordered(subject(request, hero_size(request)), width=max(2, int(11 * u)), colour=tone.WHITE)
        spot = hero_place(request)
        hover = motion.drifting(*spot, by=(0, 9 * u), period=4.4)
        shadow = FloatingShadow(blur=15 * u, drop=14 * u, strength=0.30)
        layers.append(floating(canvas, piece, spot, hover, shadow=shadow))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _rising(x: float, y: float, *, start: float, by: float) -> Motion:
    """Fade in while sliding up, overshooting slightly."""

    def rise(seconds: float) -> Placement:
        part = (seconds - start) / 0.8
        left = 1.0 - motion.overshoot(part)
        return Placement(x=x, y=y + by * left, opacity=motion.ease_out(part * 2.0))

    return rise


def _day(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    x, y = light.grid(shape)
    sky = tone.mixed(tone.mixed(palette.primary, tone.WHITE, 0.55), palette.secondary, 0.20)
    angle = np.arctan2((y - request.focus[1]) * shape[0], (x - request.focus[0]) * shape[1])
    far = light.distance(shape, request.focus)
    ray = np.clip(np.sin(angle * np.float32(12)) * np.float32(3), -0.5, 0.5) + np.float32(0.5)
    ground = lit_ramp(
        np.clip(y * 1.35, 0, 1),
        sky,
        tone.mixed(palette.background, tone.WHITE, 0.2),
        lamp=tone.WHITE,
        amount=ray * np.exp(far * np.float32(-0.8)),
        strength=0.62,
    )
    light.add_light(
        ground,
        light.glow(shape, request.focus, 0.30),
        tone.mixed(palette.glow, tone.WHITE, 0.3),
        strength=0.75,
    )
    dim(ground, paper.fibre(rng, shape))
    canvas = developed(ground, (w, h), rng, grain=0.3)
    for index in range(5):
        cx, cy = w * float(rng.uniform(0.0, 1.0)), h * (0.06, 0.165, 0.27, 0.375, 0.62)[index]
        left, top = max(int(cx - 144 * u), 0), max(int(cy - 92 * u), 0)
        part = canvas[top : int(cy), left : int(cx + 144 * u)]
        cloud = np.zeros(part.shape[:2], np.uint8)
        for step in range(5):
            radius = float(rng.uniform(26, 52)) * u
            curve.disc(cloud, (cx + (step - 2) * 44 * u - left, cy - radius * 0.7 - top), radius)
        stain(part, cloud, tone.WHITE, strength=0.3 if under_captions(request, cy, reach=0.1) else 0.62)
    return canvas


def _block(request: PaintRequest, index: int) -> Cutout:
    """A round-shouldered block of colour with a stud; a number on it would have no basis in the text."""
    w, u = request.width, request.unit
    palette = request.palette
    colours: tuple[Colour, ...] = (palette.secondary, palette.glow, palette.accent, palette.primary)
    colour = colours[index % 4]
    size = (int(w / _STEPS * 0.94) // 2 * 2, int(request.height * (0.30 + 0.055 * index)) // 2 * 2)
    alpha = rounded(size, 34 * u)
    fade = np.linspace(1.08, 0.82, size[1])[:, None]
    rgb = solids.graded(np.clip(np.array(colour, np.float32) * fade, 0, 255).astype(np.uint8), size[0])
    across = min(float(size[0]), 230 * u)
    middle = (size[0] / 2, across * 0.52)
    solids.disc(rgb, middle, across * 0.17, tone.mixed(colour, tone.WHITE, 0.86))
    return shadowed(Cutout(rgb, alpha), blur=13 * u, offset=(0, 8 * u), strength=0.26)
