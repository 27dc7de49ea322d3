"""Buffers that frames are drawn into on their way to the encoder, kept from one segment to the next.

Buffers allocated for each segment would lie between the pictures opened meanwhile, and leave holes in the
heap when they are freed: up to 10 MB in each process. What was drawn on a kept buffer need not be drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeAlias, TypeVar

Buffer = TypeVar("Buffer")

FrameFormat: TypeAlias = tuple[int, int, int]
"""Width and height in pixels, and frames per second."""


class FrameBuffers(Generic[Buffer]):
    """Buffers of one format, used by one encode at a time."""

    def __init__(self) -> None:
        self._format: FrameFormat = (0, 0, 0)
        self._kept: list[Buffer] = []

    def taken(
        self, count: int, frame_format: FrameFormat, *, allocated: Callable[[FrameFormat], Buffer]
    ) -> list[Buffer]:
        """So many buffers of a format: those that were kept, if they are of that format, and new ones."""
        kept, self._kept = self._kept if frame_format == self._format else [], []
        return [*kept[:count], *(allocated(frame_format) for _ in range(count - len(kept)))]

    def keep(self, buffers: list[Buffer], frame_format: FrameFormat) -> None:
        """Keep buffers that nobody draws into or encodes any more."""
        self._kept, self._format = buffers, frame_format

    def drop(self) -> None:
        """Keep none."""
        self._kept = []


class NoFrameBuffers(FrameBuffers[Any]):
    """Keeps nothing: every encode allocates its own."""

    def keep(self, buffers: list[Any], frame_format: FrameFormat) -> None:
        """Do nothing."""


UNKEPT: Final = NoFrameBuffers()
"""For an encode after which there is no other."""
