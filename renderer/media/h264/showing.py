"""When the pictures that an encoder was given are shown, and what is shown without it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Repeats:
    """Frames that repeat the picture before them."""

    frames: range


@dataclass(frozen=True, slots=True)
class Replay:
    """Frames that show the pictures since the last key picture once more, from this frame on."""

    first: int


@dataclass(frozen=True, slots=True)
class Showing:
    """`frames[n]`: the frame that the encoder's picture n is shown as; `following[n]`: what comes behind it.

    It grows while the encoder works; what follows a picture is known before the next one is given.
    """

    frames: list[int] = field(default_factory=list)
    following: dict[int, list[Repeats | Replay]] = field(default_factory=lambda: defaultdict(list))
