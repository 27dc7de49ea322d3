"""Which frames an encoder is given: every one, or of a still picture so many as its quality needs.

A still picture is given a few times when it comes to rest, and again with the next key frame, so that the
encoder knows it will be looked at for long and codes it well. The rest repeats it; later groups of
pictures replay that first one, byte for byte, so that nothing pulses.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct

from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.h264.showing import Repeats, Replay, Showing

SETTLING: Final = 6
"""How often a still picture is given to the encoder before it is repeated, at most."""
_SHARE: Final = 3
"""A picture that stands for a few frames only is given in one of so many: it is not looked at for long."""
_OPENING: Final = 3
"""First frames of an encoder that refer backwards only.

B-frames between its first two references would be a decibel worse than what follows, which shows at the
border between two segments.
"""


class FrameType(IntEnum):
    """What a frame must become: libav's numbers (AVPictureType)."""

    ANY = 0
    KEY = 1
    FORWARD = 2


class GivenFrame(Struct, frozen=True, kw_only=True):
    """A PyAV frame for the encoder, with the type that it must have."""

    frame: Any
    kind: FrameType


class GivenFrames:
    """Decides frame by frame; `showing` says when what was given is shown, and what follows it."""

    def __init__(self, *, gop: int) -> None:
        self._gop = gop
        self.showing = Showing()
        self._group = 0
        self._stood = False

    def of(self, composed: ComposedFrame) -> Iterator[GivenFrame]:
        """What the encoder is given of it: nothing if the group of pictures before can be replayed."""
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
        """Groups begin where they would if nothing was left out, and what is repeated is a reference.

        So are the frames in which it comes up and in which something new does: a word that lights up would be
        pale in a B-frame.
        """
        self.showing.frames.append(number)
        if number % self._gop == 0:
            return FrameType.KEY
        return FrameType.FORWARD if forward or number <= _OPENING else FrameType.ANY

    def _follow(self, what: Repeats | Replay) -> None:
        if not isinstance(what, Repeats) or what.frames:
            self.showing.following[len(self.showing.frames) - 1].append(what)
