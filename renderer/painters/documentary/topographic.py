"""A survey sheet: contour lines over relief shading, with rings drawn up to the subject's summit."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Mask, developed, half, stain, tinted
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import drawn, pasted
from renderer.painters.drawing.noise import Field, fractal, stretched
from renderer.painters.layered_picture import LayeredPicture
from renderer.painters.props import paper
from renderer.painters.props.subject import bordered, engraved, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Hills are the base; the accented contours around the summit draw themselves from the outside in."""
    rng = request.rng()
    height_field = _terrain(request, rng)
    canvas = _sheet(request, rng, height_field)
    mask, order = _climb(request, height_field)
    u, palette = request.unit, request.palette
    layers = [
        drawn(
            mask,
            order,
            palette.accent,
            lambda x, y: motion.steadily(x, y, start=-0.3, end=0.8 * request.duration, first=0.15),
            softness=30,
        )
    ]
    if has_subject(request):
        art = engraved(
            subject(request, hero_size(request, share=0.86)),
            ink=palette.paper_ink,
            page=palette.paper,
            pitch=max(6 * u, 3),
            wash=0.85,
        )
        piece = bordered(art, width=int(11 * u), colour=palette.paper)
        floating = shadowed(piece, blur=15 * u, offset=(5 * u, 20 * u), strength=0.55)
        layers.append(pasted(floating, motion.drifting(*hero_place(request), by=(0, 6 * u), period=5)))
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _terrain(request: PaintRequest, rng: np.random.Generator) -> Field:
    shape = half((request.width, request.height))
    field = fractal(rng, shape, cell=min(shape) * 0.8, octaves=4, gain=0.42)
    return stretched(field + 1.0 * light.glow(shape, request.focus, 0.30))


def _sheet(request: PaintRequest, rng: np.random.Generator, field: Field) -> Canvas:
    palette, u = request.palette, request.unit
    size = (request.width, request.height)
    low = tone.mixed(tone.mixed(palette.background, palette.secondary, 0.25), (140, 156, 120), 0.30)
    ground = tinted(field, low, tone.mixed(palette.ground, tone.WHITE, 0.2))
    slope = np.zeros_like(field)
    slope[1:, 1:] = (field[1:, 1:] - field[:-1, 1:]) + (field[1:, 1:] - field[1:, :-1])
    relief = 1.0 + np.clip(slope * np.float32(min(field.shape) / 6.5), -0.15, 0.16)
    dim(ground, relief * paper.fibre(rng, field.shape) * light.vignette(field.shape, strength=0.35))
    paper.fold(ground, float(rng.uniform(0.6, 0.7)), upright=True, strength=0.07)
    canvas = developed(ground, size, rng, grain=0.8)
    ink = np.zeros((request.height, request.width), np.uint8)
    for index, level in enumerate(np.linspace(0.04, 0.97, 26)):
        main = index % 5 == 0
        curve.stroke(
            ink,
            curve.isolines(field, float(level), scale=2.0),
            width=(2.8 if main else 1.3) * u,
            value=185 if main else 105,
        )
    _grid(ink, request)
    stain(canvas, ink, tone.mixed(palette.secondary, palette.ink, 0.35), strength=0.8)
    return canvas


def _grid(ink: Mask, request: PaintRequest) -> None:
    """The sheet's kilometre grid and small crosses where its lines meet."""
    u = request.unit
    step = 198 * u
    columns = np.arange(step / 2, request.width, step)
    rows = np.arange(step / 3, request.height, step)
    lines = [np.array([[x, 0], [x, request.height]], np.float32) for x in columns]
    lines += [np.array([[0, y], [request.width, y]], np.float32) for y in rows]
    curve.stroke(ink, lines, width=1.0, value=46)
    for x in columns:
        arms = [np.array([[x - 9 * u, y], [x + 9 * u, y]], np.float32) for y in rows]
        arms += [np.array([[x, y - 9 * u], [x, y + 9 * u]], np.float32) for y in rows]
        curve.stroke(ink, arms, width=2 * u, value=190)


def _climb(request: PaintRequest, field: Field) -> tuple[Mask, Mask]:
    """The contours around the summit, outermost first."""
    mask = np.zeros((request.height, request.width), np.uint8)
    order = np.zeros_like(mask)
    x, y = hero_place(request)
    reach = hero_size(request) * 1.05
    for index, level in enumerate(np.linspace(0.50, 0.86, 9)):
        for line in curve.isolines(field, float(level), scale=2.0, shortest=90):
            far = np.hypot(line[:, 0] - x, line[:, 1] - y)
            if far.max() > reach:
                continue
            curve.stroke(mask, [line], width=(6.0 if index % 4 == 0 else 3.4) * request.unit)
            turn = (np.arctan2(line[:, 1] - y, line[:, 0] - x) / (2 * np.pi)) % 1.0
            for part in range(16):
                chosen = line[(turn >= part / 16) & (turn <= (part + 1.3) / 16)]
                if len(chosen) > 1:
                    when, wide = 1 + min(index * 22 + part * 4, 253), max(1, round(14 * request.unit))
                    cv2.polylines(order, [curve.fixed(chosen)], False, when, wide, cv2.LINE_8, curve.SHIFT)
    return mask, order
