"""A school board: the subject in coloured chalk, drawn stroke by stroke, in a wooden frame."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim, lit_ramp
from renderer.painters.drawing.canvas import Canvas, Mask, developed, half, stain
from renderer.painters.drawing.layering import drawn, with_alpha
from renderer.painters.drawing.noise import Field, fractal, smoothstep
from renderer.painters.drawing.pixels import blurred, modulated, resized, scaled, strongest
from renderer.painters.layered_picture import Layer, LayeredPicture
from renderer.painters.props.subject import edges, has_subject, hero_place, hero_size, subject

_LONG: Final = 8
"""Factor by which the cloth's long strokes are coarser horizontally."""

_SOME: Final = 3
"""Sampling step in both directions, fine enough to estimate mean and deviation."""

_GRAIN: Final = 22
"""Length of the wood's grain: the sigma of its blur, in pixels of the ground."""

_WOOD: Final = np.array([0.62, 0.44, 0.27], np.float32)


def paint(request: PaintRequest) -> LayeredPicture:
    """Slate and frame are the base; chalk fill and lines appear with the hand's movement."""
    rng = request.rng()
    canvas = _slate(request, rng)
    dust = _tooth(request, rng)
    doodles, order = _doodles(request, rng)
    layers: list[Layer] = [
        drawn(
            _chalked(doodles, dust),
            order,
            request.palette.glow,
            lambda x, y: motion.steadily(x, y, start=0.2, end=0.8 * request.duration, first=0.0),
        )
    ]
    if has_subject(request):
        layers.append(_subject(request, dust))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _slate(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    w, h, u = request.width, request.height, request.unit
    shape = half((w, h))
    slate = tone.mixed((38, 62, 54), tone.mixed(request.palette.secondary, tone.BLACK, 0.72), 0.45)
    clouds = fractal(rng, shape, cell=min(shape) * 0.5, octaves=4)
    wiped = smoothstep(np.float32(0.2) * _strokes_of_cloth(rng, shape) + clouds, 0.4, 1.1)
    ground = lit_ramp(
        wiped,
        tone.mixed(slate, tone.BLACK, 0.22),
        tone.mixed(slate, tone.WHITE, 0.16),
        lamp=tone.WHITE,
        amount=light.glow(shape, (0.35, 0.2), 0.5),
        strength=0.10,
    )
    inward = _inward(shape)
    wide = max(8, int(19 * u))
    shadow = 1.0 - np.float32(0.5) * np.exp(np.minimum(wide - inward, 0) * np.float32(2.0 / wide))
    dim(ground, light.vignette(shape, strength=0.35) * shadow)
    _frame(ground, inward, rng, wide)
    return developed(ground, (w, h), rng, grain=0.7)


def _strokes_of_cloth(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """Horizontal streaks with mean 0 and deviation 1, long enough to be computed on few columns."""
    few = max(shape[1] // _LONG, 1)
    short = resized(rng.random(shape, np.float32), (few, shape[0]), interpolation=cv2.INTER_AREA)
    wiped = resized(blurred(short, 46 / _LONG, 3), (shape[1], shape[0]))
    wiped -= np.float32(wiped.mean())
    wiped *= np.float32(1 / max(float(wiped.std()), 1e-6))
    return wiped


def _inward(shape: tuple[int, int]) -> Field:
    """Distance from the nearest side in pixels."""
    down, across = (np.arange(side, dtype=np.float32) for side in shape)
    return np.minimum(np.minimum(across, across[::-1])[None, :], np.minimum(down, down[::-1])[:, None])


def _frame(ground: Field, inward: Field, rng: np.random.Generator, wide: int) -> None:
    """Draw a wooden rim with grain along each side, in place."""
    raw = rng.standard_normal(inward.shape, np.float32)
    reach = wide + 1
    # Above and below, take more rows than the rim has, so its grain is as smooth there as along the sides.
    wood = reach + _GRAIN * 3
    for side, strip, kept in (
        (np.s_[:reach], np.s_[:wood], np.s_[:reach]),
        (np.s_[-reach:], np.s_[-wood:], np.s_[-reach:]),
        (np.s_[reach:-reach, :reach], np.s_[reach:-reach, :reach], np.s_[:]),
        (np.s_[reach:-reach, -reach:], np.s_[reach:-reach, -reach:], np.s_[:]),
    ):
        far = inward[side]
        grain = blurred(np.ascontiguousarray(raw[strip]), 1.0, _GRAIN)[kept]
        bevel = 0.72 + 0.5 * np.sin(np.clip(far / wide, 0, 1) * np.float32(np.pi)) + 0.5 * grain
        rim = smoothstep(far, wide + 0.8, wide - 0.8)[..., None]
        part = ground[side]
        part += (_WOOD * bevel[..., None] - part) * rim


def _tooth(request: PaintRequest, rng: np.random.Generator) -> Field:
    """How well chalk adheres at each pixel: grains with gaps, factors in [0, 1]."""
    shape = (request.height, request.width)
    fine = blurred(rng.random(shape, np.float32), max(0.9 * request.unit, 0.5))
    some = fine[::_SOME, ::_SOME]
    mean, gain = float(some.mean()), 0.34 / max(float(some.std()), 1e-6)
    fine *= np.float32(gain)
    fine += np.float32(0.72 - gain * mean)
    return np.asarray(np.clip(fine, 0.08, 1.0, out=fine), np.float32)


def _chalked(mask: Mask, dust: Field) -> Mask:
    return modulated(mask, dust)


def _subject(request: PaintRequest, dust: Field) -> Layer:
    """The subject in chalky versions of its own colours, filled with slanted strokes, outlined in white."""
    u = request.unit
    size = hero_size(request, share=1.02)
    art = subject(request, size)
    x, y = hero_place(request)
    left, top = int(x - size / 2), int(y - size / 2)
    columns = np.arange(size, dtype=np.float32)[None, :]
    rows = columns.T
    turn = 2 * np.pi / max(15 * u, 5)
    bend = rows * np.float32(0.6 * turn) + np.float32(1.2) * np.sin(rows / np.float32(31 * u))
    strokes = np.float32(0.62) + np.float32(0.38) * np.sin(columns * np.float32(0.8 * turn) + bend)
    fill = modulated(art.alpha, np.float32(1.15 * 0.95) * np.maximum(strokes, np.float32(0.15)))
    outline = edges(art, width=max(5.0 * u, 2.0))
    hold = dust[top : top + size, left : left + size]
    if hold.shape != fill.shape:
        hold = resized(dust[: size // 2, : size // 2], (size, size))
    alpha = modulated(strongest(fill, outline), np.float32(0.35) + np.float32(0.65) * hold)
    chalky = scaled(art.rgb, 0.80, 0.36 * 250)
    stain(chalky, outline, (250, 250, 244))
    order = np.clip((columns * 0.45 + rows * 0.75) * np.float32(235 / (1.2 * size)), 0, 250)
    run = motion.steadily(x, y, start=-1.0, end=0.5 * request.duration, first=0.35)
    return Layer(image=with_alpha(chalky, alpha), motion=run, reveal=order.astype(np.uint8), softness=18)


def _figure(x: float, y: float, r: float) -> list[curve.Points]:
    """A geometric figure in place of a subject: a triangle in its circle, a height, a radius."""
    t = np.linspace(0, 2 * np.pi, 60)
    corners = np.array([[np.cos(a), np.sin(a)] for a in (-2.0, 0.45, 2.7, -2.0)])
    low, high, top = corners[2], corners[1], corners[0]
    along = (high - low) / np.hypot(*(high - low))
    foot = low + along * float((top - low) @ along)
    unit = [
        np.stack([np.cos(t), np.sin(t)], axis=1),
        *(np.stack(ends) for ends in pairwise(corners)),
        np.stack([top, foot]),
        np.stack([np.zeros(2), high]),
    ]
    return [(np.array([x, y]) + r * line).astype(np.float32) for line in unit]


def _doodles(request: PaintRequest, rng: np.random.Generator) -> tuple[Mask, Mask]:
    """Underlines, arrows and a small diagram as decoration around the edges, none under the captions."""
    u, w, h = request.unit, request.width, request.height
    mask = np.zeros((h, w), np.uint8)
    order = np.zeros_like(mask)
    x, y = hero_place(request)
    r = hero_size(request) * 0.5

    def put(line: curve.Points, when: int, width: float = 5.0) -> None:
        hand = curve.wobbled(curve.evenly(line, 60), rng, reach=3.0 * u)
        curve.stroke(mask, [hand], width=width * u)
        for part in range(12):
            curve.stroke(
                order,
                [hand[part * 5 : part * 5 + 6]],
                width=(width + 14) * u,
                value=min(when + part * 3, 253),
            )

    swoosh = np.stack(
        [np.linspace(x - r * 0.9, x + r * 0.9, 40), y + r * 1.13 + 10 * u * np.sin(np.linspace(0, 3, 40))],
        axis=1,
    ).astype(np.float32)
    put(swoosh, 4, 7.0)
    for line in () if has_subject(request) else _figure(x, y, 0.9 * r):
        put(line, 20)
    for index in range(7) if has_subject(request) else ():
        angle = np.pi * (1.1 + 0.8 * index / 6)
        put(
            np.array(
                [
                    [x + r * 1.16 * np.cos(angle), y + r * 1.16 * np.sin(angle)],
                    [x + r * 1.32 * np.cos(angle), y + r * 1.32 * np.sin(angle)],
                ],
                np.float32,
            ),
            60 + index * 12,
        )
    base = h * 0.80
    put(np.array([[w * 0.16, base - h * 0.15], [w * 0.16, base], [w * 0.86, base]], np.float32), 90)
    t = np.linspace(0, 1, 40)
    put(
        np.stack([w * (0.17 + 0.62 * t), base - h * 0.13 * (0.1 + 0.9 * t**2)], axis=1).astype(np.float32),
        140,
        7.0,
    )
    for index in range(4):
        tall = h * (0.02 + 0.022 * index)
        left = w * (0.24 + 0.15 * index)
        put(
            np.array(
                [[left, base], [left, base - tall], [left + 60 * u, base - tall], [left + 60 * u, base]],
                np.float32,
            ),
            120 + 24 * index,
        )
    return mask, order
