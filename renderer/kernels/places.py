"""Where target samples lie in a source, as fixed point: whole numbers, which are the same everywhere."""

from __future__ import annotations

from typing import Final, NamedTuple

ONE: Final = 1 << 32
"""A sample."""

OPAQUE: Final = 256
"""The opacity of what is not faded."""

_FARTHEST: Final = ONE << 24
"""How far from the source's first sample a place may lie."""


class Steps(NamedTuple):
    """One way through a source: the first target sample lies at `start`, each other `step` further on.

    In 1/2^32 samples, counted from the middle of the source's first sample.
    """

    start: int
    step: int


def steps(start: float, step: float) -> Steps:
    """Places in samples as fixed point, good to far below a thousandth of a sample over any frame."""
    return Steps(round(start * ONE), round(step * ONE))


def steps_about(here: int, there: int, scale: float) -> Steps:
    """At `scale` source samples to a target sample, the source's corner `there` under the target's `here`."""
    # middles of samples lie half a sample from their corners
    return steps(there + (0.5 - here) * scale - 0.5, scale)


def check_places(across: Steps, down: Steps, shape: tuple[int, ...]) -> None:
    """Refuse places of so many rows and columns that lead backward or too far.

    Raises:
        ValueError: they do.
    """
    for way, count in ((across, shape[1]), (down, shape[0])):
        ends = way.start, way.start + way.step * (count - 1)
        if way.step < 0 or min(ends) < -_FARTHEST or max(ends) > _FARTHEST:
            message = f"{way} leads backward or too far"
            raise ValueError(message)


def check_opacity(opacity: int) -> None:
    """Refuse an opacity outside [0, 256].

    Raises:
        ValueError: it is.
    """
    if not 0 <= opacity <= OPAQUE:
        message = f"opacity {opacity} is outside [0, {OPAQUE}]"
        raise ValueError(message)
