"""Chooses a caption position that covers no face and no text in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from renderer.contract.remix.analysis import OccupiedBox
from renderer.contract.vocabulary import CaptionPosition

BANDS: Final[dict[CaptionPosition, tuple[float, float]]] = {
    CaptionPosition.BOTTOM: (0.76, 0.96),
    CaptionPosition.TOP: (0.04, 0.24),
    CaptionPosition.CENTER: (0.40, 0.60),
}
"""Upper and lower edge of the band that captions at a position take up, in shares of the height."""
FACE_WEIGHT: Final = 3.0
"""Factor by which a covered face is worse than covered text."""


def clear_position(
    occupied: Iterable[OccupiedBox], *, start_ms: int, end_ms: int, wanted: CaptionPosition
) -> CaptionPosition:
    """The wanted position if it is free from `start_ms` to `end_ms`, else the one that covers least."""
    there = [box for box in occupied if box.start_ms < end_ms and start_ms < box.end_ms]
    order = (wanted, *(position for position in BANDS if position is not wanted))
    return min(order, key=lambda position: covered(there, BANDS[position]))


def covered(boxes: Sequence[OccupiedBox], band: tuple[float, float]) -> float:
    """Area of the boxes that a band covers, in shares of the picture's area, with faces counting more."""
    return sum(
        max(0.0, min(box.top + box.height, band[1]) - max(box.top, band[0]))
        * box.width
        * (FACE_WEIGHT if box.kind == "face" else 1.0)
        for box in boxes
    )
