"""Chooses the frames given to the encoder: every moving one, and of a still picture as many as quality needs.

A still picture is given a few times when it comes to rest and again at the next key frame, so that the
encoder sees that it lasts and codes it well. Its other frames repeat it without the encoder; later groups of
pictures replay that first one byte for byte, so that the picture does not pulse.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct

from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.h264.showing import Repeats, Replay, Showing

SETTLING: Final = 6
"""How often a still picture is given to the encoder at most, before it is repeated."""
_SHARE: Final = 3
"""A still picture is given at most once per this many of its frames: a short one is not seen for long."""
_OPENING: Final = 1
"""Last frame number at an encoder's start that must refer backwards only.

B-frames between its first two references would be up to a decibel worse than what follows, which is visible
at the border between two segments (docs/decisions/0062).
"""


class FrameType(IntEnum):
    """The type that a frame must be encoded as, in libav's numbers (AVPictureType)."""

    ANY = 0
    KEY = 1
    FORWARD = 2


class GivenFrame(Struct, frozen=True, kw_only=True):
    """A PyAV frame for the encoder, with the type that it must be encoded as."""

    frame: Any
    kind: FrameType


class GivenFrames:
    """Decides for each composed frame; `showing` records when given frames are shown and what follows."""

    def __init__(self, *, gop: int) -> None:
        self._gop = gop
        self.showing = Showing()
        self._group = 0
        self._stood = False

    def of(self, composed: ComposedFrame) -> Iterator[GivenFrame]:
        """The frames to give to the encoder: none if the previous group of pictures can be replayed."""
        first, stop = composed.number, composed.number + composed.times
        if composed.again and 0 < self._group <= composed.times:
            self._follow(Replay(first))
            self._follow(Repeats(range(first + self._group, stop)))
            return
        given = range(first, first + max(1, min(SETTLING, composed.times // _SHARE)))
        forward = composed.times > 1 or self._stood
        for number in given:
            yield GivenFrame(frame=composed.frame, kind=self._kind(number, forward=forward))
        self._follow(Repeats(range(given.stop, stop)))
        self._group = len(given) if first % self._gop == 0 else 0
        self._stood = composed.times > 1

    def _kind(self, number: int, *, forward: bool) -> FrameType:
        """The type of the frame with this number; records it as shown.

        Groups of pictures start where they would if no frame were left out. A repeated picture must be a
        reference, and so must the frames in which it appears and in which something new follows it: in a
        B-frame, a word that lights up would be pale.
        """
        self.showing.frames.append(number)
        if number % self._gop == 0:
            return FrameType.KEY
        return FrameType.FORWARD if forward or number <= _OPENING else FrameType.ANY

    def _follow(self, what: Repeats | Replay) -> None:
        if not isinstance(what, Repeats) or what.frames:
            self.showing.following[len(self.showing.frames) - 1].append(what)
