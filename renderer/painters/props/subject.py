"""The subject of a shot and the techniques by which a picture renders it: print, engraving, line, sticker.

Flat vector art pasted on a textured ground looks out of place. Each treatment here redraws it in the ground's
own technique: its ink, its paper, its light.
"""

from __future__ import annotations

import cv2
import numpy as np

from renderer.painters.artwork import draw_artwork
from renderer.painters.base import PaintRequest
from renderer.painters.drawing.canvas import Colour, Cutout, Mask, add_colour
from renderer.painters.drawing.noise import Field
from renderer.painters.drawing.pixels import (
    Bytes,
    added,
    blurred,
    common,
    depth_inside,
    greyed,
    modulated,
    outline,
    padded,
    plain,
    product,
    resized,
    scaled,
    slope,
    solid,
    strongest,
    tripled,
    weighted,
    widened,
)

_WIDEST, _AROUND_FOCUS, _ABOVE_CAPTIONS = 0.80, 0.40, 0.34
_WIDEST_OF_WIDE, _BESIDE = 0.42, 0.60
_HALF, _RIGHT, _HALF_ROOM = 0.5, 0.74, 0.44
_MARGINS = 0.5
"""Margin at each side in a wide frame, as a share of the space an upright frame leaves free beside such
things."""

_HIGH = 0.32
"""Foci above this height leave the middle of the frame to captions."""

_BROAD = 4.0
"""Rim width in pixels above which the rim light is computed at half the size."""

_TRIANGLE = 3
_DARK_TO_LIGHT = 0.02, 0.98
"""Shares of a drawing's pixels that are darker than its darkest tone and than its lightest."""

_FIRM = np.clip(np.arange(256) * 5 - 60, 0, 255).astype(np.uint8)


def hero_place(request: PaintRequest) -> tuple[float, float]:
    """Pixel at which the subject's centre belongs: above the captions."""
    return request.focus[0] * request.width, request.focus[1] * request.height


def hero_size(request: PaintRequest, *, share: float = 1.0) -> int:
    """Side in pixels of the subject's square: most of the width, as far as captions leave room."""
    if is_wide(request):
        return int(min(_WIDEST_OF_WIDE * request.width, _wide_room(request) * request.height) * share)
    return int(min(_WIDEST * request.width, _room(request) * request.height) * share)


def _room(request: PaintRequest) -> float:
    """Share of the height that is free around the subject; less where captions are near."""
    top, bottom = request.stage
    usual = _ABOVE_CAPTIONS if request.focus[1] < _HIGH else _AROUND_FOCUS
    return min(usual, 2 * (request.focus[1] - top), 2 * (bottom - request.focus[1]))


def _wide_room(request: PaintRequest) -> float:
    """Like `_room`, for wide frames: captions take one line, and companions are beside the subject."""
    middle = request.focus[1]
    return _BESIDE if middle >= _HIGH else _ABOVE_CAPTIONS


def is_wide(request: PaintRequest) -> bool:
    """Whether the frame is wider than tall, so that things are placed side by side instead of stacked."""
    return request.width > request.height


def companion_place(request: PaintRequest, drop: float) -> tuple[float, float]:
    """Pixel for the subject's companion: `drop` pixels below the subject, in wide frames beside it."""
    x, y = hero_place(request)
    if not has_subject(request):
        return x, y
    if not is_wide(request):
        return x, y + drop
    return (_RIGHT if request.focus[0] <= _HALF else 1 - _RIGHT) * request.width, y


def companion_width(request: PaintRequest, share: float) -> float:
    """The companion's greatest width, in pixels.

    It is `share` of the frame; wide frames limit it to one half or, without a subject, by the nearer margin.
    """
    if not is_wide(request):
        return share * request.width
    x = request.focus[0]
    alone = 2 * min(x, 1 - x) - (1 - share) * _MARGINS
    return min(share, _HALF_ROOM if has_subject(request) else alone) * request.width


def raised(request: PaintRequest, lift: float) -> tuple[float, float]:
    """Pixel for the subject's centre with something below it: `lift` pixels higher, except in wide frames."""
    x, y = hero_place(request)
    return x, y if is_wide(request) else y - lift


def has_subject(request: PaintRequest) -> bool:
    """Whether the shot has artwork to show."""
    return bool(request.artwork)


def subject(request: PaintRequest, size: int, *, index: int = 0) -> Cutout:
    """Artwork number `index` (wrapping around) as drawn, `size` pixels square; empty if there is none."""
    if request.artwork:
        image = draw_artwork(request.artwork[index % len(request.artwork)], size)
    else:
        image = np.zeros((size, size, 4), np.uint8)
    rgb = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGBA2RGB), np.uint8)
    return Cutout(rgb, np.asarray(cv2.extractChannel(image, 3), np.uint8))


def lightness(art: Cutout) -> Field:
    """Perceived brightness in [0, 1].

    It is stretched over the shape itself, so that both dark and light art keep their depth.
    """
    grey, levels = greyed(art.rgb), np.linspace(0, 1, 256, dtype=np.float32)
    counts = np.asarray(cv2.calcHist([grey], [0], solid(art.alpha), [256], [0, 256])).ravel().cumsum()
    if counts[-1] > 0:
        low, high = levels[np.searchsorted(counts, counts[-1] * np.array(_DARK_TO_LIGHT))].tolist()
        levels = np.clip((levels - np.float32(low)) / np.float32(max(high - low, 0.25)), 0.0, 1.0)
    return np.asarray(cv2.LUT(grey, levels), np.float32)


def edges(art: Cutout, *, width: float) -> Mask:
    """The drawing's own lines: outlines between its colours and around its shape, `width` pixels wide."""
    red, green, blue = cv2.split(outline(blurred(art.rgb, 0.8)))
    inner = common(strongest(strongest(np.asarray(red), np.asarray(green)), np.asarray(blue)), art.alpha)
    firm = np.asarray(cv2.LUT(inner, _FIRM), np.uint8)
    lines = strongest(firm, outline(art.alpha))
    sigma = max(width / 2.6, 0.5)
    return scaled(blurred(lines, sigma), 1.0 + 0.55 * width)


def toned(art: Cutout, dark: Colour, light: Colour, *, keep: float = 0.0) -> Cutout:
    """Two-ink print from `dark` shadows to `light` highlights.

    `keep` mixes back that share of the art's own colours.
    """
    ramp = np.linspace(0, 1, 256, dtype=np.float32)[:, None]
    table = (np.array(dark, np.float32) * (1 - ramp) + np.array(light, np.float32) * ramp).astype(np.uint8)
    level = tripled((lightness(art) * 255).astype(np.uint8))
    tone = np.asarray(cv2.LUT(level, table[None]), np.uint8)
    if keep > 0:
        tone = weighted(tone, 1 - keep, art.rgb, keep)
    return Cutout(tone, art.alpha)


def _quartered(image: Bytes) -> Bytes:
    """The image at half its width and height, which is enough for soft light."""
    size = (max(image.shape[1] // 2, 1), max(image.shape[0] // 2, 1))
    return resized(image, size, interpolation=cv2.INTER_AREA)


def form(art: Cutout) -> Field:
    """Light on the art as if every colour patch were rounded like a pebble, lit from the upper left.

    The values are in [-1, 1], 0 for surfaces that face the viewer and positive towards the light; the shape
    is that of the cut-out.
    """
    small = Cutout(_quartered(art.rgb), _quartered(art.alpha))
    size = small.size[0]
    lines = edges(small, width=1.0)
    patches = depth_inside(np.where(solid(lines) > 0, 0, small.alpha).astype(np.uint8))
    whole = depth_inside(small.alpha)
    height = np.sqrt(np.clip(patches / (size * 0.16), 0, 1)) + 1.3 * np.sqrt(
        np.clip(whole / (size * 0.28), 0, 1)
    )
    height = blurred(height.astype(np.float32), max(size / 40, 1))
    light = np.asarray(np.clip(slope(height) * np.float32(size / 32), -1.0, 1.0), np.float32)
    return resized(light, art.size)


def hatching(art: Cutout, *, pitch: float, angle: float) -> Mask:
    """Engraver's lines, `pitch` pixels apart, swelling in shadows and vanishing in light; outline included.

    Dark colours are hatched all over, light ones only on the side away from the light.
    """
    light = form(art)
    tone = lightness(art)
    rows = np.arange(tone.shape[0], dtype=np.float32)[:, None]
    columns = np.arange(tone.shape[1], dtype=np.float32)[None, :]
    across = (
        -columns * np.float32(np.sin(angle))
        + rows * np.float32(np.cos(angle))
        - light * np.float32(pitch * 0.9)
    )
    wave = 0.5 + 0.5 * np.cos(across * np.float32(2 * np.pi / pitch))
    cover = np.clip(0.50 - 0.62 * tone - 0.75 * light, 0.0, 0.94)
    lines = np.clip((wave - (1.0 - cover)) * np.float32(pitch / 2.4) + 0.5, 0.0, 1.0) * np.minimum(
        cover * 50, 1
    )
    hatch = (lines * art.alpha).astype(np.uint8)
    return strongest(hatch, common(edges(art, width=max(pitch / 3.2, 1.6)), widened(art.alpha, 1)))


def engraved(art: Cutout, *, ink: Colour, page: Colour, pitch: float, wash: float = 0.5) -> Cutout:
    """A hand-coloured engraving: thin washes of its own colours on `page`, lines in `ink`."""
    paper = plain(page, art.rgb.shape)
    grey = tripled(greyed(art.rgb))
    muted = weighted(art.rgb, 0.62, product(grey, paper, strength=255 / 235), 0.38)
    tint = product(weighted(muted, wash, plain((255, 255, 255), muted.shape), 1 - wash), paper)
    lines = hatching(art, pitch=pitch, angle=-0.55)
    cover = tripled(lines)
    rgb = added(product(tint, 255 - cover), product(plain(ink, art.rgb.shape), cover))
    return Cutout(rgb, strongest(art.alpha, lines))


def silhouette(art: Cutout, colour: Colour) -> Cutout:
    """The bare shape in one colour."""
    return Cutout(plain(colour, art.rgb.shape), art.alpha)


def lit(art: Cutout, factor: Field) -> Cutout:
    """The cut-out multiplied by a light field of its size."""
    bright = modulated(art.rgb, factor)
    return Cutout(bright, art.alpha)


def bordered(art: Cutout, *, width: int, colour: Colour) -> Cutout:
    """The art cut out of paper with a margin, like a sticker; the result is larger by 2 x `width`."""
    pad = width + 2
    alpha = padded(art.alpha, pad)
    rgb = padded(art.rgb, pad, colour=colour)
    far = depth_inside(255 - alpha)
    outline = (np.clip(width - far + 0.5, 0, 1) * 255).astype(np.uint8)
    outline = blurred(outline, 0.7)
    weight = tripled(alpha)
    mixed = added(product(rgb, weight), product(plain(colour, rgb.shape), 255 - weight))
    return Cutout(mixed, outline)


def rim_light(art: Cutout, *, width: float, towards: tuple[float, float]) -> Mask:
    """The edge that catches light from direction `towards` (x right, y down), as a mask."""
    if width < _BROAD:
        return (_facing(art.alpha, width, towards) * art.alpha).astype(np.uint8)
    small = _facing(_quartered(art.alpha), width / 2, towards)
    return (resized(small, art.size) * art.alpha).astype(np.uint8)


def _facing(alpha: Mask, width: float, towards: tuple[float, float]) -> Field:
    """How far the edge of a shape faces `towards`, in [0, 1], over about `width` pixels."""
    soft = blurred(alpha.astype(np.float32), max(width, 0.8)) / np.float32(255)
    slope = -(cv2.Sobel(soft, cv2.CV_32F, 1, 0) * towards[0] + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * towards[1])
    return np.asarray(np.clip(slope * np.float32(width * 1.1), 0, 1), np.float32)


def outline_points(art: Cutout, *, most: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """The shape's main outlines as few straight spans (Douglas-Peucker), at most `most` points."""
    found, _ = cv2.findContours(solid(art.alpha), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    by_size = sorted(found, key=cv2.contourArea, reverse=True)[:3]
    tolerance = art.size[0] * 0.02
    while True:
        outlines = [cv2.approxPolyDP(shape, tolerance, True)[:, 0, :].astype(np.float32) for shape in by_size]
        if sum(map(len, outlines)) <= most:
            return [line for line in outlines if len(line) >= _TRIANGLE]
        tolerance *= 1.25


def staged(
    art: Cutout,
    *,
    ambient: Colour,
    lamp: Colour,
    towards: tuple[float, float] = (-0.7, -0.7),
    shade: float = 0.5,
    edge: float = 0.012,
) -> Cutout:
    """The subject under one lamp in a dark place.

    Its own colours are dimmed towards `ambient` and modelled, with a bright rim.
    """
    base = product(art.rgb, plain(ambient, art.rgb.shape), strength=255 / 110)
    dimmed = weighted(art.rgb, 0.74, base, 0.26)
    modelled = lit(Cutout(dimmed, art.alpha), np.float32(1.0 - 0.24 * shade) + np.float32(shade) * form(art))
    add_colour(
        modelled.rgb, rim_light(art, width=max(edge * art.size[0], 1.2), towards=towards), lamp, strength=0.9
    )
    return modelled
