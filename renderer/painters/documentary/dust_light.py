"""A dark archive room: shafts of light fall on the subject as a sculpture."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from msgspec.structs import replace

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, motion, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import (
    Canvas,
    Cutout,
    add_colour,
    cast_shadow,
    developed,
    half,
    lay,
    tinted,
)
from renderer.painters.drawing.cutout import empty_below
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import resized, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props import backdrop
from renderer.painters.props.motes import motes
from renderer.painters.props.subject import (
    form,
    has_subject,
    hero_place,
    hero_size,
    lit,
    rim_light,
    subject,
    toned,
)

_NEAR: Final = 1.2
"""Depth of the motes: in front of the sculpture."""

_STRIP: Final = 32
"""Rows processed at a time, so that they stay in the processor's cache."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Room, plinth and sculpture are the base; one pulsing shaft and slow motes are the layers."""
    rng = request.rng()
    side = float(rng.choice([-1.0, 1.0]))
    source = (0.5 - 0.75 * side, -0.22)
    canvas = _room(request, rng, source)
    if has_subject(request):
        _sculpture(canvas, request, side)
    dust = (replace(mote, depth=_NEAR) for mote in motes(request, rng, count=16))
    return LayeredPicture(base=canvas, layers=(_shaft(request, rng, source), *dust))


def _room(request: PaintRequest, rng: np.random.Generator, source: tuple[float, float]) -> Canvas:
    size = (request.width, request.height)
    shape = half(size)
    palette = request.palette
    dark = tone.mixed(tone.darkest(palette), (12, 16, 22), 0.55)
    small = backdrop.quarter(request)
    wall = fractal(rng, small, cell=min(small) * 0.7, octaves=5, gain=0.55)
    room = tinted(wall, tone.mixed(dark, tone.BLACK, 0.45), tone.mixed(dark, palette.secondary, 0.24))
    ground = backdrop.grown(room, request)
    dim(ground, pattern.stone(rng, shape, courses=15))
    lamp = np.zeros_like(room)
    light.add_light(lamp, light.beams(rng, small, source, count=30, soft=0.42), palette.glow, strength=0.52)
    x, y = request.focus
    light.add_light(lamp, light.glow(small, (x, y + 0.03), 0.36), palette.glow, strength=0.30)
    shadow = 1.0 - 0.55 * smoothstep(light.grid(small)[1], 0.60, 0.98)
    shadow = backdrop.grown(shadow * light.vignette(small, strength=0.75), request)
    _lit(ground, backdrop.grown(lamp, request), shadow)
    return developed(ground, size, rng, grain=0.6)


def _lit(ground: Field, lamp: Field, shadow: Field) -> None:
    """Screen the lamp's light over the ground and darken both, in place."""
    for top in range(0, ground.shape[0], _STRIP):
        rows = slice(top, top + _STRIP)
        part = ground[rows]
        part += lamp[rows] * (1.0 - part)
        part *= tripled(shadow[rows])


def _sculpture(canvas: Canvas, request: PaintRequest, side: float) -> None:
    """The subject in warm metal, lit from the window, on a stone drum."""
    u, palette = request.unit, request.palette
    size = hero_size(request)
    x, y = hero_place(request)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.35)
    art = subject(request, size)
    if side < 0:
        art = Cutout(np.ascontiguousarray(art.rgb[:, ::-1]), np.ascontiguousarray(art.alpha[:, ::-1]))
    metal = toned(
        art,
        tone.mixed(dark, palette.secondary, 0.45),
        tone.mixed(palette.glow, palette.secondary, 0.2),
        keep=0.22,
    )
    shaded = lit(metal, 0.86 + 0.62 * form(art))
    rim = rim_light(art, width=4 * u, towards=(-0.7, -0.7))
    add_colour(shaded.rgb, rim, tone.mixed(palette.glow, tone.WHITE, 0.5), strength=0.8)
    if side < 0:
        shaded = Cutout(
            np.ascontiguousarray(shaded.rgb[:, ::-1]), np.ascontiguousarray(shaded.alpha[:, ::-1])
        )
    foot = int(y + size / 2 - empty_below(art.alpha))
    _plinth(canvas, request, (x, foot), size, side)
    corner = (int(x - size / 2), foot - size + empty_below(art.alpha) + int(6 * u))
    cast_shadow(
        canvas, art.alpha, corner, offset=(int(26 * u * side), int(10 * u)), blur=20 * u, strength=0.6
    )
    lay(canvas, shaded, corner)


def _plinth(canvas: Canvas, request: PaintRequest, top: tuple[float, float], size: int, side: float) -> None:
    """A round drum of stone: bright on the window's side, fading into the dark below."""
    u, palette = request.unit, request.palette
    width, height = int(size * 0.78), int(size * 0.62)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    round_light = np.clip(0.46 - 0.42 * side * x - 0.30 * x * x, 0.03, 1)
    stone = tone.mixed(tone.mixed(tone.darkest(palette), palette.secondary, 0.7), palette.glow, 0.15)
    shade = round_light * (1.0 - 0.9 * y**0.8)
    rgb = np.clip(shade[..., None] * np.array(stone, np.float32) * 1.5, 0, 255).astype(np.uint8)
    alpha = np.full((height, width), 255, np.uint8)
    fade = np.clip((1.0 - y) * 1.6, 0, 1) * np.ones_like(x)
    drop = int(size * 0.045)
    lip = int(np.ceil(drop))
    lay(
        canvas,
        Cutout(rgb, (alpha * fade).astype(np.uint8)),
        (int(top[0] - width / 2), int(top[1]) + lip // 2),
    )
    disc = np.zeros((2 * drop + 4, width), np.uint8)
    cv2.ellipse(disc, (width // 2, drop + 2), (width // 2 - 1, drop), 0, 0, 360, 255, -1, cv2.LINE_AA)
    face = np.clip(
        np.array(stone, np.float32)
        * (1.25 - 0.35 * side * x)[..., None]
        * np.ones((2 * drop + 4, 1, 1), np.float32),
        0,
        255,
    )
    lay(
        canvas,
        Cutout(face.astype(np.uint8), disc),
        (int(top[0] - width / 2), int(top[1]) - drop // 2 - int(2 * u)),
    )


def _shaft(request: PaintRequest, rng: np.random.Generator, source: tuple[float, float]) -> Layer:
    """Another fan of light over the upper half, swelling and fading as clouds pass outside."""
    rows = int(0.43 * request.height)
    shape = (rows // 4, request.width // 4)
    fan = light.beams(rng, shape, (source[0], source[1] * request.height / rows), count=16, soft=0.5)
    _, y = light.grid(shape)
    fan *= smoothstep(y, 0.98, 0.45)
    alpha = resized(np.clip(fan * 114 - 4, 0, 255), (request.width, rows)).astype(np.uint8)
    path = motion.breathing(request.width / 2, rows / 2, depth=0.6, period=5.5)
    return Layer(image=flat(alpha, request.palette.glow), motion=path, light=True)
