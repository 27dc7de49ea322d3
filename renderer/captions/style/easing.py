"""Easing curves: pure functions of progress in [0, 1], each starting at 0 and ending at exactly 1."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import Final


class Ease(StrEnum):
    """The curves a style may name."""

    LINEAR = "linear"
    OUT_CUBIC = "out-cubic"
    OUT_QUINT = "out-quint"
    IN_OUT = "in-out"
    BACK = "back"
    SPRING = "spring"


def _out_power(power: int) -> Callable[[float], float]:
    return lambda p: 1 - (1 - p) ** power


def _back(p: float) -> float:
    """Overshoots by ten per cent (Penner's back curve, s = 1.70158)."""
    s = 1.70158
    q = p - 1
    return 1 + (s + 1) * q**3 + s * q**2


def _spring(p: float) -> float:
    """An under-damped spring, scaled to reach exactly 1 at p = 1; first overshoot about 9 %."""
    damping, turns = 6.0, 1.25
    return 1 - math.exp(-damping * p) * math.cos(2 * math.pi * turns * p) * (1 - p**4)


EASES: Final[dict[Ease, Callable[[float], float]]] = {
    Ease.LINEAR: lambda p: p,
    Ease.OUT_CUBIC: _out_power(3),
    Ease.OUT_QUINT: _out_power(5),
    Ease.IN_OUT: lambda p: p * p * (3 - 2 * p),
    Ease.BACK: _back,
    Ease.SPRING: _spring,
}


def eased(ease: Ease, elapsed: float, duration: float) -> float:
    """Eased progress `elapsed` seconds into a movement of `duration` seconds: 0 before, 1 after."""
    if elapsed >= duration:
        return 1.0
    return EASES[ease](max(elapsed, 0.0) / duration)


def mix(start: float, end: float, progress: float) -> float:
    """The value `progress` of the way from `start` to `end`."""
    return start + (end - start) * progress
