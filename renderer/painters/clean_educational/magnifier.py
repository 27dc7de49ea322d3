"""A sheet of small prints under a magnifying glass that glides over it and stops at the subject."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, light, motion, tone
from renderer.painters.drawing.blend import ramp, shaded
from renderer.painters.drawing.calm import under_captions
from renderer.painters.drawing.canvas import Canvas, Cutout, developed, half, lay, stain
from renderer.painters.drawing.cutout import shadowed
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.pixels import blurred, modulated, plain, resized, solid, strongest
from renderer.painters.layered_picture import LayeredPicture, Motion, Placement
from renderer.painters.props import paper
from renderer.painters.props.subject import has_subject, hero_place, hero_size, subject, toned


def paint(request: PaintRequest) -> LayeredPicture:
    """The pattern is the base; the glass holds a picture of its own that moves with it."""
    rng = request.rng()
    u = request.unit
    canvas = _pattern(request, rng)
    glass = shadowed(
        _glass(request, int(hero_size(request) * 1.02) // 2 * 2),
        blur=20 * u,
        offset=(8 * u, 22 * u),
        strength=0.38,
    )
    x, y = hero_place(request)
    side = float(rng.choice([-1.0, 1.0]))
    return LayeredPicture(
        base=canvas, layers=(pasted(glass, _gliding((x, y), 130 * u * side, 46 * u, request.duration)),)
    )


def _gliding(at: tuple[float, float], across: float, down: float, duration: float) -> Motion:
    """Glide to the subject; the handle is upright early, since rotation takes most of a frame's time."""

    def glide(seconds: float) -> Placement:
        left = 1.0 - motion.ease_in_out((seconds + 0.3) / (0.55 * duration))
        sway = 0.08 * float(np.sin(seconds * 1.6))
        turned = 1.0 - motion.ease_in_out((seconds + 0.5) / 1.1)
        return Placement(x=at[0] + across * (left + sway), y=at[1] + down * left, angle=5.0 * turned)

    return glide


def _pattern(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    """Rows of the artwork as one-ink stamps at varying angles."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    ground = ramp(
        light.glow(shape, request.focus, 0.55),
        tone.mixed(palette.background, palette.glow, 0.35),
        tone.mixed(palette.background, tone.WHITE, 0.4),
        factor=paper.fibre(rng, shape),
    )
    canvas = developed(ground, (w, h), rng, grain=0.4)
    side = int(118 * u) // 2 * 2
    inks = (palette.primary, palette.secondary, palette.accent)
    stamps = _stamps(request, side, inks)
    step = 176 * u
    for row, y in enumerate(np.arange(step * 0.4, h, step * 0.86)):
        for column, x in enumerate(np.arange(step * 0.5 - (row % 2) * step / 2, w + step, step)):
            calm = 0.34 if under_captions(request, float(y)) else 0.8
            stamp = stamps[(row * 2 + column) % len(stamps)]
            lay(canvas, stamp, (int(x - side / 2), int(y - side / 2)), opacity=calm)
    return canvas


def _stamps(request: PaintRequest, side: int, inks: tuple[tuple[int, int, int], ...]) -> list[Cutout]:
    stamps = []
    for index, ink in enumerate(inks):
        if has_subject(request):
            art = subject(request, side, index=index)
            pale = tone.mixed(ink, request.palette.background, 0.62)
            stamps.append(toned(art, tone.mixed(ink, request.palette.background, 0.15), pale))
        else:
            alpha = np.zeros((side, side), np.uint8)
            curve.disc(alpha, (side / 2, side / 2), side * (0.42 - 0.10 * index), width=side * 0.10)
            plain = np.full((side, side, 3), tone.mixed(ink, request.palette.background, 0.35), np.uint8)
            stamps.append(Cutout(plain, alpha))
    return stamps


def _glass(request: PaintRequest, side: int) -> Cutout:
    """Lens with the large subject, a thick rim, a handle, and reflections."""
    palette = request.palette
    full = int(side * 1.42) // 2 * 2
    rgb = plain(palette.ink, (full, full))
    alpha = np.zeros((full, full), np.uint8)
    m = full / 2
    r = side / 2
    handle = np.array(
        [
            [m + r * 0.66, m + r * 0.80],
            [m + r * 0.80, m + r * 0.66],
            [m + r * 1.36, m + r * 1.22],
            [m + r * 1.22, m + r * 1.36],
        ],
        np.float32,
    )
    curve.fill(alpha, [handle])
    curve.disc(alpha, (m + r * 1.29, m + r * 1.29), r * 0.10)
    cv2.copyTo(plain(tone.mixed(palette.accent, palette.ink, 0.10), (full, full)), alpha, rgb)
    rim = np.zeros_like(alpha)
    curve.disc(rim, (m, m), r)
    alpha = strongest(alpha, rim)
    corner = int(m - r) - 1
    square = np.s_[corner : full - corner, corner : full - corner]
    cv2.copyTo(_lens(request, side, full, corner), solid(rim[square]), rgb[square])
    return Cutout(rgb, alpha)


def _lens(request: PaintRequest, side: int, full: int, corner: int) -> Canvas:
    """Rim and glass in the square around them, `corner` pixels in from the whole raster's sides."""
    u, r = request.unit, side / 2
    wide = full - 2 * corner
    middle = (full / 2 - corner, full / 2 - corner)
    small = half((wide, wide))
    across = (np.arange(small[1], dtype=np.float32)[None, :] + 0.5) * 2 - 0.5 - middle[0]
    rgb, inside = _light_on(request, across / np.float32(r), full / side, wide)
    if has_subject(request):
        size = int(side * 0.74)
        lay(inside, subject(request, size), (int(full / 2 - size / 2) - corner,) * 2)
    else:
        _enlarge_print(inside, request, middle, r)
    far = cv2.magnitude(np.broadcast_to(across, small).copy(), np.broadcast_to(across.T, small).copy())
    edge = np.clip(far * np.float32(1 / (0.3 * r)) - 2, 0, 1)
    inside = modulated(inside, resized(1.0 - np.float32(0.30) * edge * edge, (wide, wide)))
    shine = np.zeros((wide, wide), np.uint8)
    arc = curve.ring(middle, r * 0.76, count=121, start=np.pi * 1.08)[:26]
    curve.stroke(shine, [arc], width=15 * u, value=150)
    top = wide // 2
    stain(inside[:top], blurred(shine[:top], 1.5 * u + 0.4), tone.WHITE)
    lens = np.zeros_like(shine)
    curve.disc(lens, middle, r * 0.90)
    lay(rgb, Cutout(inside, lens), (0, 0))
    return rgb


def _enlarge_print(inside: Canvas, request: PaintRequest, middle: tuple[float, float], radius: float) -> None:
    """Draw a ring of the sheet at the magnified size."""
    ring = np.zeros(inside.shape[:2], np.uint8)
    curve.disc(ring, middle, radius * 0.46, width=radius * 0.17)
    stain(inside, ring, tone.mixed(request.palette.accent, request.palette.background, 0.35))


def _light_on(request: PaintRequest, across: Field, spread: float, side: int) -> tuple[Canvas, Canvas]:
    """Sheen of the metal and pool of light in the glass, `side` pixels square; soft, so painted small.

    `across`: the distance of each column (and row) from the middle, in radii; `spread`: the whole raster's
    side in diameters.
    """
    palette = request.palette
    down = across.T
    turned = 2 * np.arctan2(down, across) + np.float32(1.7)
    sheen = np.clip(np.float32(0.55) + np.float32(0.45) * np.cos(turned), 0.1, 1)
    dark, bright = (tone.mixed(palette.ink, tone.WHITE, share) for share in (0.12, 0.75))
    metal = shaded(sheen, dark, bright, size=(side, side))
    # The pool's sigma is 0.30 of the whole raster's side; its centre is slightly off.
    sigma = np.float32(0.30 * 2 * spread)
    x, y = (across + np.float32(0.04 * 2 * spread)) / sigma, (down + np.float32(0.08 * 2 * spread)) / sigma
    pool = np.exp(np.float32(-0.5) * x * x) * np.exp(np.float32(-0.5) * y * y)
    deep = tone.mixed(palette.background, palette.secondary, 0.42)
    return metal, shaded(pool, deep, tone.WHITE, size=(side, side))
