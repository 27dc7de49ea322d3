"""When the pictures that an encoder was given are shown, and what is shown without it."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct, field


class Repeats(Struct, frozen=True):
    """Frames that repeat the picture before them."""

    frames: range


class Replay(Struct, frozen=True):
    """Frames that show the pictures since the last key picture once more, from this frame on."""

    first: int


class Showing(Struct, frozen=True):
    """`frames[n]`: the frame that the encoder's picture n is shown as; `following[n]`: what comes behind it.

    It grows while the encoder works; what follows a picture is known before the next one is given.
    """

    frames: list[int] = field(default_factory=list)
    following: dict[int, list[Repeats | Replay]] = field(default_factory=lambda: defaultdict(list))
