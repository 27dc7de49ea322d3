"""Smoke in the dark, lit from behind: the subject stands in it as a shape with a burning rim."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, add_colour, developed, lay
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.noise import Field, fractal, ridged, smoothstep, warped
from renderer.painters.drawing.pixels import common, plain, resized, strongest, weighted
from renderer.painters.layered_picture import Layer, LayeredPicture, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.motes import motes
from renderer.painters.props.subject import (
    edges,
    form,
    has_subject,
    hero_place,
    hero_size,
    lit,
    rim_light,
    subject,
)


def paint(request: PaintRequest) -> LayeredPicture:
    """Back light, subject and distant smoke are the base; two veils of smoke and sparks pass in front."""
    rng = request.rng()
    canvas = _backlight(request, rng)
    if has_subject(request):
        _figure(canvas, request)
    veils = [
        _veil(request, rng, height=0.62, width=0.85, direction=1.0),
        _veil(request, rng, height=0.86, width=1.0, direction=-1.0),
    ]
    return LayeredPicture(base=canvas, layers=(*veils, *motes(request, rng, count=11)))


def _wisps(rng: np.random.Generator, shape: tuple[int, int], *, cell: float) -> Field:
    """Filaments pulled sideways and rolled up."""
    field = 0.55 * ridged(rng, shape, cell=cell, octaves=5, gain=0.55) + 0.45 * fractal(
        rng, shape, cell=cell * 1.4, octaves=4
    )
    for reach, size in ((0.45, 0.9), (0.22, 0.4)):
        field = warped(field, rng, cell=cell * size, reach=cell * reach)
    return field


def _backlight(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    ground = backdrop.murk(request, rng, pool=palette.accent, strength=0.34, lift=0.05, radius=0.46)
    shape = (ground.shape[0], ground.shape[1])
    smoke = _wisps(rng, shape, cell=shape[1] * 0.52)
    pool = light.glow(shape, request.focus, 0.34)
    light.add_light(
        ground,
        pool * smoothstep(smoke, 0.35, 0.85),
        tone.mixed(palette.accent, palette.glow, 0.45),
        strength=0.75,
    )
    light.add_light(
        ground,
        light.glow(shape, request.focus, 0.17),
        tone.mixed(palette.glow, tone.WHITE, 0.2),
        strength=0.70,
    )
    dim(ground, 0.62 + 0.76 * smoothstep(smoke, 0.25, 0.80))
    canvas = developed(backdrop.grown(ground, request), (request.width, request.height), rng, grain=0.5)
    embers = pattern.quiet(request, _embers(request, rng), keep=0.3)
    add_colour(canvas, embers, tone.mixed(palette.glow, palette.accent, 0.4), strength=0.8)
    return canvas


def _embers(request: PaintRequest, rng: np.random.Generator) -> Mask:
    """Sparks that hang in the smoke, stretched by their rise."""
    mask = np.zeros((request.height, request.width), np.uint8)
    for x, y in rng.random((190, 2)) * (request.width, request.height):
        rise = float(rng.pareto(2.5) * 9 + 5) * request.unit
        path = np.array([[x, y], [x + 0.4 * rise * float(rng.uniform(-1, 1)), y - rise]], np.float32)
        curve.stroke(
            mask, [path], width=float(rng.uniform(2.0, 5.0)) * request.unit, value=int(rng.uniform(60, 255))
        )
    return mask


def _figure(canvas: Canvas, request: PaintRequest) -> None:
    """Nearly a silhouette, modelled only where the light wraps around it."""
    palette = request.palette
    size = hero_size(request, share=1.06)
    art = subject(request, size)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    shadow = plain(dark, art.rgb.shape)
    body = lit(Cutout(weighted(shadow, 0.74, art.rgb, 0.26), art.alpha), 0.9 + 0.3 * form(art))
    small = Cutout(art.rgb[:0], resized(art.alpha, (size // 2, size // 2), interpolation=cv2.INTER_AREA))
    rim = np.zeros_like(small.alpha)
    for towards in ((-0.9, -0.5), (0.9, -0.5), (0.0, -1.0)):
        rim = strongest(rim, rim_light(small, width=size * 0.007, towards=towards))
    rim = np.minimum(resized(rim, art.size), art.alpha)
    add_colour(body.rgb, rim, tone.mixed(palette.glow, palette.accent, 0.25), strength=1.0)
    add_colour(body.rgb, common(edges(art, width=2.0), art.alpha), palette.accent, strength=0.35)
    x, y = hero_place(request)
    lay(canvas, body, (int(x - size / 2), int(y - size / 2)))


def _veil(
    request: PaintRequest, rng: np.random.Generator, *, height: float, width: float, direction: float
) -> Layer:
    """A bank of smoke drifting sideways across the lower part, painted small and enlarged."""
    w, h = request.width, request.height
    rows, columns = int(h * 0.17), int(w * 0.40)
    wisps = _wisps(rng, (rows, columns), cell=columns * 0.30)
    x, y = light.grid((rows, columns))
    hull = smoothstep(np.hypot((x - 0.5) * 2, (y - 0.5) * 2), 1.0, 0.25)
    alpha = smoothstep(wisps, 0.25, 0.9) * hull * 100
    colour = tone.mixed(
        tone.mixed(request.palette.secondary, request.palette.accent, 0.25), request.palette.glow, 0.15
    )
    scale = 2.4 * width
    start = (w * (0.5 - 0.06 * direction), h * (height - 0.10))
    speed = (direction * 26 * request.unit, -7 * request.unit)

    def drift(seconds: float) -> Placement:
        """Move by whole pixels, two at a time: in smoke no step is visible, and no resampling is needed."""
        gone = (2 * round(part * seconds / 2) for part in speed)
        return Placement(x=start[0] + next(gone), y=start[1] + next(gone), scale=scale)

    return Layer(image=flat(alpha.astype(np.uint8), colour), motion=drift)
