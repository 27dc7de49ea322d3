"""Restores the ground where something was drawn on it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from renderer.kernels.checks import Surface
from renderer.kernels.library import check, library

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, all even."""


def lay_boxes(target: Surface, ground: Surface, boxes: Sequence[Box]) -> None:
    """Copy a ground to a target of its size inside the boxes; compiled, each pixel once unless they are many.

    Raises:
        ValueError: a box has odd sides or leaves the target, sizes differ, or the target cannot be written or
            shares memory with the ground.
    """
    compiled = library()
    if compiled:
        given = struct.pack(f"@{4 * len(boxes)}i", *chain.from_iterable(boxes))
        check(compiled.clipwright_lay(target.record, ground.record, given, len(boxes)))
        return
    _check(target, ground, boxes)
    for left, top, right, bottom in boxes:
        for number, (plane, own) in enumerate(zip(target.planes, ground.planes, strict=True)):
            shift = min(number, 1)
            part = slice(top >> shift, bottom >> shift), slice(left >> shift, right >> shift)
            plane[part] = own[part]


def _check(target: Surface, ground: Surface, boxes: Sequence[Box]) -> None:
    rows, columns = target.planes[0].shape
    for left, top, right, bottom in boxes:
        inside = 0 <= left <= right <= columns and 0 <= top <= bottom <= rows
        if not inside or (left | top | right | bottom) % 2:
            message = f"a box {left, top, right, bottom} of a surface of {(columns, rows)}"
            raise ValueError(message)
    if ground.planes[0].shape != (rows, columns):
        message = f"a ground of {ground.planes[0].shape} for a surface of {(rows, columns)}"
        raise ValueError(message)
    target.check_target(*ground.planes)
