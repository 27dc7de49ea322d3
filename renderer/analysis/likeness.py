"""How unlike two frames are, by their marks: how far the picture changed, and whether it is another one.

Small shifts of the camera are allowed for. Both figures together tell a cut from motion (the structure stays
somewhere near) and from a flash (the structure stays, the light changes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.analysis.watched import Watched

REACH: Final = 2
"""Cells of the 32 x 32 mark that a picture may have moved."""
PLAIN: Final = 2.5
"""A picture whose luma spreads less (standard deviation, levels) shows nothing."""
_AT_ONCE: Final = 2048

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Unlike:
    """Two figures for each pair of frames.

    `change` is the mean difference in levels of luma and chroma where the pictures fit best; `structure` goes
    from 0 (the same picture, whatever its light) to 2, and is 1 where one of the two is plain.
    """

    change: Floats
    structure: Floats


def unlike(watched: Watched, first: Indices, second: Indices, *, reach: int = REACH) -> Unlike:
    """How unlike frames `first[i]` and `second[i]` are, each an index into the video."""
    parts = [_compared(watched, first[part], second[part], reach) for part in _parts(len(first))]
    if not parts:
        return Unlike(np.zeros(0), np.zeros(0))
    return Unlike(
        np.concatenate([part.change for part in parts]), np.concatenate([part.structure for part in parts])
    )


def _parts(count: int) -> Iterator[slice]:
    return (slice(start, start + _AT_ONCE) for start in range(0, count, _AT_ONCE))


def _compared(watched: Watched, first: Indices, second: Indices, reach: int) -> Unlike:
    a, b = (watched.luma[index].astype(np.float32) for index in (first, second))
    colour = np.abs(
        watched.chroma[first].astype(np.float32) - watched.chroma[second].astype(np.float32)
    ).mean(axis=(1, 2, 3))
    side = a.shape[1]
    inner = slice(reach, side - reach)
    middle = a[:, inner, inner].reshape(len(a), -1)
    flat_a, centred_a = _centred(middle)
    change = np.full(len(a), np.inf)
    likeness = np.full(len(a), -1.0)
    flat_b = np.zeros(len(a), np.bool_)
    for down, right in product(range(2 * reach + 1), repeat=2):
        shifted = b[:, down : down + side - 2 * reach, right : right + side - 2 * reach].reshape(len(b), -1)
        change = np.minimum(change, np.abs(middle - shifted).mean(axis=1))
        flat_b, centred_b = _centred(shifted)
        likeness = np.maximum(likeness, (centred_a * centred_b).sum(axis=1))
    structure = 1.0 - likeness
    structure = np.where(flat_a ^ flat_b, 1.0, np.where(flat_a & flat_b, 0.0, structure))
    return Unlike(change + colour, structure)


def _centred(values: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]:
    """Whether each row is flat, and the row without its mean, of length one."""
    centred = values - values.mean(axis=1, keepdims=True)
    length = np.sqrt(np.square(centred).sum(axis=1, keepdims=True))
    flat = length[:, 0] < PLAIN * np.sqrt(values.shape[1])
    return flat, centred / np.maximum(length, 1e-6)
