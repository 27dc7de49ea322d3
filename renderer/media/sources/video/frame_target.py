"""Which frames of a video are wanted, and how large."""

from __future__ import annotations

from msgspec import Struct


class FrameTarget(Struct, frozen=True, kw_only=True):
    """The wanted frames: just covering `width` x `height`, never enlarged, at a constant `fps`.

    With `firsts` they are the source's own frames instead, each once, however long it shows; `firsts` are the
    numbers of the frames at the entries of its facts. Each frame is cropped to `cut`: left, top, columns and
    rows in pixels of the covering picture, all of them even; 0 columns mean no crop.
    """

    width: int
    height: int
    fps: int
    firsts: tuple[int, ...] = ()
    cut: tuple[int, int, int, int] = (0, 0, 0, 0)
