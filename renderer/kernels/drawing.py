"""Drawing what lies between pixels: sampled and blended row by row, with nothing of it written in between."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import checks, reference
from renderer.kernels.blending import OPAQUE, RevealMap, check_opacity
from renderer.kernels.checks import Samples
from renderer.kernels.library import check, library
from renderer.kernels.places import Steps, check_places

_MOST_COLOURS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPlanes:
    """What is drawn: one or two premultiplied colours under one cover, all of one shape.

    `reveal`, of the same shape, says how visible each sample is, else `opacity` in [0, 256] says it of all.
    """

    colours: tuple[Samples, ...]
    cover: Samples
    opacity: int = OPAQUE
    reveal: RevealMap | None = None


class _Sheet(ctypes.Structure):
    """`Sheet` of draw.c."""

    _fields_ = (
        ("target", ctypes.c_void_p * 2),
        ("target_stride", ctypes.c_ssize_t * 2),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("colour", ctypes.c_void_p * 2),
        ("cover", ctypes.c_void_p),
        ("reveal", ctypes.c_void_p),
        ("colour_stride", ctypes.c_ssize_t * 2),
        ("cover_stride", ctypes.c_ssize_t),
        ("reveal_stride", ctypes.c_ssize_t),
        ("source_width", ctypes.c_int32),
        ("source_height", ctypes.c_int32),
        ("x", ctypes.c_int64),
        ("x_step", ctypes.c_int64),
        ("y", ctypes.c_int64),
        ("y_step", ctypes.c_int64),
        ("table", ctypes.c_void_p),
        ("opacity", ctypes.c_int32),
    )


def draw_resampled(targets: tuple[Samples, ...], drawn: DrawnPlanes, across: Steps, down: Steps) -> None:
    """Resample what is drawn at these places (see `resampling`), and blend each colour onto its own target.

    Raises:
        ValueError: an array cannot be used as it is, places lie too far away, or the opacity is out of range.
    """
    drawn = _checked(targets, drawn)
    check_places(across, down, targets[0].shape)
    compiled = library()
    if compiled:
        check(compiled.clipwright_draw(ctypes.byref(_sheet(targets, drawn, across, down))))
        return

    def sampled(plane: Samples) -> npt.NDArray[np.int64]:
        return reference.resampled(plane, targets[0].shape, across, down)

    reveal = drawn.reveal
    visible = reference.visible(sampled(reveal.plane), reveal.table) if reveal else np.int64(drawn.opacity)
    cover = sampled(drawn.cover)
    for target, colour in zip(targets, drawn.colours, strict=True):
        target[:] = reference.blended(target, sampled(colour), cover, visible)


def _checked(targets: tuple[Samples, ...], drawn: DrawnPlanes) -> DrawnPlanes:
    """What is drawn, its planes as C wants them."""
    check_opacity(drawn.opacity)
    if not 0 < len(drawn.colours) == len(targets) <= _MOST_COLOURS:
        message = f"{len(drawn.colours)} colours on {len(targets)} targets are not one or two on as many"
        raise ValueError(message)
    shape, reveal = drawn.cover.shape, drawn.reveal
    cover = checks.source(drawn.cover)
    colours = tuple(checks.source(plane, shape=shape) for plane in drawn.colours)
    read = [cover, *colours]
    if reveal:
        reveal = RevealMap(checks.source(reveal.plane, shape=shape), checks.table(reveal.table))
        read.append(reveal.plane)
    for number, target in enumerate(targets):
        checks.target(target, *read, *targets[:number], shape=targets[0].shape)
    return DrawnPlanes(colours, cover, drawn.opacity, reveal)


def _sheet(targets: tuple[Samples, ...], drawn: DrawnPlanes, across: Steps, down: Steps) -> _Sheet:
    """The structure for C; it holds addresses and keeps nothing alive."""
    height, width = targets[0].shape
    rows, columns = drawn.cover.shape
    sheet = _Sheet(width=width, height=height, source_width=columns, source_height=rows)
    for number, (target, colour) in enumerate(zip(targets, drawn.colours, strict=True)):
        sheet.target[number], sheet.target_stride[number] = checks.place(target)
        sheet.colour[number], sheet.colour_stride[number] = checks.place(colour)
    sheet.cover, sheet.cover_stride = checks.place(drawn.cover)
    sheet.x, sheet.x_step = across
    sheet.y, sheet.y_step = down
    sheet.opacity = drawn.opacity
    if drawn.reveal:
        sheet.reveal, sheet.reveal_stride = checks.place(drawn.reveal.plane)
        sheet.table = checks.address(drawn.reveal.table)
    return sheet
