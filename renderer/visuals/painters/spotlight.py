"""A stage: velvet curtains, one swaying spotlight from above, the subject in its oval on the boards."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import backdrop, light, pattern, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import Canvas, Cutout, cast_shadow, developed, half, lay
from renderer.visuals.painters.cutout import empty_below
from renderer.visuals.painters.layering import pasted
from renderer.visuals.painters.motes import motes
from renderer.visuals.painters.noise import Field, smoothstep
from renderer.visuals.painters.pixels import blurred, resized
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, staged, subject
from renderer.visuals.scene import Layer, Placement, Scene


def paint(request: PaintRequest) -> Scene:
    """Stage and subject are the base; the cone of light sways over them, dust floats in it."""
    rng = request.rng()
    canvas = _stage(request, rng)
    if has_subject(request):
        _star(canvas, request)
    return Scene(base=canvas, layers=(_cone(request), *motes(request, rng, count=16)))


def _stage(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    shape = half(size)
    palette = request.palette
    x = request.focus[0]
    ground = backdrop.gloom(request, rng, pool=palette.glow, strength=0.20, lift=0.03, radius=0.30)
    floor = _floor_line(request)
    folds = pattern.pleats(shape, count=13, phase=float(rng.uniform(0, 6)))
    ground *= (0.45 + 0.95 * folds)[..., None]
    _boards(ground, rng, floor)
    pool = light.glow(shape, (x, floor + 0.005), 0.20, squeeze=2.0) * smoothstep(
        light.grid(shape)[1] + np.zeros(shape, np.float32), floor - 0.035, floor
    )
    light.add_light(ground, pool, palette.glow, strength=0.62)
    _curtains(ground, request, rng)
    return developed(ground, size, rng, grain=0.5)


def _floor_line(request: PaintRequest) -> float:
    return request.focus[1] + hero_size(request) * 0.5 / request.height


def _boards(ground: Field, rng: np.random.Generator, floor: float) -> None:
    """Planks in perspective below the floor line."""
    rows, columns = ground.shape[:2]
    y = (np.arange(rows, dtype=np.float32) / rows)[:, None]
    x = (np.arange(columns, dtype=np.float32) / columns)[None, :] - 0.5
    depth = np.clip((y - floor + 0.05) / (1.05 - floor), 1e-3, 1)
    plank = x / depth * 7.0 + 50.0
    seam = np.abs(plank - np.round(plank))
    tones = rng.uniform(0.75, 1.25, 101).astype(np.float32)
    shade = tones[np.clip(np.round(plank), 0, 100).astype(int)] * (0.55 + 0.45 * smoothstep(seam, 0.0, 0.06))
    below = smoothstep(y + 0 * x, floor - 0.03, floor + 0.01)
    ground *= (1.0 + below * (shade * (1.25 - 0.7 * depth) - 1.0))[..., None]


def _curtains(ground: Field, request: PaintRequest, rng: np.random.Generator) -> None:
    """Heavy folds left and right and a swagged valance above, nearly black towards the edges."""
    shape = (ground.shape[0], ground.shape[1])
    x, y = light.grid(shape)
    reach = np.asarray(0.17 + 0.05 * smoothstep(y, 0.5, 0.0) + 0.008 * np.sin(y * 9), np.float32)
    inward = np.minimum(x, 1 - x)
    inside = smoothstep(inward + np.zeros(shape, np.float32), reach + 0.004, reach - 0.004)
    phase = float(rng.uniform(0, 6))
    folds = 0.5 + 0.5 * np.sin(
        np.sqrt(np.clip(inward / reach, 0, 1)) * 26 + phase + 0.5 * np.sin(y * 5 + phase)
    )
    swag = np.asarray(0.085 + 0.022 * np.abs(np.sin(x * np.pi * 4)), np.float32)
    above = smoothstep(y + np.zeros(shape, np.float32), swag + 0.003, swag - 0.003)
    pleat = 0.5 + 0.5 * np.sin((y / swag) * 7 + np.abs(np.sin(x * np.pi * 4)) * 5)
    cloth = np.maximum(inside, above)
    tone_field = folds + (pleat - folds) * above
    facing = np.exp(-np.square((y - 0.38) / 0.34)) * (0.35 + 0.65 * inward / 0.2).clip(0, 1)
    velvet = np.array(request.palette.accent, np.float32) / 255
    value = (0.05 + 0.50 * tone_field**2 * facing)[..., None] * velvet
    under = blurred(cloth, shape[1] / 40)
    ground *= (1.0 - 0.7 * under)[..., None]
    ground += (value - ground) * cloth[..., None]


def _star(canvas: Canvas, request: PaintRequest) -> None:
    u, palette = request.unit, request.palette
    size = hero_size(request, share=0.94)
    x = hero_place(request)[0]
    art = subject(request, size)
    star = staged(
        art,
        ambient=palette.secondary,
        lamp=tone.mixed(palette.glow, tone.WHITE, 0.6),
        towards=(0.0, -1.0),
        shade=0.42,
    )
    gap = empty_below(art.alpha)
    foot = int(_floor_line(request) * request.height)
    corner = (int(x - size / 2), foot - size + gap)
    squashed = resized(art.alpha, (size, size // 5))
    cast_shadow(
        canvas, squashed, (corner[0], foot - size // 8), offset=(0, int(8 * u)), blur=14 * u, strength=0.85
    )
    lay(canvas, star, corner)


def _cone(request: PaintRequest) -> Layer:
    """The beam, hinged above the frame."""
    rows = int(_floor_line(request) * request.height * 1.06)
    shape = (rows // 4, request.width // 4)
    x, y = light.grid(shape)
    wide = 0.05 + 0.27 * y
    beam = (
        smoothstep(np.abs(x - 0.5) / wide, 1.05, 0.72) * (0.85 - 0.55 * y) * smoothstep(y + 0 * x, 1.0, 0.86)
    )
    alpha = resized(np.clip(beam * 105, 0, 255), (request.width, rows)).astype(np.uint8)
    colour = np.empty((rows, request.width, 3), np.uint8)
    colour[:] = np.array(request.palette.glow, np.uint8)
    at = request.focus[0] * request.width

    def sway(seconds: float) -> Placement:
        return Placement(
            x=at + 12 * request.unit * float(np.sin(seconds * 0.9)),
            y=-0.01 * rows,
            opacity=0.9 + 0.1 * float(np.cos(seconds * 1.7)),
        )

    layer = pasted(Cutout(colour, alpha), sway, light=True)
    return Layer(image=layer.image, motion=sway, anchor=(0.5, 0.0), light=True)
