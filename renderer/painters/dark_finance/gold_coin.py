"""The subject struck in gold, gleaming as it floats above growing stacks of coins."""

from __future__ import annotations

import math

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, developed
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.floating_layers import FloatingShadow, floating
from renderer.painters.drawing.layering import flat, pasted
from renderer.painters.drawing.noise import Field, smoothstep
from renderer.painters.drawing.pixels import blurred, depth_inside, resized, strongest, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import edges, form, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """A dark vault is the base; stacks rise, the coin floats, a gleam crosses it, glints flash on it."""
    rng = request.rng()
    u = request.unit
    gold = _gold(request)
    canvas = _vault(request, rng, gold)
    layers = [*_stacks(request, rng, gold)]
    size = int(hero_size(request) * 1.06) // 2 * 2
    x, y = hero_place(request)
    hover = motion.drifting(x, y, by=(3 * u, 8 * u), period=4.6)
    shadow = FloatingShadow(blur=24 * u, drop=18 * u, strength=0.8)
    layers.append(floating(canvas, _coin(request, size, gold), (x, y), hover, shadow=shadow))
    layers.append(_gleam(size, hover))
    layers += _glints(request, rng, hover, size)
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _gold(request: PaintRequest) -> Colour:
    """Gold, slightly warmer or paler depending on the palette's light."""
    return tone.mixed((244, 190, 76), request.palette.glow, 0.12)


def _gleam(size: int, hover: Motion) -> Layer:
    """A slanting streak of light that crosses the coin's face as if it turned slightly under a lamp."""
    wide, tall = int(size * 0.42) // 2 * 2, int(size * 0.66) // 2 * 2
    rows, columns = np.indices((tall, wide), np.float32)
    down, across = rows / tall - 0.5, columns / wide - 0.5
    leaning = across + 0.42 * down
    streak = 0.62 * np.exp(-np.square(leaning / 0.085)) + 0.38 * np.exp(-np.square((leaning - 0.2) / 0.03))
    ends = smoothstep(np.abs(down), 0.5, 0.15) * smoothstep(np.abs(across), 0.5, 0.34)
    image = flat(np.clip(245 * streak * ends, 0, 255).astype(np.uint8), (255, 244, 214))

    def cross(seconds: float) -> Placement:
        part = ((seconds + 0.55) / 1.9) % 1.0 / 0.72
        middle = hover(seconds)
        way = 0.66 * size * (motion.ease_in_out(part) - 0.5)
        light = math.sin(math.pi * part) if part < 1 else 0.0
        return Placement(x=middle.x + way, y=middle.y, opacity=light)

    return Layer(image=image, motion=cross, light=True)


def _vault(request: PaintRequest, rng: np.random.Generator, gold: Colour) -> Canvas:
    ground = backdrop.gloom(
        request,
        rng,
        pool=tone.mixed(gold, request.palette.secondary, 0.35),
        strength=0.42,
        lift=0.10,
        radius=0.36,
    )
    shape = (ground.shape[0], ground.shape[1])
    rows = int(max(7, round(12 * shape[0] / shape[1] / 1.78)))
    x, y = light.grid(shape)
    columns = max(5, round(rows * shape[1] / shape[0]))
    cells = np.abs((x * columns) % 1 - np.float32(0.5)), np.abs((y * rows) % 1 - np.float32(0.5))
    # The larger distance defines an edge: rising ramps need the maximum, falling ones the minimum.
    door = np.minimum(*(smoothstep(cell, 0.485, 0.465) for cell in cells))
    door *= np.maximum(*(smoothstep(cell, 0.42, 0.445) for cell in cells))
    joint = np.maximum(*(np.float32(0.42) * smoothstep(cell, 0.47, 0.495) for cell in cells))
    tall = np.float32(shape[0] / rows * columns / shape[1])
    far = np.sqrt(np.square(cells[0]) + np.square(cells[1] * tall))
    lock = smoothstep(far, 0.10, 0.07)
    dim(ground, np.float32(1.0) + np.float32(0.30) * door - joint + np.float32(0.22) * lock)
    backdrop.floored(ground, horizon=0.80, glow=gold, strength=0.30)
    return developed(ground, (request.width, request.height), rng, grain=0.4)


def _coin(request: PaintRequest, side: int, gold: Colour) -> Cutout:
    """Milled edge, raised rim, a ring of beads and the subject in relief on a stippled field."""
    columns = (np.arange(side, dtype=np.float32) - np.float32((side - 1) / 2))[None, :]
    rows = columns.T
    far = np.sqrt(rows * rows + columns * columns) * np.float32(2 / side)
    around = np.arctan2(rows, columns)
    height = np.float32(0.55) * smoothstep(far, 0.86, 0.88) * smoothstep(far, 0.985, 0.965)
    beads = np.float32(0.5) + np.float32(0.5) * np.cos(around * np.float32(72))
    height += (
        np.float32(0.28) * beads * beads * np.exp(-np.square((far - np.float32(0.80)) / np.float32(0.022)))
    )
    relief_field = _relief(request, side)
    height = blurred((height + relief_field).astype(np.float32), max(side / 420, 0.8))
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) * 0.75 + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    brushed, fall = _sheen(side)
    value = np.clip(brushed + slope * np.float32(2.6 * side / 900), 0.04, 1.35)
    value *= fall
    dark, bright = (
        np.array(tone.mixed(gold, (70, 34, 6), 0.80), np.float32),
        np.array(tone.mixed(gold, tone.WHITE, 0.45), np.float32),
    )
    levels = np.arange(256, dtype=np.float32)[:, None] * np.float32(1.35 / 255)
    low, high = np.clip(levels / 0.62, 0, 1), np.clip((levels - 0.62) / 0.6, 0, 1)
    shades = (dark + (np.array(gold, np.float32) - dark) * low) * (1 - high) + bright * high
    shade = np.asarray(cv2.convertScaleAbs(value, alpha=255 / 1.35), np.uint8)
    rgb = cv2.LUT(tripled(shade), np.rint(shades).astype(np.uint8)[:, None])
    milled = (0.9965 + 0.0035 * np.cos(around * 150)).astype(np.float32)
    alpha = (255 * smoothstep(far / milled, 1.0, 1.0 - 3 / side)).astype(np.uint8)
    return Cutout(np.asarray(rgb, np.uint8), alpha)


def _sheen(side: int) -> tuple[Field, Field]:
    """Brightness of brushed gold all around, and the falloff of light; both soft, so painted small."""
    small = side // 2
    across = (np.arange(small, dtype=np.float32) - np.float32((small - 1) / 2))[None, :]
    around = np.arctan2(across.T, across)
    waves = np.float32(0.10) * np.cos(2 * around + np.float32(0.9)) + np.float32(0.05) * np.cos(6 * around)
    leaning = smoothstep(-across - across.T, small * 0.1, -small * 0.75)
    fall = np.float32(1.08) - np.float32(0.42) * leaning
    brushed = np.float32(0.56) * (np.float32(1.0) + waves)
    return resized(brushed, (side, side)), resized(fall, (side, side))


def _relief(request: PaintRequest, side: int) -> Field:
    """Height of the subject on the coin, or of a star when there is none."""
    size = int(side * 0.66)
    field = np.zeros((side, side), np.float32)
    corner = (side - size) // 2
    if not has_subject(request):
        star = np.zeros((size, size), np.uint8)
        turns = -np.pi / 2 + np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2 == 0, 0.5, 0.2) * size
        curve.fill(
            star,
            [
                np.stack([size / 2 + reach * np.cos(turns), size / 2 + reach * np.sin(turns)], axis=1).astype(
                    np.float32
                )
            ],
        )
        field[corner : corner + size, corner : corner + size] = _domed(star)
        return field
    art = subject(request, size)
    lines = edges(art, width=max(size / 130, 1.4)).astype(np.float32) / 255
    shape = _domed(art.alpha) * (1.0 + 0.10 * form(art)) - 0.30 * lines * (art.alpha / 255.0)
    field[corner : corner + size, corner : corner + size] = shape
    return field


def _domed(alpha: Mask) -> Field:
    inside = depth_inside(alpha)
    return np.asarray(np.sqrt(np.clip(inside / (alpha.shape[0] * 0.10), 0, 1)), np.float32)


def _stacks(request: PaintRequest, rng: np.random.Generator, gold: Colour) -> list[Layer]:
    """Columns of coins whose tops rise into view, tallest at the sides to keep the captions clear."""
    layers = []
    w, h, u = request.width, request.height, request.unit
    for index, place in enumerate((0.10, 0.275, 0.45, 0.62, 0.79, 0.93)):
        count = int(5 + 9 * abs(place - 0.5) / 0.5 + rng.integers(0, 4))
        stack = _stack(count, int(150 * u), gold, rng)
        floor = h * (0.835 + 0.025 * (index % 2))
        top = floor - stack.size[1] / 2
        stack = shadowed(stack, blur=12 * u, offset=(0, 10 * u), strength=0.7)
        layers.append(
            pasted(
                stack,
                _growing(w * place, top, stack.size[1] * 0.85, start=-0.5 + 0.14 * index),
            )
        )
    return layers


def _growing(x: float, y: float, drop: float, *, start: float) -> Motion:
    def motion_at(seconds: float) -> Placement:
        part = motion.ease_out((seconds - start) / 1.3)
        return Placement(
            x=x, y=y + drop * 0.12 * (1 - part), opacity=motion.ease_out((seconds - start) / 0.5)
        )

    return motion_at


def _stack(count: int, width: int, gold: Colour, rng: np.random.Generator) -> Cutout:
    """A stack of coins seen from slightly above, each a little out of line."""
    thick, oval = int(width * 0.135), int(width * 0.15)
    size = (int(width * 1.16) // 2 * 2, (count * thick + 2 * oval + 4) // 2 * 2)
    rgb = np.zeros((size[1], size[0], 3), np.uint8)
    alpha = np.zeros((size[1], size[0]), np.uint8)
    across = np.linspace(-1, 1, size[0], dtype=np.float32)
    shine = (
        0.28
        + 0.62 * np.exp(-np.square((across + 0.42) / 0.26))
        + 0.18 * np.exp(-np.square((across - 0.62) / 0.16))
    )
    ridge = 0.88 + 0.12 * np.cos(np.arcsin(np.clip(across * 1.16, -1, 1)) * 44)
    wall = np.clip((shine * ridge).clip(0, 1.2)[:, None] * np.array(gold, np.float32), 0, 255).astype(
        np.uint8
    )
    foot, face, dent = (
        tone.mixed(gold, tone.BLACK, 0.42),
        tone.mixed(gold, tone.WHITE, 0.10),
        tone.mixed(gold, tone.BLACK, 0.14),
    )
    wall = np.ascontiguousarray(np.broadcast_to(wall, (oval + thick + 3, *wall.shape)))
    for step in range(count):
        y = size[1] - oval - 2 - step * thick
        x = size[0] // 2 + int(rng.uniform(-0.05, 0.05) * width)
        top, bottom = max(y - thick - 1, 0), min(y + oval + 2, size[1])
        side = np.zeros((bottom - top, size[0]), np.uint8)
        cv2.ellipse(side, (x, y - top), (width // 2, oval), 0, 0, 360, 255, -1, cv2.LINE_AA)
        cv2.rectangle(side, (x - width // 2, y - thick - top), (x + width // 2, y - top), 255, -1)
        part = rgb[top:bottom]
        cv2.copyTo(wall[: part.shape[0]], side, part)
        alpha[top:bottom] = strongest(alpha[top:bottom], side)
        cv2.ellipse(
            rgb,
            (x, y - thick),
            (width // 2, oval),
            0,
            0,
            360,
            foot,
            -1,
            cv2.LINE_AA,
        )
        cv2.ellipse(alpha, (x, y - thick), (width // 2, oval), 0, 0, 360, 255, -1, cv2.LINE_AA)
        cv2.ellipse(
            rgb,
            (x, y - thick + 1),
            (int(width * 0.47), int(oval * 0.88)),
            0,
            0,
            360,
            face,
            -1,
            cv2.LINE_AA,
        )
        cv2.ellipse(
            rgb,
            (x, y - thick + 2),
            (int(width * 0.36), int(oval * 0.66)),
            0,
            0,
            360,
            dent,
            -1,
            cv2.LINE_AA,
        )
    return Cutout(rgb, alpha)


def _glints(request: PaintRequest, rng: np.random.Generator, hover: Motion, size: int) -> list[Layer]:
    """Stars of light that flash on the coin's rim."""
    layers = []
    for index in range(4):
        side = int(float(rng.uniform(90, 150)) * request.unit) // 2 * 2
        rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
        low, high = np.minimum(abs(rows), abs(columns)), np.maximum(abs(rows), abs(columns))
        alpha = np.clip(
            255
            * (
                np.exp(-np.square(low / (side * 0.016)) - high / (side * 0.10))
                + np.exp(-(rows**2 + columns**2) / (side * 0.05) ** 2)
            ),
            0,
            255,
        )
        star = Cutout(np.full((side, side, 3), (255, 246, 222), np.uint8), alpha.astype(np.uint8))
        turn = float(rng.uniform(np.pi, 2 * np.pi))
        spot = 0.45 * size * math.cos(turn), 0.45 * size * math.sin(turn)
        flash = _flashing(hover, spot, period=float(rng.uniform(1.6, 2.6)), phase=index / 4)
        layers.append(pasted(star, flash, light=True))
    return layers


def _flashing(hover: Motion, spot: tuple[float, float], *, period: float, phase: float) -> Motion:
    """A flash that moves with the coin and is dark for a third of the time."""

    def flash(seconds: float) -> Placement:
        middle = hover(seconds)
        wave = math.cos(2 * math.pi * (seconds / period + phase))
        bright = max(0.0, (wave + 0.5) / 1.5)
        return Placement(x=middle.x + spot[0], y=middle.y + spot[1], opacity=bright)

    return flash
