"""Frames as a ground that lasts and the sheets on it, known before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from renderer.compositor.damage import Box, Shown, lay
from renderer.compositor.picture import RedrawnPicture
from renderer.compositor.planes import Planes
from renderer.kernels.drawing import draw_sheets
from renderer.kernels.sheets import PlacedSheets


class Assembled(Struct, frozen=True, eq=False):
    """A frame: a `ground`, which never changes, and sheets on it, bottom first."""

    ground: Planes
    sheets: Sequence[PlacedSheets] = ()

    def draw(self, target: Planes, *, over: Shown) -> Shown:
        """Draw the frame onto a target of its size, which shows `over`; returns what it shows afterwards."""
        shown = lay(target, self.ground, over=over)
        if not self.sheets:
            return shown
        draw_sheets(target.surface, self.sheets)
        return shown.beneath(sheets.window for sheets in self.sheets)

    def touches(self, boxes: Iterable[Box]) -> bool:
        """Whether a sheet reaches into one of the boxes."""
        return any(_meet(sheets.window, box) for box in boxes for sheets in self.sheets)


@runtime_checkable
class AssembledPicture(RedrawnPicture, Protocol):
    """A picture that can tell what its frames consist of."""

    def assembled(self, seconds: float, size: tuple[int, int]) -> Assembled | None:
        """What a frame of `size` (width, height) consists of; None if it cannot be told."""
        ...


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
