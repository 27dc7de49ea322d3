"""Damage: the boxes where a buffer differs from the ground laid in it, so that only they are laid again.

An encoder's buffers are reused after a few frames and still show what was drawn on them. If the same ground
is wanted again, as in most of a shot whose camera does not move, the rest of it is already there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from renderer.compositor.planes import Planes, allocate, copy_into
from renderer.kernels.laying import lay_boxes

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in even pixels, inside the frame."""


class Shown(Struct, frozen=True, eq=False):
    """What a buffer is known to show: the `ground`, which never changes, except inside the `boxes`."""

    ground: Planes
    boxes: tuple[Box, ...] = ()

    def beneath(self, boxes: Iterable[Box]) -> Shown:
        """The same after something was drawn in these boxes."""
        return replace(self, boxes=(*self.boxes, *boxes))


UNKNOWN: Final = Shown(allocate(0, 0))
"""Stands for a buffer that may show anything: its ground is not that of any picture."""


def lay(target: Planes, ground: Planes, *, over: Shown) -> Shown:
    """Make `target`, which shows `over`, show all of `ground`, which has the same size."""
    if over.ground is not ground:
        copy_into(target, ground)
    elif over.boxes:
        lay_boxes(target.surface, ground.surface, over.boxes)
    return Shown(ground)
