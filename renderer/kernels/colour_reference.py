"""The kernels for colour pictures in numpy, with the same bytes (see `reference`)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

_Samples = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int64]

_WHOLE: Final = 255 << 7
_GROUND_WHOLE: Final = 255 * 16


def covered(ground: _Samples, mask: _Samples, paint: _Samples, strength: int) -> _Integers:
    """The ground with paint over it."""
    weights = (mask.astype(np.int64) * strength + 128) >> 8
    cover = weights[..., None]
    return _by_255(ground.astype(np.int64) * (255 - cover) + paint.astype(np.int64) * cover)


def added(ground: _Samples, mask: _Samples, paint: _Samples, strength: int) -> _Integers:
    """The ground with light added to it."""
    light = _by_255(paint.astype(np.int64) * mask[..., None])
    return np.minimum(ground + ((light * strength + 128) >> 8), 255)


def doubled(
    ground: npt.NDArray[np.float32],
    size: tuple[int, int],
    noise: npt.NDArray[np.int16],
    corner: tuple[int, int],
    strength: int,
) -> _Integers:
    """The ground at twice its size, with noise, rounded down."""
    twice = np.clip(ground * np.float32(2 * _GROUND_WHOLE), 0, 2 * _GROUND_WHOLE).astype(np.int64)
    levels = _twice((twice + 1) >> 1, 0)
    levels = _twice(levels, 1)[: size[1], : size[0]]
    side = len(noise)
    rows, columns = (
        (first + np.arange(count)) % side for first, count in zip(corner, size[::-1], strict=True)
    )
    strewn = noise.astype(np.int64)[rows[:, None], columns[None, :] % 2, columns[None, :] // 2]
    return np.asarray(np.clip(((levels >> 1) + ((strewn * strength + 8) >> 4) + 64) >> 7, 0, 255), np.int64)


def _twice(levels: _Integers, axis: int) -> _Integers:
    """Four times the levels, linearly interpolated to twice as many along `axis`."""
    before = np.concatenate(
        [levels.take([0], axis), levels.take(np.arange(levels.shape[axis] - 1), axis)], axis
    )
    after = np.concatenate(
        [levels.take(np.arange(1, levels.shape[axis]), axis), levels.take([-1], axis)], axis
    )
    both = np.stack([3 * levels + before, 3 * levels + after], axis + 1)
    shape = list(levels.shape)
    shape[axis] *= 2
    return np.asarray(both.reshape(shape), np.int64)


def graded(
    image: _Samples,
    shares: npt.NDArray[np.uint64],
    zero: tuple[int, int, int],
    dust: tuple[npt.NDArray[np.int16], ...],
    *,
    shade: npt.NDArray[np.uint16],
    corners: tuple[tuple[int, int], ...],
) -> tuple[_Integers, ...]:
    """The graded planes: Y, U and V."""
    sums = np.zeros(image.shape[:2], np.uint64)
    for channel in range(3):
        sums += shares[channel][image[..., channel]]
    luma, blue, red = ((sums >> np.uint64(16 * lane)).astype(np.int64) & 0xFFFF for lane in range(3))
    whole = shade.astype(np.int64)
    shades = (whole.repeat(2, axis=0).repeat(2, axis=1), whole, whole)
    planes = []
    for index, (parts, dark) in enumerate(zip((luma, _by_four(blue), _by_four(red)), shades, strict=True)):
        levels = np.clip(parts - zero[index], -32767, 32767)
        levels = (levels * dark + 16384) >> 15
        bank, corner = dust[min(index, 1)].astype(np.int64), corners[index]
        rows, columns = ((corner[way] + np.arange(levels.shape[way])) % len(bank) for way in (0, 1))
        dusty = (levels + bank[rows[:, None], columns[None, :]]) >> 7
        planes.append(np.clip(dusty, 16, 240 if index else 235))
    return tuple(planes)


def premultiplied(
    image: _Samples,
    tone: npt.NDArray[np.int16],
    matrix: npt.NDArray[np.int16],
    gains: npt.NDArray[np.int16],
    *,
    zero: int,
    light: bool,
) -> tuple[_Integers, _Integers]:
    """Luma and chroma with their covers, padded to even sides."""
    pad = [(0, image.shape[0] % 2), (0, image.shape[1] % 2), (0, 0)]
    pixels = np.pad(image, pad).astype(np.int64)
    colours, alpha = _lit(pixels) if light else (pixels[..., :3], pixels[..., 3])
    toned = tone.astype(np.int64)[colours]
    graded_colours = np.clip((toned @ matrix.astype(np.int64).T + 4096) >> 13, 0, _WHOLE)
    weights = gains.astype(np.int64)
    luma, bright = (((graded_colours @ weights[row] + 8192) >> 14) for row in (0, 3))
    full = np.zeros((*alpha.shape, 4), np.int64)
    full[..., 0] = _times(luma + zero, alpha)
    full[..., 1] = _times(bright, alpha) if light else alpha
    full[alpha == 0] = 0
    sums = (_by_four(graded_colours * alpha[..., None]) + 1024) >> 11
    four = _by_four(alpha)
    half = np.zeros((*four.shape, 4), np.int64)
    for channel in (0, 1):
        level = ((sums @ weights[channel + 1] + 8192) >> 14) + 8 * four
        half[..., channel] = _by_255(4 * np.clip(level, 0, 16256))
    half[..., 2] = (four + 2) >> 2
    return full, half


def turned(
    source: _Samples,
    alpha: _Samples,
    across: tuple[int, ...],
    down: tuple[int, ...],
    size: tuple[int, int],
) -> tuple[_Integers, _Integers]:
    """The picture and its alpha, sampled at other places."""
    columns, rows = np.meshgrid(np.arange(size[0], dtype=np.int64), np.arange(size[1], dtype=np.int64))
    x, y = (way[0] + columns * way[1] + rows * way[2] for way in (across, down))
    right, below = ((place >> 12) & 255 for place in (x, y))
    x, y = x >> 20, y >> 20
    picture, seen = np.zeros((*x.shape, 3), np.int64), np.zeros(x.shape, np.int64)
    for step_across, step_down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        weight = (right if step_across else 256 - right) * (below if step_down else 256 - below)
        column, row = x + step_across, y + step_down
        inside = (column >= 0) & (row >= 0) & (column < alpha.shape[1]) & (row < alpha.shape[0])
        column, row = np.clip(column, 0, alpha.shape[1] - 1), np.clip(row, 0, alpha.shape[0] - 1)
        seen += weight * np.where(inside, alpha[row, column], 0)
        picture += weight[..., None] * source[row, column]
    near = (x >= -1) & (y >= -1) & (x < alpha.shape[1]) & (y < alpha.shape[0])
    return np.where(near[..., None], (picture + (1 << 15)) >> 16, 0), (seen + (1 << 15)) >> 16


def extents(alpha: _Samples) -> _Integers:
    """First visible column of each row, and the column after the last."""
    seen, width = alpha > 0, alpha.shape[1]
    some = seen.any(axis=1)
    first = np.where(some, seen.argmax(axis=1), width)
    return np.stack([first, np.where(some, width - seen[:, ::-1].argmax(axis=1), 0)], axis=1)


def _lit(pixels: _Integers) -> tuple[_Integers, _Integers]:
    """Colours at full brightness, and alpha scaled by the brightness they had."""
    peak = pixels[..., :3].max(axis=-1)
    most = np.maximum(peak, 1)[..., None]
    return (2 * 255 * pixels[..., :3] + most) // (2 * most), _by_255(pixels[..., 3] * peak)


def _times(level: _Integers, alpha: _Integers) -> _Integers:
    return _by_255((level * alpha + 64) >> 7)


def _by_four(values: _Integers) -> _Integers:
    """Sums of each block of 2 x 2 pixels."""
    return np.asarray(values[::2, ::2] + values[::2, 1::2] + values[1::2, ::2] + values[1::2, 1::2], np.int64)


def _by_255(values: _Integers) -> _Integers:
    more = values + 128
    return (more + (more >> 8)) >> 8
