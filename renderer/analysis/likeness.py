"""How unlike two frames are, by their marks: how much the picture changed, and whether it is a new one.

Small shifts of the camera are allowed for. The two figures together distinguish a cut from motion (the
structure is still found nearby) and from a flash (the structure stays, the light changes).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import product
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.analysis.watched import Bytes, Watched

REACH: Final = 2
"""Cells of the 32 x 32 mark by which a picture may have moved."""
PLAIN: Final = 2.5
"""A picture with a lower standard deviation of luma (levels) is plain."""
_AT_ONCE: Final = 2048

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Unlike(Struct, frozen=True, eq=False):
    """Two figures for each pair of frames.

    `change` is the mean difference in levels of luma, at the shift where the pictures fit best, plus that of
    chroma; `structure` ranges from 0 (the same picture, whatever its light) to 2, and is 1 if one of the two
    is plain.
    """

    change: Floats
    structure: Floats


def unlike(watched: Watched, first: Indices, second: Indices, *, reach: int = REACH) -> Unlike:
    """How unlike frames `first[i]` and `second[i]` are, both indices into the video."""
    found = [_structure(watched, first[part], second[part], reach) for part in parts(len(first))]
    structure = np.concatenate(found) if found else np.zeros(0)
    return Unlike(changes(watched, first, second, reach=reach), structure)


def changes(watched: Watched, first: Indices, second: Indices, *, reach: int = REACH) -> Floats:
    """`change` alone, at a tenth of the time, since it works on bytes: for all frames of a long video."""
    found = [_changed(watched, first[part], second[part], reach) for part in parts(len(first))]
    return np.concatenate(found) if found else np.zeros(0)


def parts(count: int) -> Iterator[slice]:
    """Slices of `count` pairs to be processed together, small enough to take little memory."""
    return (slice(start, start + _AT_ONCE) for start in range(0, count, _AT_ONCE))


def _changed(watched: Watched, first: Indices, second: Indices, reach: int) -> Floats:
    a, b = watched.luma[first], watched.luma[second]
    side = a.shape[1] - 2 * reach
    middle = a[:, reach : reach + side, reach : reach + side]
    moved = (
        _difference(middle, b[:, down : down + side, right : right + side])
        for down, right in product(range(2 * reach + 1), repeat=2)
    )
    colour = _difference(watched.chroma[first], watched.chroma[second])
    return functools.reduce(np.minimum, moved) + colour


def _difference(a: Bytes, b: Bytes) -> Floats:
    """Mean difference between each picture of `a` and that of `b`, in levels."""
    rows = len(a)
    apart = cv2.absdiff(*(np.ascontiguousarray(each).reshape(rows, -1) for each in (a, b)))
    total = cv2.reduce(apart, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    return np.asarray(total / apart.shape[1], np.float64)


def _structure(watched: Watched, first: Indices, second: Indices, reach: int) -> Floats:
    a, b = (watched.luma[index].astype(np.float32) for index in (first, second))
    side = a.shape[1]
    inner = slice(reach, side - reach)
    flat_a, centred_a = _centred(a[:, inner, inner].reshape(len(a), -1))
    likeness = np.full(len(a), -1.0)
    flat_b = np.zeros(len(a), np.bool_)
    for down, right in product(range(2 * reach + 1), repeat=2):
        shifted = b[:, down : down + side - 2 * reach, right : right + side - 2 * reach].reshape(len(b), -1)
        flat_b, centred_b = _centred(shifted)
        likeness = np.maximum(likeness, (centred_a * centred_b).sum(axis=1))
    return np.where(flat_a ^ flat_b, 1.0, np.where(flat_a & flat_b, 0.0, 1.0 - likeness))


def _centred(values: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]:
    """Whether each row is flat, and the row with its mean removed, normalised to length 1."""
    centred = values - values.mean(axis=1, keepdims=True)
    length = np.sqrt(np.square(centred).sum(axis=1, keepdims=True))
    flat = length[:, 0] < PLAIN * np.sqrt(values.shape[1])
    return flat, centred / np.maximum(length, 1e-6)
