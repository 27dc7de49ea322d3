"""Drawing what lies between pixels: sampled and blended row by row, with nothing of it written in between."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from renderer.kernels import checks, reference
from renderer.kernels.blending import OPAQUE, check_opacity
from renderer.kernels.checks import Samples, Span
from renderer.kernels.library import check, library
from renderer.kernels.places import Steps, check_places

_MOST_COLOURS: Final = 2
_Place = tuple[int | None, int]
_NOTHING: Final[_Place] = (None, 0)
"""Address and stride of a plane that is not there."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPlanes:
    """What is drawn, checked once for any number of draws: made by `drawn_planes`.

    One or two premultiplied `colours` under one `cover`, and the `reveal` map or None, all of one shape.
    `places`: their addresses and strides (colours, cover, reveal); `spans`: the memory that they lie in.
    """

    colours: tuple[Samples, ...]
    cover: Samples
    reveal: Samples | None
    places: tuple[_Place, _Place, _Place, _Place]
    spans: tuple[Span, ...]


def drawn_planes(colours: tuple[Samples, ...], cover: Samples, reveal: Samples | None = None) -> DrawnPlanes:
    """The planes as `draw_resampled` wants them.

    Raises:
        ValueError: there is not one colour or two, or an array cannot be used as it is.
    """
    if not 0 < len(colours) <= _MOST_COLOURS:
        message = f"{len(colours)} colours are not one or two"
        raise ValueError(message)
    cover, shape = checks.source(cover), cover.shape
    colours = tuple(checks.source(plane, shape=shape) for plane in colours)
    reveal = None if reveal is None else checks.source(reveal, shape=shape)
    read = [*colours, cover] if reveal is None else [*colours, cover, reveal]
    at = [checks.place(plane) for plane in read]
    spans = tuple(checks.span(plane, there) for plane, there in zip(read, at, strict=True))
    second = at[1] if len(colours) > 1 else _NOTHING
    shown = _NOTHING if reveal is None else at[-1]
    return DrawnPlanes(colours, cover, reveal, (at[0], second, at[len(colours)], shown), spans)


class _Sheet(ctypes.Structure):
    """`Sheet` of draw.c."""

    _fields_ = (
        ("target", ctypes.c_void_p),
        ("second_target", ctypes.c_void_p),
        ("target_stride", ctypes.c_ssize_t),
        ("second_target_stride", ctypes.c_ssize_t),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("colour", ctypes.c_void_p),
        ("second_colour", ctypes.c_void_p),
        ("cover", ctypes.c_void_p),
        ("reveal", ctypes.c_void_p),
        ("colour_stride", ctypes.c_ssize_t),
        ("second_colour_stride", ctypes.c_ssize_t),
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


def draw_resampled(
    targets: tuple[Samples, ...],
    planes: DrawnPlanes,
    ways: tuple[Steps, Steps],
    *,
    opacity: int = OPAQUE,
    table: Samples | None = None,
) -> None:
    """Resample the planes at places across and down (`resampling`), blend each colour onto its own target.

    With a `table` (256 bytes) each sample is as visible as it says for its byte of the reveal map, else all
    are as `opacity` in [0, 256] says.

    Raises:
        ValueError: an array cannot be used as it is, places lie too far away, or the opacity is out of range.
    """
    across, down = ways
    check_opacity(opacity)
    if len(targets) != len(planes.colours) or (table is not None and planes.reveal is None):
        message = f"{len(targets)} targets for {len(planes.colours)} colours, or a table without a map"
        raise ValueError(message)
    spans, onto = planes.spans, []
    for target in targets:
        onto.append(checks.target(target, spans, shape=targets[0].shape))
        spans = (*spans, checks.span(target, onto[-1]))
    check_places(across, down, targets[0].shape)
    table = None if table is None else checks.table(table)
    compiled = library()
    if compiled:
        visibly = OPAQUE if table is not None else opacity
        sheet = _sheet(onto, targets[0].shape, planes, ways, opacity=visibly, table=table)
        check(compiled.clipwright_draw(ctypes.byref(sheet)))
        return

    def sampled(plane: Samples) -> npt.NDArray[np.int64]:
        return reference.resampled(plane, targets[0].shape, across, down)

    visible: npt.NDArray[np.int64] | np.int64 = np.int64(opacity)
    if planes.reveal is not None and table is not None:
        visible = reference.visible(sampled(planes.reveal), table)
    cover = sampled(planes.cover)
    for target, colour in zip(targets, planes.colours, strict=True):
        target[:] = reference.blended(target, sampled(colour), cover, visible)


def _sheet(
    onto: list[checks.Place],
    shape: tuple[int, ...],
    planes: DrawnPlanes,
    ways: tuple[Steps, Steps],
    *,
    opacity: int,
    table: Samples | None,
) -> _Sheet:
    """The structure for C; it holds addresses and keeps nothing alive."""
    height, width = shape
    rows, columns = planes.cover.shape
    one, two = onto[0], onto[1] if len(onto) > 1 else _NOTHING
    colour, second, cover, reveal = planes.places
    if table is None:
        reveal = _NOTHING
    return _Sheet(
        one[0], two[0], one[1], two[1], width, height,
        colour[0], second[0], cover[0], reveal[0], colour[1], second[1], cover[1], reveal[1],
        columns, rows, *ways[0], *ways[1], None if table is None else checks.address(table), opacity,
    )  # fmt: skip
