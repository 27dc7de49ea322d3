"""A stage: velvet curtains, one swaying spotlight from above, the subject in its oval on the boards."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from msgspec.structs import replace

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, pattern, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, cast_shadow, developed, half, lay
from renderer.painters.drawing.cutout import empty_below
from renderer.painters.drawing.layering import in_lengths
from renderer.painters.drawing.noise import Field, smoothstep
from renderer.painters.drawing.pixels import blurred, resized, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.motes import motes
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_LENGTHS: Final = 4
"""Number of layers that form the beam."""

_WIDEST: Final = 0.24
_LONGEST: Final = 0.115
"""Greatest width of a side curtain and length of a valance, as shares of the stage's width and height."""

_OVAL: Final = 0.04
"""Half the height of the light on the boards, as a share of the stage's height."""

_LIT: Final = 0.30
"""Half its width, as a share of the stage's: the beam's width there."""

_NEAR: Final = 1.5
"""Depth of the dust, which floats in front of the stage."""


def paint(request: PaintRequest) -> LayeredPicture:
    """Stage and subject are the base; the cone of light sways over them, and dust floats in it."""
    rng = request.rng()
    canvas = _stage(request, rng)
    if has_subject(request):
        _star(canvas, request)
    dust = (replace(mote, depth=_NEAR) for mote in motes(request, rng, count=13))
    return LayeredPicture(base=canvas, layers=(*_cone(request), *dust))


def _stage(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    shape = half(size)
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.glow, strength=0.20, lift=0.03, radius=0.30)
    floor = _floor_line(request)
    folds = pattern.pleats((shape[0] // 8, shape[1]), count=13, phase=float(rng.uniform(0, 6)))
    dim(ground, resized(0.45 + 0.95 * folds, shape[::-1]))
    _boards(ground, rng, floor)
    _pool(ground, request, floor)
    _curtains(ground, request, rng)
    return developed(ground, size, rng, grain=0.5)


def _pool(ground: Field, request: PaintRequest, floor: float) -> None:
    """Draw the oval that the beam lights on the boards, as wide as the beam and soft-rimmed, in place."""
    rows, columns = ground.shape[:2]
    x, y = light.grid((rows, columns))
    first, last = (int((floor + edge) * rows) for edge in (-2 * _OVAL, 4 * _OVAL))
    part = np.s_[max(first, 0) : min(last, rows)]
    away = np.hypot((x - request.focus[0]) / _LIT, (y[part] - floor - 0.35 * _OVAL) / _OVAL)
    light.add_light(ground[part], smoothstep(away, 1.1, 0.55), request.palette.glow, strength=0.7)


def _floor_line(request: PaintRequest) -> float:
    return request.focus[1] + hero_size(request) * 0.5 / request.height


def _boards(ground: Field, rng: np.random.Generator, floor: float) -> None:
    """Planks in perspective below the floor line."""
    rows, columns = ground.shape[:2]
    first = int((floor - 0.04) * rows)
    y = (np.arange(first, rows, dtype=np.float32) / rows)[:, None]
    x = (np.arange(columns, dtype=np.float32) / columns)[None, :] - 0.5
    depth = np.clip((y - floor + 0.05) / (1.05 - floor), 1e-3, 1)
    plank = x / depth * 7.0 + 50.0
    nearest = np.round(plank)
    tones = rng.uniform(0.75, 1.25, 101).astype(np.float32)
    joint = 0.55 + 0.45 * smoothstep(np.abs(plank - nearest), 0.0, 0.06)
    shade = tones[np.clip(nearest, 0, 100).astype(np.uint8)] * joint
    below = smoothstep(y, floor - 0.03, floor + 0.01)
    dim(ground[first:], 1.0 + below * (shade * (1.25 - 0.7 * depth) - 1.0))


def _curtains(ground: Field, request: PaintRequest, rng: np.random.Generator) -> None:
    """Heavy folds on the left and right and a swagged valance above, nearly black towards the edges.

    Only the left half is painted, and only where cloth hangs; it is then mirrored.
    """
    rows, columns = ground.shape[:2]
    edge, foot = math.ceil(_WIDEST * columns), math.ceil(_LONGEST * rows)
    x, y = light.grid((rows, columns))
    inward = x[:, : (columns + 1) // 2]
    reach = np.asarray(0.17 + 0.05 * smoothstep(y, 0.5, 0.0) + 0.008 * np.sin(y * 9), np.float32)
    phase = float(rng.uniform(0, 6))
    side = 0.5 + 0.5 * np.sin(
        np.sqrt(np.minimum(inward[:, :edge] / reach, 1)) * 26 + (phase + 0.5 * np.sin(y * 5 + phase))
    )
    inside = smoothstep(inward[:, :edge], reach + 0.004, reach - 0.004)
    facing = np.exp(-np.square((y - 0.38) / 0.34)) * np.minimum(0.35 + 0.65 * inward / 0.2, 1)
    cloth, folds = (np.zeros((rows, inward.shape[1]), np.float32) for _ in range(2))
    cloth[:, :edge], folds[:, :edge] = inside, side
    folds[:, edge:] = side[:, -1:]
    scallop = np.abs(np.sin(inward * np.pi * 4))
    swag = np.asarray(0.085 + 0.022 * scallop, np.float32)
    above = smoothstep(y[:foot], swag + 0.003, swag - 0.003)
    pleat = 0.5 + 0.5 * np.sin((y[:foot] / swag) * 7 + scallop * 5)
    cloth[:foot] = np.maximum(cloth[:foot], above)
    folds[:foot] += (pleat - folds[:foot]) * above
    _shadow(ground, _mirrored(cloth, columns))
    velvet = np.array(request.palette.accent, np.float32)[:, None] / 255
    middle = inward.shape[1]
    for part in (np.s_[:, :edge], np.s_[:foot, edge:]):
        bright = (0.05 + 0.50 * folds[part] ** 2 * facing[part]) * cloth[part]
        colour = np.asarray(cv2.transform(bright, velvet), np.float32)
        left = ground[:, :middle][part]
        _hang(left, cloth[part], colour)
        _hang(ground[:, ::-1][:, : columns - middle][part], cloth[part], colour)


def _shadow(ground: Field, cloth: Field) -> None:
    """Darken the area close to the cloth, in place."""
    rows, columns = cloth.shape
    small = resized(cloth, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    under = resized(blurred(small, columns / 160), (columns, rows))
    dim(ground, 1.0 - 0.7 * under)


def _hang(part: Field, cloth: Field, colour: Field) -> None:
    """Cover a part of the ground with cloth, in place."""
    wide = part.shape[1]
    part *= tripled(1.0 - cloth)[:, :wide]
    part += colour[:, :wide]


def _mirrored(left: Field, columns: int) -> Field:
    """The whole width from its left half."""
    return np.concatenate([left, left[:, : columns - left.shape[1]][:, ::-1]], axis=1)


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


def _cone(request: PaintRequest) -> list[Layer]:
    """The beam, hinged above the frame, cut into lengths because it is narrow above and wide below.

    It sways by whole pixels: its edges are so soft that no step is visible, and no resampling is needed.
    """
    rows = int(_floor_line(request) * request.height * 1.06)
    x, y = light.grid((rows // 4, request.width // 4))
    across = np.abs(x - request.focus[0]) / (0.05 + 0.27 * y)
    beam = smoothstep(across, 1.05, 0.72) * (0.85 - 0.55 * y) * smoothstep(y + 0 * x, 1.0, 0.86)
    mask = resized(np.clip(beam * 100, 0, 255), (request.width, rows)).astype(np.uint8)
    reach = 18 * request.unit

    def sway(x: float, y: float) -> Motion:
        return lambda seconds: Placement(x=x + round(reach * math.sin(seconds * 0.9)), y=y)

    return in_lengths(mask, request.palette.glow, sway, count=_LENGTHS, light=True)
