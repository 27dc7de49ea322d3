"""Old photographs with a white border and illegible handwriting under them."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.blend import dim
from renderer.painters.drawing.canvas import Canvas, Cutout, Mask, cast_shadow, half, lay, stain, tinted
from renderer.painters.drawing.light import vignette
from renderer.painters.drawing.noise import Field
from renderer.painters.props import paper
from renderer.painters.props.subject import engraved, subject

_LETTER: Final = 0.30
_HEIGHTS: Final = np.array([1.0, 1.0, 2.2, 0.7], np.float32)
"""Width of a letter in line heights, and heights of letters relative to one without ascenders."""

_POINTS: Final = 6
"""Points in the line of each letter."""


def photograph(request: PaintRequest, rng: np.random.Generator, size: int, *, index: int = 0) -> Cutout:
    """Artwork number `index` as an instant print about `size` pixels wide.

    It has a border, the picture and a scribbled line.
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
    rows = np.repeat(np.linspace(0, 1, shape[0], dtype=np.float32)[:, None], shape[1], axis=1)
    ground = tinted(
        rows,
        tone.mixed(palette.secondary, tone.lightest(palette), 0.35),
        tone.mixed(palette.background, tone.lightest(palette), 0.75),
    )
    dim(ground, paper.fibre(rng, shape) * vignette(shape, strength=0.75))
    plate = paper.pressed(ground, size, rng, grain=2.5)
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
    """Draw lines of illegible script: loops along a baseline, in words."""
    left, top, right, bottom = box
    pitch = max(pitch, 1.0)
    letters, places, heights = [], [], []
    for baseline in np.arange(top + pitch, bottom, pitch):
        x = float(left)
        end = right - rng.uniform(0, 0.25) * (right - left)
        while x < end:
            letters.append(int(rng.integers(3, 9)))
            heights.append(rng.integers(0, len(_HEIGHTS), letters[-1]))
            places.append((x, float(baseline)))
            x += (letters[-1] * _LETTER + 0.5) * pitch
    if letters:
        words = _written(letters, np.concatenate(heights), np.array(places, np.float32), pitch)
        curve.stroke(mask, words, width=pitch * 0.055, value=value)


def _written(
    letters: list[int], heights: npt.NDArray[np.int64], places: curve.Points, pitch: float
) -> list[curve.Points]:
    """The lines of words with these numbers of letters and these heights, each starting at its place."""
    forward, swing = (np.concatenate([_loops(count)[way] for count in letters]) for way in (0, 1))
    tall = np.repeat(_HEIGHTS[heights], _POINTS)
    lengths = np.array(letters) * _POINTS
    lines = np.stack([forward, -swing * tall], axis=1) * np.float32(pitch)
    lines += np.repeat(places, lengths, axis=0)
    return np.split(lines, np.cumsum(lengths)[:-1])


@cache
def _loops(letters: int) -> tuple[Field, Field]:
    """A word's loops: each point's distance along the line and height above it, in line heights."""
    turns = np.linspace(0, letters, letters * _POINTS, dtype=np.float32)
    swing = np.float32(0.15) * np.sin(turns * np.float32(2 * np.pi))
    return np.float32(_LETTER) * turns + np.float32(0.6) * np.abs(swing), swing
