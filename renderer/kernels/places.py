"""Where target samples lie in a source, as fixed point: whole numbers, which are the same everywhere."""

from __future__ import annotations

from typing import Final, NamedTuple

ONE: Final = 1 << 32
"""A sample."""


class Steps(NamedTuple):
    """One way through a source: the first target sample lies at `start`, each other `step` further on.

    In 1/2^32 samples, counted from the middle of the source's first sample.
    """

    start: int
    step: int


def steps(start: float, step: float) -> Steps:
    """Places in samples as fixed point, good to far below a thousandth of a sample over any frame."""
    return Steps(round(start * ONE), round(step * ONE))
