"""The path of the crop: as still as possible while the subject stays near its middle.

It is the shortest path within a corridor around the subject: it rests while the subject moves little, and
otherwise goes straight. Its corners are then rounded, which bounds the acceleration.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

ROUNDING_SECONDS: Final = 0.35
"""Standard deviation, in seconds, of the kernel that rounds corners."""
_REACH: Final = 3
"""Half-width of the kernel in standard deviations."""

Floats = npt.NDArray[np.float64]


def smooth_path(places: Floats, *, slack: float, rate: float) -> Floats:
    """A calm path that stays within `slack` of `places`, which are given `rate` times a second."""
    return _rounded(_shortest(places, slack), ROUNDING_SECONDS * rate)


def _shortest(places: Floats, slack: float) -> Floats:
    """The shortest line through the corridor, with free ends."""
    low, high = places - slack, places + slack
    if low.max() <= high.min():
        still = min(max(float(np.median(places)), float(low.max())), float(high.min()))
        return np.full(len(places), still)
    low, high = low.copy(), high.copy()
    low[0] = high[0] = _free_end(low, high)
    low[-1] = high[-1] = _free_end(low[::-1], high[::-1])
    knots = [(0, float(low[0]))]
    while knots[-1][0] < len(places) - 1:
        knots.append(_farthest_seen(low, high, knots[-1]))
    at, value = zip(*knots, strict=True)
    return np.asarray(np.interp(np.arange(len(places)), at, value), np.float64)


def _free_end(low: Floats, high: Floats) -> float:
    """Start value of the line that stays level for longest: the edge that it has to leave first."""
    floor, ceiling = np.maximum.accumulate(low), np.minimum.accumulate(high)
    stop = int(np.argmax(floor > ceiling))
    return float(ceiling[stop - 1] if floor[stop] > ceiling[stop - 1] else floor[stop - 1])


def _farthest_seen(low: Floats, high: Floats, start: tuple[int, float]) -> tuple[int, float]:
    """The next bend of the line that starts at `start` (index, value), or its end."""
    first, value = start
    down, up = (-np.inf, first), (np.inf, first)
    for index in range(first + 1, len(low)):
        span = index - first
        floor, ceiling = (low[index] - value) / span, (high[index] - value) / span
        if floor > up[0]:
            return up[1], float(high[up[1]])
        if ceiling < down[0]:
            return down[1], float(low[down[1]])
        down = (floor, index) if floor >= down[0] else down
        up = (ceiling, index) if ceiling <= up[0] else up
    return len(low) - 1, float(low[-1])


def _rounded(path: Floats, deviation: float) -> Floats:
    reach = max(1, round(_REACH * deviation))
    kernel = np.exp(-0.5 * np.square(np.arange(-reach, reach + 1) / max(deviation, 1e-6)))
    return np.asarray(np.convolve(np.pad(path, reach, mode="edge"), kernel / kernel.sum(), "valid"))


def simplified(at: Floats, values: Floats, *, tolerance: float) -> list[int]:
    """Indices of the points to keep so that the line through them is within `tolerance` of all the others.

    `values` has a row for every time in `at` (Douglas and Peucker 1973, by value instead of distance).
    """
    kept = {0, len(at) - 1}
    waiting = [(0, len(at) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:  # noqa: PLR2004  # nothing lies between
            continue
        inner = slice(first + 1, last)
        share = ((at[inner] - at[first]) / (at[last] - at[first]))[:, None]
        off = np.abs(values[inner] - (values[first] + share * (values[last] - values[first]))).max(axis=1)
        worst = int(off.argmax())
        if off[worst] > tolerance:
            middle = first + 1 + worst
            kept.add(middle)
            waiting += [(first, middle), (middle, last)]
    return sorted(kept)
