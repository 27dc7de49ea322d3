"""Damage: the boxes where a buffer differs from the ground laid in it, so that only they are laid again.

Buffers of an encoder come back after a few frames with what was drawn on them. Where the same ground is
wanted, as through most of a shot whose camera stands, all the rest of it is there already.
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
    """What a buffer is known to show: the `ground`, which never changes, but for what is in the `boxes`."""

    ground: Planes
    boxes: tuple[Box, ...] = ()

    def beneath(self, boxes: Iterable[Box]) -> Shown:
        """The same after something was drawn in these boxes."""
        return replace(self, boxes=(*self.boxes, *boxes))


UNKNOWN: Final = Shown(allocate(0, 0))
"""Of a buffer that may show anything: it has no ground that a picture could have."""


def lay(target: Planes, ground: Planes, *, over: Shown) -> Shown:
    """Have all of `ground` in a target of its size that shows what it is laid `over`."""
    if over.ground is not ground:
        copy_into(target, ground)
    elif over.boxes:
        lay_boxes(target.surface, ground.surface, over.boxes)
    return Shown(ground)
