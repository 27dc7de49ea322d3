"""Separable linear resampling of planes: zooms, slides and enlargements in one pass over the target.

Places are rounded to 1/128 of a sample across and to 1/32768 down; in between samples are mixed linearly,
within one level of exact maths. Places outside the source are those of its nearest sample.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library

ONE: Final = 1 << 32
"""A sample, in the fixed point of places."""

_FARTHEST: Final = float(1 << 24)
"""Samples from the source that a place may lie."""


class Steps(NamedTuple):
    """Where target samples lie in the source one way: the first at `start`, each `step` on, in 1/2^32 samples.

    Counted from the middle of the source's first sample.
    """

    start: int
    step: int


def steps(start: float, step: float) -> Steps:
    """Places in samples as fixed point, good to far below a thousandth of a sample over any frame."""
    return Steps(round(start * ONE), round(step * ONE))


def resample(target: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """Fill `target` from `source` at these places of its columns and rows.

    Raises:
        ValueError: an array cannot be used as it is, or places lie too far away.
    """
    source = _checked(target, source, across, down)
    compiled = library()
    if not compiled:
        reference.resample(target, source, across, down)
        return
    height, width = target.shape
    rows, columns = source.shape
    check(
        compiled.clipwright_resample(
            *checks.place(target), width, height, *checks.place(source), columns, rows, *across, *down
        )
    )


def clamp(target: Samples, detail: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """Bring each sample of `target` within its `detail` (of the same shape) of the resampled `source`.

    Raises:
        ValueError: an array cannot be used as it is, or places lie too far away.
    """
    source = _checked(target, source, across, down)
    detail = checks.source(detail, shape=target.shape)
    checks.target(target, detail)
    compiled = library()
    if not compiled:
        reference.clamp(target, detail, source, across, down)
        return
    height, width = target.shape
    rows, columns = source.shape
    places = *checks.place(source), columns, rows, *across, *down
    check(compiled.clipwright_clamp(*checks.place(target), width, height, *checks.place(detail), *places))


def _checked(target: Samples, source: Samples, across: Steps, down: Steps) -> Samples:
    checks.target(target, source)
    for way, count in ((across, target.shape[1]), (down, target.shape[0])):
        ends = way.start, way.start + way.step * (count - 1)
        if way.step < 0 or max(abs(end) for end in ends) > _FARTHEST * ONE:
            message = f"{way} leads backward or too far"
            raise ValueError(message)
    return checks.source(source)
