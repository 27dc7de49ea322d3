"""A sum of money rolls to its value on a glass display while notes sink through the dark."""

from __future__ import annotations

from typing import Final

import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, pattern, tone
from renderer.painters.drawing.canvas import Canvas, Cutout, add_colour, developed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import product, scaled, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop, chart, rolling_counter
from renderer.painters.props.subject import (
    companion_place,
    companion_width,
    has_subject,
    hero_size,
    raised,
    staged,
    subject,
)

_PLACES: Final = (
    (0.10, 0.60, 0.74),
    (0.30, 0.02, 0.14),
    (0.32, 0.58, 0.72),
    (0.53, 0.64, 0.80),
    (0.72, 0.56, 0.70),
    (0.78, 0.02, 0.14),
    (0.91, 0.64, 0.80),
)
"""For each note, a share of the width and a range of the height, clear of digits and subject."""

_INSIDE: Final = 0.90
"""Largest share of the display's width that a number may fill."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Display and floor light are the base; notes drift behind the digits; the subject is on top."""
    rng = request.rng()
    u, palette = request.unit, request.palette
    size = hero_size(request)
    at = companion_place(request, 0.34 * size)
    canvas = _display(request, rng, at, size)
    digits = rolling_counter.counter(
        request.facts.number.text,
        at=at,
        size=size * 0.34,
        widest=min(companion_width(request, 0.76), _INSIDE * _display_width(request)),
        face=LetteringFace.MACHINE,
        colour=tone.mixed(palette.primary, tone.WHITE, 0.45),
        language=request.language,
        start=-0.2,
        end=0.66 * request.duration,
    )
    # Signs below the rolling digits, and digits below the notes, which never rest.
    layers = sorted(digits, key=lambda layer: layer.window != (0, 0))
    layers += [_note(request, rng, *place) for place in _PLACES]
    if has_subject(request):
        art = staged(subject(request, int(size * 0.74)), ambient=palette.secondary, lamp=palette.glow)
        spot = raised(request, 0.20 * size)
        hover = motion.drifting(*spot, by=(0, 6 * u), period=5)
        shadow = FloatingShadow(blur=16 * u, drop=10 * u, strength=0.7)
        layers.append(floating(canvas, art, spot, hover, shadow=shadow))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _display_width(request: PaintRequest) -> float:
    return min(companion_width(request, 0.86), 1040 * request.unit)


def _display(request: PaintRequest, rng: np.random.Generator, at: tuple[float, float], size: int) -> Canvas:
    """A sheet of dark glass with a lit edge behind the digits."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    ground = backdrop.murk(request, rng, pool=palette.primary, strength=0.26, lift=0.10, radius=0.40)
    shape = (ground.shape[0], ground.shape[1])
    light.add_light(
        ground, light.glow(shape, (0.5, at[1] / h), 0.10, squeeze=4), palette.primary, strength=0.26
    )
    ground = backdrop.grown(ground, request)
    backdrop.floored(ground, horizon=0.78, glow=palette.primary, strength=0.30)
    canvas = developed(ground, (w, h), rng, grain=0.3)
    waves = pattern.guilloche(request, pitch=34, width=2.2)
    add_colour(canvas, pattern.quiet(request, waves), palette.primary, strength=0.20)
    half_width, half_height = _display_width(request) / 2, size * 0.21
    top = max(int(at[1] - half_height - 60 * u), 0)
    band = canvas[top : int(at[1] + half_height + 60 * u)]
    middle = at[1] - top
    edge = np.zeros(band.shape[:2], np.uint8)
    box = np.array(
        [
            [at[0] - half_width, middle - half_height],
            [at[0] + half_width, middle - half_height],
            [at[0] + half_width, middle + half_height],
            [at[0] - half_width, middle + half_height],
            [at[0] - half_width, middle - half_height],
        ],
        np.float32,
    )
    glass = np.zeros_like(edge)
    curve.fill(glass, [box])
    band[:] = product(band, tripled(255 - scaled(glass, 0.55)))
    curve.stroke(edge, [box], width=4 * u)
    add_colour(band, chart.bloomed(edge, radius=14 * u, strength=0.9), palette.primary, strength=0.8)
    return canvas


def _note(request: PaintRequest, rng: np.random.Generator, across: float, high: float, low: float) -> Layer:
    """A plain engraved note of no particular country, tumbling slowly."""
    u, palette = request.unit, request.palette
    width = max(8, int(float(rng.uniform(110, 190)) * u) // 2 * 2)
    height = int(width * 0.46) // 2 * 2
    body = tone.mixed(palette.primary, tone.BLACK, float(rng.uniform(0.45, 0.68)))
    rgb = np.empty((height, width, 3), np.uint8)
    rgb[:] = np.array(body, np.uint8)
    ink = np.zeros((height, width), np.uint8)
    inset = height * 0.09
    frame = np.array(
        [
            [inset, inset],
            [width - inset, inset],
            [width - inset, height - inset],
            [inset, height - inset],
            [inset, inset],
        ],
        np.float32,
    )
    curve.stroke(ink, [frame], width=2 * u, value=190)
    curve.disc(ink, (width / 2, height / 2), height * 0.28, width=2 * u, value=200)
    curve.disc(ink, (width / 2, height / 2), height * 0.20, width=1.2 * u, value=140)
    for x in (0.16, 0.84):
        curve.disc(ink, (width * x, height / 2), height * 0.10, value=120)
    add_colour(rgb, ink, palette.primary, strength=0.5)
    note = Cutout(rgb, np.full((height, width), 202, np.uint8))
    spot = (
        (across + float(rng.uniform(-0.06, 0.06))) * request.width,
        float(rng.uniform(high, low)) * request.height,
    )
    return pasted(note, _sinking(spot, rng, u), depth=float(rng.uniform(0.8, 1.3)))


def _sinking(spot: tuple[float, float], rng: np.random.Generator, unit: float) -> Motion:
    swing, period, phase, angle = (
        float(rng.uniform(14, 34)) * unit,
        float(rng.uniform(2.6, 4.2)),
        float(rng.uniform(0, 6)),
        float(rng.uniform(-40, 40)),
    )

    def sink(seconds: float) -> Placement:
        wave = float(np.sin(seconds * 2 * np.pi / period + phase))
        tilt = float(np.cos(seconds * 2 * np.pi / period + phase))
        return Placement(
            x=spot[0] + swing * wave,
            y=spot[1] + 26 * unit * seconds,
            angle=angle + 16 * tilt,
            stretch=0.70 + 0.28 * wave,
        )

    return sink
