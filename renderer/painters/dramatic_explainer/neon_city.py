"""A wet street out of focus: bokeh of a city at night, and the subject as bent neon tubes."""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import light, motion, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, add_colour, developed, window
from renderer.painters.drawing.layering import pasted
from renderer.painters.drawing.noise import smoothstep
from renderer.painters.drawing.pixels import blurred, padded, resized, solid, tripled, widened
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop
from renderer.painters.props.subject import edges, has_subject, hero_place, hero_size, subject


def paint(request: PaintRequest) -> LayeredPicture:
    """Distant lights are the base; the neon pulses without flicker; discs drift nearest to the viewer."""
    rng = request.rng()
    canvas = _street(request, rng)
    discs = _discs(request, rng)
    neon = [_neon(canvas, request)] if has_subject(request) else []
    return LayeredPicture(base=canvas, layers=(*neon, *discs))


def _hues(request: PaintRequest) -> tuple[Colour, ...]:
    palette = request.palette
    return (
        palette.glow,
        palette.accent,
        tone.mixed(palette.glow, tone.WHITE, 0.4),
        (96, 150, 220),
        tone.mixed(palette.accent, palette.glow, 0.5),
    )


def _street(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    size = (request.width, request.height)
    palette = request.palette
    ground = backdrop.murk(request, rng, pool=palette.accent, strength=0.16, lift=0.10)
    light.add_light(
        ground,
        light.glow(backdrop.quarter(request), (0.5, 0.70), 0.16, squeeze=4.0),
        tone.mixed(palette.glow, palette.accent, 0.4),
        strength=0.30,
    )
    spots = np.zeros_like(ground)
    hues = _hues(request)
    for _ in range(120):
        fx, fy = float(rng.random()), float(np.clip(rng.normal(0.66, 0.075), 0, 1))
        radius = float(rng.uniform(0.007, 0.022)) * spots.shape[1]
        colour = (
            np.array(hues[int(rng.integers(len(hues)))], np.float32) / 255 * float(rng.uniform(0.12, 0.62))
        )
        place = (round(fx * spots.shape[1] * 16), round(fy * spots.shape[0] * 16))
        x0, y0 = max(int(fx * spots.shape[1] - radius - 2), 0), max(int(fy * spots.shape[0] - radius - 2), 0)
        x1, y1 = int(fx * spots.shape[1] + radius + 3), int(fy * spots.shape[0] + radius + 3)
        part = np.zeros(
            (max(min(y1, spots.shape[0]) - y0, 1), max(min(x1, spots.shape[1]) - x0, 1)), np.uint8
        )
        cv2.circle(
            part, (place[0] - x0 * 16, place[1] - y0 * 16), round(radius * 16), 255, -1, cv2.LINE_AA, 4
        )
        spots[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]] += part[..., None] / 255.0 * colour
    low = (spots.shape[1], spots.shape[0] // 4)
    mirrored = blurred(resized(spots[::-1], low, interpolation=cv2.INTER_AREA), 1.5, 6.5)
    mirrored = resized(mirrored, (spots.shape[1], spots.shape[0]))
    shift = int((2 * 0.735 - 1) * spots.shape[0])
    wet = np.zeros_like(spots)
    wet[shift:] = mirrored[: spots.shape[0] - shift]
    wet *= smoothstep(light.grid((spots.shape[0], 1))[1], 0.72, 0.76)[..., None]
    lights = np.minimum(blurred(spots, 0.8) + 0.75 * wet, 1)
    ground += (1 - ground) * lights
    return developed(backdrop.grown(ground, request), size, rng, grain=0.4)


def _disc(radius: float, colour: Colour, strength: float) -> Cutout:
    """One lens disc: even, with a slightly brighter rim."""
    side = int(2 * radius + 6) // 2 * 2
    rows, columns = np.indices((side, side), np.float32) - (side - 1) / 2
    far = np.hypot(rows, columns) / radius
    body = smoothstep(far, 1.02, 0.96) * (0.62 + 0.38 * smoothstep(far, 0.72, 0.97))
    rgb = np.empty((side, side, 3), np.uint8)
    rgb[:] = np.array(colour, np.uint8)
    return Cutout(rgb, (255 * strength * body).astype(np.uint8))


def _discs(request: PaintRequest, rng: np.random.Generator) -> list[Layer]:
    """Near lights, clear of the captions' lines."""
    layers = []
    hues = _hues(request)
    for index in range(13):
        radius = float(rng.uniform(26, 74)) * request.unit
        low = index % 3 != 0
        spot = (
            float(rng.random()) * request.width,
            float(rng.uniform(0.60, 0.86) if low else rng.uniform(0.02, 0.20)) * request.height,
        )
        disc = _disc(radius, hues[index % len(hues)], float(rng.uniform(0.26, 0.5)) * (1 if low else 0.6))
        near = 1.1 + 0.4 * radius / (74 * request.unit)
        layers.append(pasted(disc, _passing(spot, rng, request.unit), depth=near, light=True))
    return layers


def _passing(spot: tuple[float, float], rng: np.random.Generator, unit: float) -> Motion:
    speed, period, phase = (
        float(rng.uniform(-16, 16)) * unit,
        float(rng.uniform(2.6, 5.0)),
        float(rng.random()),
    )
    shine = motion.breathing(0, 0, depth=0.45, period=period, phase=phase)
    return lambda seconds: Placement(x=spot[0] + speed * seconds, y=spot[1], opacity=shine(seconds).opacity)


def _neon(canvas: Canvas, request: PaintRequest) -> Layer:
    """Glass tube along the subject's lines, white in its core; its bloom is drawn on the canvas."""
    u, palette = request.unit, request.palette
    size = hero_size(request, share=1.04)
    rim, pad = int(16 * u) + 4, size // 4
    art = subject(request, size)
    wide = Cutout(
        padded(blurred(art.rgb, 1.2), rim, colour=None),
        padded(art.alpha, rim),
    )
    firm = 255 * solid(edges(wide, width=2.0))
    closed = 255 - widened(255 - widened(firm, 2), 2)
    line = _long_parts(closed, shortest=size * 0.12)
    core = blurred(line, max(1.2 * u, 0.6))
    tube = blurred(widened(line, round(2.5 * u)), max(2.2 * u, 0.8))
    bloom = _bloom(padded(wide.alpha, pad - rim), padded(line, pad - rim), u)
    corner = (
        int(hero_place(request)[0] - bloom.shape[1] / 2),
        int(hero_place(request)[1] - bloom.shape[0] / 2),
    )
    ground, part = window(canvas, corner, (bloom.shape[1], bloom.shape[0]))
    add_colour(ground, bloom[part], palette.accent, strength=0.9)
    rgb = np.asarray(cv2.LUT(tripled(core), _heat(palette.accent)), np.uint8)
    return pasted(Cutout(rgb, tube), motion.breathing(*hero_place(request), depth=0.14, period=2.6))


def _heat(colour: Colour) -> Canvas:
    """Lookup table from depth inside the tube (a byte) to the colour of the gas: (256, 1, 3)."""
    glass, heart = (np.array(tone.mixed(colour, tone.WHITE, part), np.float32) for part in (0.12, 0.88))
    inside = np.clip(np.arange(256, dtype=np.float32) * (1.25 / 255), 0, 1)[:, None, None]
    return np.asarray(glass + (heart - glass) * inside, np.uint8)


def _long_parts(line: Mask, *, shortest: float) -> Mask:
    """Only the pieces of line longer than `shortest` pixels, since tubes are not bent into tiny pieces."""
    kept = line.copy()
    found, _ = cv2.findContours(line, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    crumbs = [rim for rim in found if max(cv2.boundingRect(rim)[2:]) < shortest]
    cv2.drawContours(kept, crumbs, -1, 0, cv2.FILLED)
    return kept


def _bloom(shape: Mask, line: Mask, unit: float) -> Mask:
    size = (line.shape[1], line.shape[0])
    small = resized(line, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    fill = resized(shape, (size[0] // 4, size[1] // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    halo = 1.5 * blurred(small, 4.0 * unit + 0.5) + 1.6 * blurred(small, 16.0 * unit + 0.5) + 0.06 * fill
    return resized(np.clip(halo, 0, 230).astype(np.uint8), size)
