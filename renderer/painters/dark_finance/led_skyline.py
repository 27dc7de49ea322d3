"""A financial district at night: lit windows, columns of falling light, the subject on a rooftop screen."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from msgspec import Struct

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, tone
from renderer.painters.drawing.blend import shaded
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, add_colour, developed, lay
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.light import glow
from renderer.painters.drawing.noise import chance
from renderer.painters.drawing.pixels import modulated, padded, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_DROPS: Final = 20

_SHADES: Final = 64
"""Number of shades of the lit windows in a row of towers."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Towers and the screen are the base; light rains around the screen, and a scan line runs down it."""
    rng = request.rng()
    canvas = _city(request, rng)
    lanes = _lanes(request)
    room = np.array([(lane.right - lane.left) * (lane.bottom - max(lane.top, 0.0)) for lane in lanes])
    chosen = rng.choice(len(lanes), size=_DROPS, p=room / room.sum())
    layers = [_drop(request, rng, lanes[index]) for index in chosen]
    if has_subject(request):
        x, y = hero_place(request)
        screen = _screen(request)
        lay(canvas, screen, (round(x - screen.size[0] / 2), round(y - screen.size[1] / 2)))
        layers.append(_scan(request))
    return LayeredPicture(base=canvas, layers=tuple(layers))


class Lane(Struct, frozen=True):
    """An area where drops fall: between `left` and `right`, from `top` to `bottom`, in pixels."""

    left: float
    right: float
    top: float
    bottom: float


def _panel(request: PaintRequest) -> tuple[int, int]:
    """Width and height of the screen without its halo."""
    size = hero_size(request)
    return int(size * 1.16) // 2 * 2, int(size * 1.0) // 2 * 2


def _lanes(request: PaintRequest) -> list[Lane]:
    """The sky beside, below and above the screen; the whole sky if there is no screen."""
    w, low = float(request.width), 0.80 * request.height
    high = -0.2 * request.height
    if not has_subject(request):
        return [Lane(0.0, w, high, low)]
    x, y = hero_place(request)
    width, height = _panel(request)
    margin = 16 * request.unit
    left, right = x - width / 2 - margin, x + width / 2 + margin
    below = Lane(left, right, y + height / 2 + margin, low)
    above = Lane(left, right, high, y - height / 2 - margin)
    lanes = [Lane(0.0, left, high, low), below, Lane(right, w, high, low), above]
    return [lane for lane in lanes if lane.right > lane.left and lane.bottom > max(lane.top, 0.0)]


def _city(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h = request.width, request.height
    palette = request.palette
    ground = backdrop.murk(request, rng, pool=palette.secondary, strength=0.42, lift=0.10, radius=0.46)
    shape = (ground.shape[0], ground.shape[1])
    light.add_light(
        ground,
        light.glow(shape, (0.5, 0.80), 0.20, squeeze=3.2),
        tone.mixed(palette.glow, palette.primary, 0.4),
        strength=0.36,
    )
    canvas = developed(backdrop.grown(ground, request), (w, h), rng, grain=0.3)
    for step in range(3):
        _row(canvas, request, rng, step)
    top = int(0.80 * h)
    haze = np.linspace(0, 60, h - top, dtype=np.float32).astype(np.uint8)[:, None].repeat(w, axis=1)
    add_colour(canvas[top:], haze, tone.mixed(palette.secondary, palette.glow, 0.3), strength=0.8)
    return canvas


def _row(canvas: Canvas, request: PaintRequest, rng: np.random.Generator, step: int) -> None:
    """One row of towers; nearer rows are lower, darker and have larger windows."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    body = tone.mixed(
        tone.mixed(tone.darkest(palette), palette.secondary, 0.28 - 0.10 * step),
        tone.BLACK,
        0.18 + 0.2 * step,
    )
    lamp = tone.mixed(palette.glow, tone.mixed(palette.primary, tone.WHITE, 0.3), float(rng.uniform(0, 0.5)))
    windows = [tone.mixed(body, lamp, 0.18 + 0.57 * (level + 0.5) / _SHADES) for level in range(_SHADES)]
    x = -float(rng.uniform(0, 60)) * u
    while x < w:
        wide = float(rng.uniform(70, 140) * (1 + 0.35 * step)) * u
        tall = h * float(rng.uniform(0.13, 0.30)) * (1 - 0.22 * step)
        top = h * (0.84 + 0.05 * step) - tall
        _tower(canvas, request, rng, box=(x, top, x + wide, float(h)), body=body, windows=windows, step=step)
        x += wide + float(rng.uniform(-6, 22)) * u


def _tower(
    canvas: Canvas,
    request: PaintRequest,
    rng: np.random.Generator,
    *,
    box: tuple[float, float, float, float],
    body: Colour,
    windows: list[Colour],
    step: int,
) -> None:
    u = request.unit
    left, top, right, bottom = (int(v) for v in box)
    cv2.rectangle(canvas, (left, top), (right, bottom), body, -1)
    if chance(rng, 0.45):
        mast = (left + right) // 2
        cv2.line(
            canvas,
            (mast, top),
            (mast, top - int(rng.uniform(30, 90) * u)),
            body,
            max(1, round(4 * u)),
            cv2.LINE_AA,
        )
    cell = (10 + 4 * step) * u
    lit = float(rng.uniform(0.18, 0.5))
    for row in range(int((bottom - top) / (cell * 1.5)) - 1):
        for column in range(int((right - left) / (cell * 1.15)) - 1):
            if rng.random() > lit:
                continue
            x, y = left + (column + 0.7) * cell * 1.15, top + (row + 0.8) * cell * 1.5
            shade = windows[int(rng.random() * _SHADES)]
            cv2.rectangle(canvas, (int(x), int(y)), (int(x + cell * 0.55), int(y + cell * 0.8)), shade, -1)


def _drop(request: PaintRequest, rng: np.random.Generator, lane: Lane) -> Layer:
    """A falling streak: bright foot, long tail of broken dashes."""
    u, palette = request.unit, request.palette
    longest = min(420 * u, 0.5 * (lane.bottom - lane.top))
    tall, wide = (
        max(2, int(float(rng.uniform(0.4, 1.0)) * longest) // 2 * 2),
        max(4, int(float(rng.uniform(3, 7)) * u) // 2 * 2),
    )
    y = np.linspace(0, 1, tall, dtype=np.float32)
    dash = (np.sin(y * tall / (6 * u)) + 0.2 > 0).astype(np.float32)
    alpha = np.clip(y**2.2 * dash * 200 + 255 * np.exp(-np.square((y - 0.985) / 0.012)), 0, 255) * 0.75
    image = flat(
        np.broadcast_to(alpha.astype(np.uint8)[:, None], (tall, wide)).copy(),
        tone.mixed(palette.primary, palette.glow, float(rng.random())),
    )
    return Layer(image=image, motion=_falling(request, rng, tall, lane), light=True)


def _falling(request: PaintRequest, rng: np.random.Generator, tall: int, lane: Lane) -> Motion:
    """Fall down the lane repeatedly, fading in and out at its ends.

    Positions are whole even pixels: at six to fourteen pixels a frame, fractions would not be visible.
    """
    x = 2 * round(float(rng.uniform(lane.left, lane.right)) / 2)
    speed = float(rng.uniform(180, 420)) * request.unit
    span = max(lane.bottom - lane.top - tall, 2.0)
    start = float(rng.random()) * span

    def fall(seconds: float) -> Placement:
        place = (start + speed * seconds) % span
        edge = min(place, span - place) / (0.16 * span)
        y = lane.top + tall / 2 + 2 * round(place / 2)
        return Placement(x=x, y=y, opacity=min(1.0, max(edge, 0.0)))

    return fall


def _scan(request: PaintRequest) -> Layer:
    """A soft bar of light that runs down the screen, as on an old cathode-ray tube."""
    width, height = _panel(request)
    tall = int(0.16 * height) // 2 * 2
    rows = np.linspace(-1, 1, tall, dtype=np.float32)
    alpha = np.clip(70 * (1 - np.abs(rows)) ** 2, 0, 255).astype(np.uint8)
    edge = round(5 * request.unit)
    image = flat(np.repeat(alpha[:, None], width - 2 * edge, axis=1), request.palette.glow)
    x, y = hero_place(request)

    def run(seconds: float) -> Placement:
        part = (seconds / 2.4 + 0.35) % 1.0
        place = y + (part - 0.5) * (height - tall - 2 * edge)
        return Placement(x=x, y=place, opacity=min(1.0, 8 * part, 8 * (1.0 - part)))

    return Layer(image=image, motion=run, light=True)


def _screen(request: PaintRequest) -> Cutout:
    """A rounded panel with scan lines, the subject and a spill of light around it."""
    u, palette = request.unit, request.palette
    pad = int(70 * u)
    width, height = _panel(request)
    pool = glow((height // 2, width // 2), (0.5, 0.48), 0.42)
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.2)
    bright = tone.mixed(palette.secondary, palette.glow, 0.3)
    rgb = shaded(np.float32(0.10) + np.float32(0.75) * pool, dark, bright, size=(width, height))
    side = int(height * 0.86)
    lay(
        rgb,
        staged(subject(request, side), ambient=palette.secondary, lamp=palette.glow, shade=0.36),
        ((width - side) // 2, (height - side) // 2),
    )
    scan = 1.0 - 0.16 * (np.arange(height) // max(2, round(3 * u)) % 2).astype(np.float32)
    rgb = modulated(rgb, np.repeat(scan[:, None], width, axis=1))
    rim = np.zeros((height, width), np.uint8)
    cv2.rectangle(rim, (2, 2), (width - 3, height - 3), 255, max(2, round(5 * u)))
    add_colour(rgb, rim, palette.glow, strength=0.9)
    full = padded(rgb, pad, colour=palette.glow)
    solid = padded(np.full((height, width), 255, np.uint8), pad)
    halo = chart.bloomed(solid, radius=24 * u, strength=0.5)
    return Cutout(full, strongest(solid, halo))
