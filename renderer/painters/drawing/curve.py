"""Lines: smooth curves, even spacing, dashes, antialiased strokes at sub-pixel positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from renderer.painters.drawing.pixels import Bytes as Mask

Points = npt.NDArray[np.float32]

# cv2 takes fixed-point coordinates with this many fractional bits.
SHIFT = 5
ONE = 1 << SHIFT


def spline(points: Points, *, per_span: int = 24) -> Points:
    """Catmull-Rom curve through `points` (n, 2).

    `per_span` samples between neighbours (Catmull & Rom 1974).
    """
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    a, b, c, d = padded[:-3, None], padded[1:-2, None], padded[2:-1, None], padded[3:, None]
    t = np.linspace(0, 1, per_span, endpoint=False, dtype=np.float32)[None, :, None]
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.concatenate([curve.reshape(-1, 2), points[-1:]]).astype(np.float32)


def evenly(points: Points, count: int) -> Points:
    """`count` points at equal distances along a polyline."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    places = np.linspace(0, lengths[-1], count)
    return np.stack([np.interp(places, lengths, points[:, i]) for i in (0, 1)], axis=1).astype(np.float32)


def length(points: Points) -> float:
    """Length of a polyline in pixels."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def dashes(points: Points, *, on: float, off: float) -> list[Points]:
    """A polyline cut into dashes `on` pixels long with gaps of `off`."""
    steps = max(2, int(length(points) / 2))
    even = evenly(points, steps)
    run, gap = max(1, int(on / 2)), max(1, int(off / 2))
    return [even[i : i + run + 1] for i in range(0, steps - run, run + gap)]


def ring(centre: tuple[float, float], radius: float, *, count: int = 96, start: float = 0.0) -> Points:
    """`count` points on a circle, closed; `start` in radians, clockwise on screen."""
    angles = start + np.linspace(0, 2 * np.pi, count, dtype=np.float32)
    return np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)


def wobbled(points: Points, rng: np.random.Generator, *, reach: float, every: int = 8) -> Points:
    """A line as if drawn by hand: displaced smoothly by up to `reach` pixels.

    There is a new pull every `every` points.
    """
    knots = max(2, len(points) // every + 2)
    pulls = rng.uniform(-reach, reach, (knots, 2))
    places = np.linspace(0, knots - 1, len(points))
    moved = [np.interp(places, np.arange(knots), pulls[:, i]) for i in (0, 1)]
    return (points + np.stack(moved, axis=1)).astype(np.float32)


def fixed(points: Points) -> npt.NDArray[np.int32]:
    """Points in the fixed-point form that cv2 takes with `shift`."""
    return np.rint(np.asarray(points, np.float32) * ONE).astype(np.int32)


def _fixed_each(lines: Sequence[Points]) -> list[npt.NDArray[np.int32]]:
    """Apply `fixed` to all lines at once, since maps have thousands of short ones."""
    if not lines:
        return []
    every = fixed(np.concatenate(lines))
    ends = np.cumsum([len(line) for line in lines]).tolist()
    return [every[first:last] for first, last in zip([0, *ends[:-1]], ends, strict=True)]


def stroke(target: Mask, lines: Iterable[Points], *, width: float, value: int = 255) -> None:
    """Draw polylines into a mask (or a three-channel canvas with grey `value`), antialiased, in place.

    Widths below one pixel are drawn one pixel wide and fainter.
    """
    faint = value if width >= 1 else int(value * max(width, 0.15))
    drawn = _fixed_each([line for line in lines if len(line)])
    cv2.polylines(target, drawn, False, faint, max(1, round(width)), cv2.LINE_AA, SHIFT)


def fill(target: Mask, outlines: Iterable[Points], *, value: int = 255) -> None:
    """Fill polygons (even-odd) in a mask, antialiased, in place."""
    cv2.fillPoly(target, [fixed(outline) for outline in outlines], value, cv2.LINE_AA, SHIFT)


def disc(
    target: Mask, centre: tuple[float, float], radius: float, *, value: int = 255, width: float = -1
) -> None:
    """Draw a filled disc, or a ring of `width` pixels, in place."""
    place = (round(centre[0] * ONE), round(centre[1] * ONE))
    thickness = -1 if width < 0 else max(1, round(width))
    cv2.circle(target, place, max(round(radius * ONE), 0), value, thickness, cv2.LINE_AA, SHIFT)


def discs(target: Mask, centres: Iterable[tuple[float, float]], radius: float, *, width: float = -1) -> None:
    """Draw equal discs, or rings of `width` pixels, in place; each pixel keeps its largest value.

    One disc is rasterised for each quarter-pixel offset of a centre.
    """
    reach = int(radius + max(width, 0) / 2) + 2
    drawn: dict[tuple[int, int], Mask] = {}
    for x, y in centres:
        across, down = round(4 * x), round(4 * y)
        part = across % 4, down % 4
        if part not in drawn:
            drawn[part] = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
            disc(drawn[part], (reach + part[0] / 4, reach + part[1] / 4), radius, width=width)
        left, top = across // 4 - reach, down // 4 - reach
        bottom, right = (max(corner + 2 * reach + 1, 0) for corner in (top, left))
        ground = target[max(top, 0) : bottom, max(left, 0) : right]
        seen = drawn[part][max(-top, 0) :, max(-left, 0) :][: ground.shape[0], : ground.shape[1]]
        np.maximum(ground, seen, out=ground)


def isolines(
    field: npt.NDArray[np.float32], level: float, *, scale: float = 1.0, shortest: int = 24
) -> list[Points]:
    """Closed lines along which a field crosses `level`, smoothed, with coordinates multiplied by `scale`."""
    inside = (field > level).astype(np.uint8)
    found, _ = cv2.findContours(inside, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    lines = []
    for shape in found:
        if len(shape) < shortest:
            continue
        raw = shape[:, 0, :].astype(np.float32)
        looped = np.concatenate([raw[-6:], raw, raw[:7]])
        kernel = np.ones(13, np.float32) / 13
        smooth = np.stack([np.convolve(looped[:, i], kernel, "valid") for i in (0, 1)], axis=1)
        lines.append((np.concatenate([smooth, smooth[:1]]) * scale).astype(np.float32))
    return lines
