"""Which frames of a video are wanted, and how large."""

from __future__ import annotations

from msgspec import Struct


class FrameTarget(Struct, frozen=True, kw_only=True):
    """What frames are wanted: just covering `width` x `height`, never enlarged, at a constant `fps`.

    With `firsts` they are the source's own instead, each once, however long it shows: these are the numbers
    of those at the entries of its facts. Of each frame only `cut` is given: left, top, columns and rows in
    pixels of the covering picture, all of them even; no columns stand for all of it.
    """

    width: int
    height: int
    fps: int
    firsts: tuple[int, ...] = ()
    cut: tuple[int, int, int, int] = (0, 0, 0, 0)
