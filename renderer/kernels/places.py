"""Places of target samples in a source, in fixed point: integers, which are the same on every machine."""

from __future__ import annotations

from typing import Final, NamedTuple

ONE: Final = 1 << 32
"""One sample in fixed point."""

OPAQUE: Final = 256
"""Full opacity."""

_FARTHEST: Final = ONE << 24
"""Largest distance of a place from the source's first sample."""


class Steps(NamedTuple):
    """Places along one axis of a source: the first target sample is at `start`, each next one `step` further.

    In 1/2^32 samples, counted from the middle of the source's first sample.
    """

    start: int
    step: int


def steps(start: float, step: float) -> Steps:
    """Convert places in samples to fixed point; the error over any frame is far below 1/1000 of a sample."""
    return Steps(round(start * ONE), round(step * ONE))


def steps_about(here: int, there: int, scale: float) -> Steps:
    """Places with `scale` source samples per target sample that put the source's corner `there` on `here`."""
    # the middle of a sample is half a sample from its corner
    return steps(there + (0.5 - here) * scale - 0.5, scale)


def check_places(across: Steps, down: Steps, shape: tuple[int, ...]) -> None:
    """Check the places for a target of this shape.

    Raises:
        ValueError: they run backwards or too far.
    """
    for way, count in ((across, shape[1]), (down, shape[0])):
        ends = way.start, way.start + way.step * (count - 1)
        if way.step < 0 or min(ends) < -_FARTHEST or max(ends) > _FARTHEST:
            message = f"{way} leads backward or too far"
            raise ValueError(message)


def check_opacity(opacity: int) -> None:
    """Check an opacity.

    Raises:
        ValueError: it is outside [0, 256].
    """
    if not 0 <= opacity <= OPAQUE:
        message = f"opacity {opacity} is outside [0, {OPAQUE}]"
        raise ValueError(message)
