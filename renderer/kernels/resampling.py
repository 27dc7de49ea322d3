"""Separable linear resampling of planes: zooms, slides and enlargements in one pass over the target.

Places are rounded to 1/128 of a sample across and to 1/32768 down; in between samples are mixed linearly,
within a level and a half of exact maths where neighbours are black and white. Places outside the source are
those of its nearest sample.
"""

from __future__ import annotations

from renderer.kernels import checks, reference
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library
from renderer.kernels.places import Steps, check_places


def resample(target: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """Fill `target` from `source` at these places of its columns and rows.

    Raises:
        ValueError: an array cannot be used as it is, or places lie too far away.
    """
    _draw(target, None, source, across, down)


def clamp(target: Samples, detail: Samples, source: Samples, across: Steps, down: Steps) -> None:
    """Bring each sample of `target` within its `detail` (of the same shape) of the resampled `source`.

    Raises:
        ValueError: an array cannot be used as it is, or places lie too far away.
    """
    _draw(target, checks.source(detail, shape=target.shape), source, across, down)


def _draw(target: Samples, detail: Samples | None, source: Samples, across: Steps, down: Steps) -> None:
    source = checks.source(source)
    there = checks.place(source)
    near: tuple[int | None, int] = (None, 0)
    read = [checks.span(source, there)]
    if detail is not None:
        near = at = checks.place(detail)
        read.append(checks.span(detail, at))
    here = checks.target(target, read)
    check_places(across, down, target.shape)
    compiled = library()
    if not compiled:
        middle = reference.resampled(source, target.shape, across, down)
        target[:] = middle if detail is None else reference.clamped(target, detail, middle)
        return
    height, width = target.shape
    rows, columns = source.shape
    sampled = *there, columns, rows, *across, *down
    check(compiled.clipwright_resample(*here, width, height, *near, *sampled))
