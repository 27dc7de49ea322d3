"""OpenCV's arithmetic on bytes and floats, with the painters' array types."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Place = tuple[slice, slice]
"""Rows and columns of an image."""
Pixels = TypeVar("Pixels", npt.NDArray[np.uint8], npt.NDArray[np.float32])

_HALF = 127
_STRIP = 64
"""Rows processed at a time; a strip of floats stays in the processor's cache."""


def resized(image: Pixels, size: tuple[int, int], *, interpolation: int = cv2.INTER_LINEAR) -> Pixels:
    """The image at `size` (width, height)."""
    return np.asarray(cv2.resize(image, size, interpolation=interpolation), image.dtype)


def blurred(image: Pixels, across: float, down: float = 0.0) -> Pixels:
    """Gaussian blur with standard deviation `across` and `down` pixels.

    `down` 0 means the same as `across`.
    """
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigmaX=across, sigmaY=down), image.dtype)


def halo(mask: Bytes, sigma: float, *, step: int) -> Bytes:
    """A mask blurred by `sigma` pixels, computed at 1/`step` of the size and only around its visible part."""
    soft = np.zeros_like(mask)
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return soft
    reach = int(3 * sigma) + 2 * step
    left, top = (max(first - reach, 0) // step * step for first in (x, y))
    part = mask[top : y + height + reach, left : x + width + reach]
    small = blurred(shrunk(part, step), max(sigma / step, 0.6))
    whole = resized(small, (small.shape[1] * step, small.shape[0] * step))
    soft[top : top + part.shape[0], left : left + part.shape[1]] = whole[: part.shape[0], : part.shape[1]]
    return soft


def shrunk(mask: Bytes, step: int) -> Bytes:
    """The mask at 1/`step` of its width and height, rounded up: box means, with edges repeated at the end."""
    rows, columns = (-(-side // step) for side in mask.shape)
    over = rows * step - mask.shape[0], columns * step - mask.shape[1]
    even = cv2.copyMakeBorder(mask, 0, over[0], 0, over[1], cv2.BORDER_REPLICATE) if any(over) else mask
    # a whole number of pixels per box takes a third of the time
    return resized(np.asarray(even, np.uint8), (columns, rows), interpolation=cv2.INTER_AREA)


def padded(image: Bytes, margin: int, *, colour: tuple[int, int, int] | None = (0, 0, 0)) -> Bytes:
    """The image with `margin` pixels of `colour` on all sides; None repeats the edge."""
    kind = cv2.BORDER_REPLICATE if colour is None else cv2.BORDER_CONSTANT
    border = cv2.copyMakeBorder(image, margin, margin, margin, margin, kind, value=colour or (0, 0, 0))
    return np.asarray(border, np.uint8)


def product(one: Bytes, other: Bytes, *, strength: float = 1.0) -> Bytes:
    """Product of bytes taken as numbers in [0, 1], times `strength`."""
    return np.asarray(cv2.multiply(one, other, scale=strength / 255.0), np.uint8)


def modulated(image: Bytes, factor: Floats) -> Bytes:
    """The image times a field of factors of the same height and width."""
    lit = np.empty(image.shape, np.uint8)
    for top in range(0, image.shape[0], _STRIP):
        rows = slice(top, top + _STRIP)
        spread = tripled(factor[rows]) if image.ndim > factor.ndim else factor[rows]
        cv2.multiply(image[rows], spread, dst=lit[rows], dtype=cv2.CV_8U)
    return lit


def added(one: Bytes, other: Bytes) -> Bytes:
    """Sum, clipped at 255."""
    return np.asarray(cv2.add(one, other), np.uint8)


def weighted(one: Bytes, share: float, other: Bytes, rest: float) -> Bytes:
    """`one` times `share` plus `other` times `rest`, clipped."""
    return np.asarray(cv2.addWeighted(one, share, other, rest, 0), np.uint8)


def scaled(mask: Bytes, factor: float, offset: float = 0.0) -> Bytes:
    """Values times `factor` plus `offset` (not negative), clipped at 255."""
    return np.asarray(cv2.convertScaleAbs(mask, alpha=factor, beta=offset), np.uint8)


def strongest(one: Bytes, other: Bytes) -> Bytes:
    """The larger value of each pair."""
    return np.asarray(cv2.max(one, other), np.uint8)


def common(one: Bytes, other: Bytes) -> Bytes:
    """Bitwise AND of two masks; `other` must be a solid mask or the same mask."""
    return np.asarray(cv2.bitwise_and(one, other), np.uint8)


def tripled(plane: Pixels) -> Pixels:
    """One plane as three equal channels."""
    return np.asarray(cv2.merge((plane, plane, plane)), plane.dtype)


def solid(mask: Bytes) -> Bytes:
    """1 where the mask is more than half covered, else 0."""
    return (mask > _HALF).astype(np.uint8)


def depth_inside(mask: Bytes) -> Floats:
    """Distance of every pixel to the nearest edge of the shape it lies in; 0 outside."""
    return np.asarray(cv2.distanceTransform(solid(mask), cv2.DIST_L2, 5), np.float32)


def slope(height: Floats) -> Floats:
    """Slope towards the lower right; surfaces with positive slope face light from the upper left."""
    right = cv2.Sobel(height, cv2.CV_32F, 1, 0)
    return np.asarray(right + cv2.Sobel(height, cv2.CV_32F, 0, 1), np.float32)


def plain(colour: tuple[int, int, int], shape: tuple[int, ...]) -> Bytes:
    """An image of one colour; `shape` begins with height and width."""
    image = np.empty((shape[0], shape[1], 3), np.uint8)
    image[:1] = np.array(colour, np.uint8)
    image[1:] = image[:1]  # copying whole rows is ten times as fast as copying pixels
    return image


def sampled(image: Pixels, columns: Floats, rows: Floats, *, border: int = cv2.BORDER_REFLECT_101) -> Pixels:
    """The image sampled at other positions, with linear interpolation."""
    moved = cv2.remap(image, columns, rows, cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(moved, image.dtype)


def widened(mask: Bytes, steps: int) -> Bytes:
    """The mask grown by `steps` pixels, corners rounded."""
    disc = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)), np.uint8)
    return np.asarray(cv2.dilate(mask, disc, iterations=max(steps, 1)), np.uint8)


def outline(mask: Bytes, steps: int = 1) -> Bytes:
    """Where a mask (or any channel of an image) changes within `steps` pixels."""
    return np.asarray(
        cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8), iterations=max(steps, 1)),
        np.uint8,
    )


def greyed(image: Bytes) -> Bytes:
    """Luma of an RGB image (BT.601 weights, OpenCV's)."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
