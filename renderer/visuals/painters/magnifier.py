"""A sheet of small prints under a magnifying glass that glides over it and stops on the subject."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import curve, light, motion, paper, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.calm import under_captions
from renderer.visuals.painters.canvas import Canvas, Cutout, developed, half, lay, tinted
from renderer.visuals.painters.cutout import shadowed
from renderer.visuals.painters.layering import pasted
from renderer.visuals.painters.pixels import added, blurred, modulated, product, solid, tripled
from renderer.visuals.painters.subject import has_subject, hero_place, hero_size, subject, toned
from renderer.visuals.scene import Motion, Placement, Scene


def paint(request: PaintRequest) -> Scene:
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
    return Scene(
        base=canvas, layers=(pasted(glass, _gliding((x, y), 130 * u * side, 46 * u, request.duration)),)
    )


def _gliding(at: tuple[float, float], across: float, down: float, duration: float) -> Motion:
    """Across to the subject, the hand upright soon after the start: turning costs most of a frame."""

    def glide(seconds: float) -> Placement:
        left = 1.0 - motion.ease_in_out((seconds + 0.3) / (0.55 * duration))
        sway = 0.08 * float(np.sin(seconds * 1.6))
        turned = 1.0 - motion.ease_in_out((seconds + 0.5) / 1.1)
        return Placement(x=at[0] + across * (left + sway), y=at[1] + down * left, angle=5.0 * turned)

    return glide


def _pattern(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    """Rows of the artwork as one-ink stamps, turned this way and that."""
    w, h, u = request.width, request.height, request.unit
    palette = request.palette
    shape = half((w, h))
    ground = tinted(
        light.glow(shape, request.focus, 0.55),
        tone.mixed(palette.background, palette.glow, 0.35),
        tone.mixed(palette.background, tone.WHITE, 0.4),
    )
    ground *= paper.fibre(rng, shape)[..., None]
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
    u, palette = request.unit, request.palette
    full = int(side * 1.42) // 2 * 2
    rgb = np.empty((full, full, 3), np.uint8)
    rgb[:] = np.array(palette.ink, np.uint8)
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
    grip = alpha.copy()
    rgb[grip > 0] = np.array(tone.mixed(palette.accent, palette.ink, 0.10), np.uint8)
    curve.disc(alpha, (m, m), r)
    lens = np.zeros_like(alpha)
    curve.disc(lens, (m, m), r * 0.90)
    rim = np.zeros_like(alpha)
    curve.disc(rim, (m, m), r)
    pool = light.glow((full, full), (0.46, 0.42), 0.30)
    inside = (tinted(pool, tone.mixed(palette.background, palette.secondary, 0.42), tone.WHITE) * 255).astype(
        np.uint8
    )
    rows, columns = np.indices((full, full), np.float32) - m
    sheen = np.clip(0.55 + 0.45 * np.cos(2 * np.arctan2(rows, columns) + 1.7), 0.1, 1)
    dark, bright = (tone.mixed(palette.ink, tone.WHITE, share) for share in (0.12, 0.75))
    metal = (tinted(sheen, dark, bright) * 255).astype(np.uint8)
    rgb = np.where(solid(rim)[..., None] > 0, metal, rgb)
    if has_subject(request):
        size = int(side * 0.74)
        lay(inside, subject(request, size), (int(m - size / 2), int(m - size / 2)))
    far = np.hypot(rows, columns) / r
    inside = modulated(inside, np.asarray(1.0 - 0.30 * np.clip((far - 0.6) / 0.3, 0, 1) ** 2, np.float32))
    shine = np.zeros_like(alpha)
    arc = curve.ring((m, m), r * 0.76, count=121, start=np.pi * 1.08)[:26]
    curve.stroke(shine, [arc], width=15 * u, value=150)
    white = tripled(blurred(shine, 1.5 * u + 0.4))
    inside = added(inside, product(255 - inside, white))
    weight = tripled(lens)
    return Cutout(added(product(inside, weight), product(rgb, 255 - weight)), alpha)
