"""A wall of LED tapes: rows of words and arrows slide past, with the subject lit in dots above."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from renderer.contract.vocabulary import Language
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, tone
from renderer.painters.drawing.canvas import Canvas, Colour, Cutout, Mask, developed, lay, stain
from renderer.painters.drawing.layering import with_alpha
from renderer.painters.drawing.lettering import line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import added, plain, product, resized, scaled, tripled
from renderer.painters.layered_picture import Layer, LayeredPicture, Motion, Placement
from renderer.painters.props import backdrop, chart
from renderer.painters.props.subject import has_subject, hero_place, hero_size, staged, subject

_ROWS = (0.055, 0.115)
_ALONE = (0.055, 0.115, 0.175, 0.235, 0.295, 0.355)
_SHELF_ROWS = (0.605, 0.665, 0.725, 0.785)

_BAND: Final = 0.53
"""Darkness of the board behind the tapes."""

_SOCKETS: Final = 7
"""Rows of sockets processed at a time, so that they stay in the processor's cache."""

_WIDEST: Final = 9
"""Number of rows of lamps that flare together."""


def paint(request: PaintRequest) -> LayeredPicture:
    """The base is a board of lamps with the subject; tapes run at different speeds; a refresh runs down."""
    rng = request.rng()
    down = chart.falling(request, rng)
    canvas = _board(request, rng)
    layers = [_tape(request, rng, share, index, down=down) for index, share in enumerate(_rows(request))]
    if has_subject(request):
        x, y = hero_place(request)
        shown = lamps(request, hero_size(request, share=1.04))
        corner = round(x - shown.size[0] / 2), round(y + 0.012 * request.height - shown.size[1] / 2)
        lay(canvas, shown, corner, opacity=0.94)
        layers += [_refresh(request, shown, corner, rows) for rows in (_WIDEST, 3)]
    return LayeredPicture(base=canvas, layers=tuple(layers))


def _pitch(request: PaintRequest) -> int:
    return max(4, int(9 * request.unit))


def _board(request: PaintRequest, rng: np.random.Generator) -> Canvas:
    palette = request.palette
    ground = backdrop.gloom(request, rng, pool=palette.secondary, strength=0.26, lift=0.10, radius=0.5)
    canvas = developed(ground, (request.width, request.height), rng, grain=0.3)
    _punch(canvas, _pitch(request), tone.mixed(tone.darkest(palette), tone.BLACK, 0.4))
    dark = tone.mixed(tone.darkest(palette), tone.BLACK, 0.55)
    tall = int(0.048 * request.height)
    for share in _rows(request):
        top = int(share * request.height)
        band = canvas[top : top + tall + 1]
        sheet = plain(dark, (band.shape[0], request.width))
        cv2.addWeighted(band, 1 - _BAND, sheet, _BAND, 0, dst=band)
        for y in (share * request.height, share * request.height + tall):
            first = int(y) - 4
            edge = np.zeros((9, request.width), np.uint8)
            rule = np.array([[0, y - first], [request.width, y - first]], np.float32)
            curve.stroke(edge, [rule], width=1.5 * request.unit, value=90)
            stain(canvas[first : first + 9], edge, palette.secondary)
    return canvas


def _punch(canvas: Canvas, pitch: int, dark: Colour) -> None:
    """Punch empty sockets all over the board, in place: the same strip of them repeated."""
    size = (canvas.shape[1], _SOCKETS * pitch)
    holes = scaled(_dots((size[1], size[0]), pitch, 0.30), 0.6)
    cover = tripled(holes)
    keep, ink = 255 - cover, product(cover, plain(dark, size[::-1]))
    for top in range(0, canvas.shape[0], size[1]):
        part = canvas[top : top + size[1]]
        part[:] = added(product(part, keep[: part.shape[0]]), ink[: part.shape[0]])


def _rows(request: PaintRequest) -> tuple[float, ...]:
    """Heights of the tapes' tops: above the subject, or in its place, and below, clear of captions."""
    middle = hero_place(request)[1]
    crown = middle - hero_size(request) / 2 if has_subject(request) else request.stage[1] * request.height
    rows = _ROWS if has_subject(request) else _ALONE
    above = (row for row in rows if (row + 0.048) * request.height < crown)
    return (*above, *(request.shelved(row) for row in _SHELF_ROWS))


def _dots(shape: tuple[int, int], pitch: int, share: float) -> Mask:
    """A grid of round lamps whose radius is `share` of the pitch."""
    tile = np.zeros((pitch, pitch), np.uint8)
    curve.disc(tile, (pitch / 2 - 0.5, pitch / 2 - 0.5), pitch * share)
    return np.tile(tile, (shape[0] // pitch + 1, shape[1] // pitch + 1))[: shape[0], : shape[1]]


def lamps(request: PaintRequest, size: int) -> Cutout:
    """The subject as a matrix of coloured lamps of equal size, which follow its brightness."""
    pitch = _pitch(request)
    cells = max(8, size // pitch)
    art = staged(
        subject(request, cells * pitch),
        ambient=request.palette.secondary,
        lamp=request.palette.glow,
        shade=0.35,
    )
    small = resized(art.rgb, (cells, cells), interpolation=cv2.INTER_AREA)
    cover = resized(art.alpha, (cells, cells), interpolation=cv2.INTER_AREA)
    side = cells * pitch
    bright = np.clip(small.astype(np.float32) * 1.25 + 22, 0, 255).astype(np.uint8)
    rgb = resized(bright, (side, side), interpolation=cv2.INTER_NEAREST)
    full = resized(cover, (side, side), interpolation=cv2.INTER_NEAREST)
    disc = _dots((side, side), pitch, 0.44)
    return Cutout(rgb, product(full, disc))


def _refresh(request: PaintRequest, shown: Cutout, corner: tuple[int, int], rows: int) -> Layer:
    """Rows of lamps that flare in turn from top to bottom, repeatedly.

    A window of `rows` rows moves over brighter copies of the lamps, which stay in place.
    """
    pitch = _pitch(request)
    side = shown.size[0]
    tall = rows * pitch
    steps = side // pitch + _WIDEST
    flare = with_alpha(shown.rgb, scaled(shown.alpha, 0.34))
    x = corner[0] + side / 2

    def run(seconds: float) -> Placement:
        step = int((seconds / 1.7 + 0.25) * steps) % steps
        top = (step - (_WIDEST + rows) // 2) * pitch
        return Placement(x=x, y=corner[1] + top + tall / 2, scroll_y=top)

    return Layer(image=flare, motion=run, window=(side, tall), light=True)


def _tape(request: PaintRequest, rng: np.random.Generator, share: float, index: int, *, down: bool) -> Layer:
    """One row of words and arrows running left, seen through a window as wide as the board."""
    palette = request.palette
    tall = int(0.048 * request.height) // 2 * 2
    items: list[tuple[Mask, Colour]] = []
    words = request.words or ("",)
    width = 0
    step = 0
    while width < request.width * 1.15:
        falling = bool(rng.random() < (0.78 if down else 0.22))
        colour = palette.accent if falling else palette.primary
        label = words[(index + step) % len(words)].upper()
        for mask, paint_with in (
            (_word(label, tall, request.language), palette.ink),
            (_arrow(tall, falling=falling), colour),
            (_bars(rng, tall, falling=falling), colour),
        ):
            items.append((mask, paint_with))
            width += mask.shape[1]
        step += 1
    once = np.concatenate([mask for mask, _ in items], axis=1)
    colours = np.repeat(
        np.array([colour for _, colour in items], np.uint8), [mask.shape[1] for mask, _ in items], axis=0
    )
    # Text that leaves on the left re-enters on the right: the image holds one round plus the window.
    shown = np.arange(width + request.width) % width
    cover = once[:, shown]
    pitch = max(3, _pitch(request) // 2)
    alpha = product(cover, np.maximum(_dots(cover.shape[:2], pitch, 0.46), 205))
    rgb = np.ascontiguousarray(np.broadcast_to(colours[shown], (*cover.shape, 3)))
    speed = (46 + 24 * (index % 3)) * request.unit
    spot = (request.width / 2, share * request.height + tall / 2)
    return Layer(
        image=with_alpha(rgb, alpha),
        motion=_sliding(spot, speed, width),
        window=(request.width, tall),
    )


def _sliding(at: tuple[float, float], speed: float, width: int) -> Motion:
    return lambda seconds: Placement(x=at[0], y=at[1], scroll_x=(speed * seconds) % width)


@lru_cache(maxsize=8)
def _word(text: str, tall: int, language: Language) -> Mask:
    if not text:
        return np.zeros((tall, 2), np.uint8)
    return line_of(
        text, size=tall * 0.62, height=tall, face=LetteringFace.PLAIN, language=language, gap=tall * 0.18
    )


def _arrow(tall: int, *, falling: bool) -> Mask:
    mask = np.zeros((tall, tall * 3 // 4), np.uint8)
    middle, half = tall * 0.375, tall * 0.22
    y = (tall * 0.36, tall * 0.68) if falling else (tall * 0.66, tall * 0.34)
    curve.fill(mask, [np.array([[middle - half, y[0]], [middle + half, y[0]], [middle, y[1]]], np.float32)])
    return mask


def _bars(rng: np.random.Generator, tall: int, *, falling: bool) -> Mask:
    """A tiny bar chart in place of meaningless figures."""
    mask = np.zeros((tall, int(tall * 1.9)), np.uint8)
    heights = chart.walk(rng, 9, down=falling)
    for index, value in enumerate(heights):
        left = tall * (0.1 + 0.14 * index)
        curve.fill(
            mask,
            [
                np.array(
                    [
                        [left, tall * 0.76],
                        [left + tall * 0.09, tall * 0.76],
                        [left + tall * 0.09, tall * (0.72 - 0.46 * value)],
                        [left, tall * (0.72 - 0.46 * value)],
                    ],
                    np.float32,
                )
            ],
            value=210,
        )
    return mask
