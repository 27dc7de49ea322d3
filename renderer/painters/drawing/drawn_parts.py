"""Which parts of a mask show anything, so that only these are painted through it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2

from renderer.painters.drawing.pixels import Bytes, Place

STRIP: Final = 64
"""Rows worked on at a time, even: some of them stay in the processor's cache."""

_MUCH: Final = 0.6
"""A strip of which a larger part is drawn is worked on as a whole: whole rows cost the least a pixel."""

_ACROSS: Final = 256
_OVERHEAD: Final = 32768
"""Columns of the parts into which a strip may be cut across, and pixels that a part more costs."""


def drawn_parts(mask: Bytes) -> Iterator[Place]:
    """Rows and columns in which the mask shows anything, strip by strip, so that they stay in the cache.

    A strip of which little is drawn is cut across as well.
    """
    for top in range(0, mask.shape[0], STRIP):
        strip = mask[top : top + STRIP]
        drawn = cv2.countNonZero(strip)
        if drawn > _MUCH * strip.size:
            yield slice(top, top + len(strip)), slice(0, strip.shape[1])
        elif drawn:
            yield from _parts(strip, top)


def _parts(strip: Bytes, top: int) -> list[Place]:
    """What is drawn of a strip, as one part or as several, whichever takes less time."""
    found = (_box(strip[:, at : at + _ACROSS], top, at) for at in range(0, strip.shape[1], _ACROSS))
    parts = [part for part in found if part]
    rows = slice(min(part[0].start for part in parts), max(part[0].stop for part in parts))
    whole = rows, slice(parts[0][1].start, parts[-1][1].stop)
    return parts if sum(_pixels(part) + _OVERHEAD for part in parts) < _pixels(whole) else [whole]


def _box(mask: Bytes, top: int, left: int) -> Place | None:
    """Where a part of a mask, whose corner lies there, shows anything."""
    x, y, width, height = cv2.boundingRect(mask)
    return (slice(top + y, top + y + height), slice(left + x, left + x + width)) if width else None


def _pixels(place: Place) -> int:
    rows, columns = place
    return int((rows.stop - rows.start) * (columns.stop - columns.start))
