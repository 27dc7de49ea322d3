"""Old photographs with a white border, and the unreadable handwriting under them."""

from __future__ import annotations

import numpy as np

from renderer.visuals.painters import curve, paper, tone
from renderer.visuals.painters.base import PaintRequest
from renderer.visuals.painters.canvas import (
    Canvas,
    Cutout,
    Mask,
    cast_shadow,
    developed,
    half,
    lay,
    stain,
    tinted,
)
from renderer.visuals.painters.light import vignette
from renderer.visuals.painters.subject import engraved, subject


def photograph(request: PaintRequest, rng: np.random.Generator, size: int, *, index: int = 0) -> Cutout:
    """Artwork number `index` as an instant print about `size` pixels wide.

    Border, picture, a scribbled line.
    """
    width, height = int(size * 1.12) // 2 * 2, int(size * 1.22) // 2 * 2
    white = tone.mixed(tone.lightest(request.palette), tone.WHITE, 0.4)
    card = paper.scrap(rng, (width, height), colour=white, torn=(False,) * 4)
    rim, foot = int(width * 0.055), int(height * 0.13)
    card.rgb[rim : height - foot, rim : width - rim] = _plate(
        request, rng, (width - 2 * rim, height - rim - foot), index
    )
    ink = np.zeros_like(card.alpha)
    handwriting(
        ink,
        rng,
        box=(rim * 3, height - foot, width - rim * 3, height - int(foot * 0.3)),
        pitch=foot * 0.6,
        value=190,
    )
    stain(card.rgb, ink, tone.darkest(request.palette), strength=0.8)
    return card


def _plate(request: PaintRequest, rng: np.random.Generator, size: tuple[int, int], index: int) -> Canvas:
    """The picture area: a graded sky, a dark ground line and the subject engraved on it."""
    palette = request.palette
    shape = half(size)
    rows = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None] + np.zeros(shape, np.float32)
    ground = tinted(
        rows,
        tone.mixed(palette.secondary, tone.lightest(palette), 0.35),
        tone.mixed(palette.background, tone.lightest(palette), 0.75),
    )
    ground *= (paper.fibre(rng, shape) * vignette(shape, strength=0.75))[..., None]
    plate = developed(ground, size, rng, grain=2.5)
    art = engraved(
        subject(request, int(min(size) * 0.84), index=index),
        ink=tone.darkest(palette),
        page=tone.lightest(palette),
        pitch=max(5.6 * request.unit, 3),
        wash=0.6,
    )
    corner = ((size[0] - art.size[0]) // 2, int((size[1] - art.size[1]) * 0.55))
    cast_shadow(
        plate,
        art.alpha,
        corner,
        offset=(int(size[0] * 0.02), int(size[1] * 0.02)),
        blur=size[0] * 0.03,
        strength=0.35,
    )
    lay(plate, art, corner)
    return plate


def handwriting(
    mask: Mask, rng: np.random.Generator, *, box: tuple[int, int, int, int], pitch: float, value: int
) -> None:
    """Lines of script nobody can read: loops along a baseline, in words."""
    left, top, right, bottom = box
    pitch = max(pitch, 1.0)
    for baseline in np.arange(top + pitch, bottom, pitch):
        x = float(left)
        end = right - rng.uniform(0, 0.25) * (right - left)
        while x < end:
            letters = int(rng.integers(3, 9))
            count = letters * 6
            along = x + np.linspace(0, letters * pitch * 0.30, count)
            swing = np.sin(np.linspace(0, letters * 2 * np.pi, count)) * pitch * 0.15
            tall = np.repeat(rng.choice([1.0, 1.0, 2.2, 0.7], letters), 6)
            word = np.stack([along + 0.6 * np.abs(swing), baseline - swing * tall], axis=1)
            curve.stroke(mask, [word.astype(np.float32)], width=pitch * 0.055, value=value)
            x = float(along[-1]) + pitch * 0.5
