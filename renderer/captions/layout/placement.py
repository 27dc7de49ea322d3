"""Pages moved up or down to keep clear of what captions must not cover: faces and text in the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame, Rect, safe_rect
from renderer.captions.style.style_files import load_style
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import TimeRange

STEPS: Final = 60
"""Number of steps tried from the top of the safe area to its bottom."""
AROUND: Final = 0.008
"""Room around a block, as a share of the frame's height, because letters bounce."""

Occupied = Callable[[TimeRange], Sequence[Rect]]
"""Returns the occupied boxes of the frame (pixels) during a time."""
ShotOf = Callable[[Page], int]
"""Returns the number of the shot in which a page begins; within one shot, captions should not move."""


def placed_clear(track: CaptionTrack, *, frame: Frame, occupied: Occupied, shot_of: ShotOf) -> CaptionTrack:
    """The track with its pages moved as little as necessary, and a note if there is no free place."""
    letters, safe = lettering(load_style(track.style), track.language), safe_rect(frame, track.safe_area)
    moved: list[Page] = []
    crowded = 0
    for _, group in groupby(track.pages, key=shot_of):
        pages = list(group)
        blocks = [
            lay_page(
                page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area
            ).block
            for page in pages
        ]
        taken = [occupied(page.span) for page in pages]
        together = _best(blocks, [rect for rects in taken for rect in rects], safe=safe, frame=frame)
        for page, block, rects in zip(pages, blocks, taken, strict=True):
            shift, covered = together
            if covered > 0:
                shift, covered = _best([block], rects, safe=safe, frame=frame)
            crowded += covered > 0
            moved.append(replace(page, shift=round(shift / frame.height, 5)) if shift else page)
    notes = [f"captions: {crowded} pages found no place clear of faces and text"] if crowded else []
    return replace(track, pages=tuple(moved), notes=(*track.notes, *notes))


def _best(blocks: Sequence[Rect], taken: Sequence[Rect], *, safe: Rect, frame: Frame) -> tuple[float, float]:
    """By how many pixels to move all blocks, and how many square pixels they cover there."""
    room = AROUND * frame.height
    grown = [block.grown(room, room) for block in blocks]
    highest = min(block.top for block in blocks) - safe.top
    lowest = safe.bottom - max(block.bottom for block in blocks)
    step = safe.height / STEPS
    tries = sorted(
        {0.0, *(number * step for number in range(-int(highest / step), int(lowest / step) + 1))}, key=abs
    )
    costs = ((shift, sum(_covered(block, shift, taken) for block in grown)) for shift in tries)
    best = (0.0, float("inf"))
    for shift, cost in costs:
        if cost < best[1]:
            best = (shift, cost)
        if not cost:
            break
    return best


def _covered(block: Rect, shift: float, taken: Sequence[Rect]) -> float:
    return sum(
        max(0.0, min(block.right, rect.right) - max(block.left, rect.left))
        * max(0.0, min(block.bottom + shift, rect.bottom) - max(block.top + shift, rect.top))
        for rect in taken
    )
