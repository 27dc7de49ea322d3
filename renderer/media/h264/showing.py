"""When the pictures given to an encoder are shown, and what is shown without the encoder."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct, field


class Repeats(Struct, frozen=True):
    """Frames that repeat the previous picture."""

    frames: range


class Replay(Struct, frozen=True):
    """Shows the pictures since the last key picture again, starting at frame `first`."""

    first: int


class Showing(Struct, frozen=True):
    """`frames[n]` is the frame that the encoder's picture n is shown as, `following[n]` what comes after it.

    It grows while the encoder works; what follows a picture is known before the next one is given to it.
    """

    frames: list[int] = field(default_factory=list)
    following: dict[int, list[Repeats | Replay]] = field(default_factory=lambda: defaultdict(list))
