"""What is known about a user's video after examining all its packets: tracks, clock and colours."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

STAMP_TOLERANCE: Final = Fraction(1, 1000)
"""Matroska rounds times to milliseconds; a frame this much late (seconds) counts as on time."""

SHORTEST_CLIP: Final = Fraction(1, 2)
"""A clip that moves for less than this (seconds) is used as a still: its middle frame."""


class AudioTrack(Struct, frozen=True, kw_only=True):
    """`stream` is the track's number in the file; `rate` in hertz; `language` as the file names it or ""."""

    stream: int
    channels: int
    rate: int
    language: str


class PictureTrack(Struct, frozen=True, kw_only=True):
    """The video track as decoded, before it is turned and its pixels are made square.

    `aspect` is a pixel's width over its height; `rotation` (0, 90, 180, 270) is counterclockwise and still to
    be applied; `transfer` and `matrix` are code points of ITU-T H.273.
    """

    stream: int
    width: int
    height: int
    aspect: Fraction
    rotation: int
    transfer: int
    matrix: int
    full_range: bool
    transparent: bool

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height in square pixels, upright."""
        width = max(2, round(self.width * self.aspect))
        return (self.height, width) if self.rotation in {90, 270} else (width, self.height)


class SourceFacts(Struct, frozen=True, kw_only=True):
    """A video file that can be read.

    `demuxer` is the only one that may open it. Second 0 is the time of the first frame, which is `origin`
    seconds on the file's own clock. `duration` is measured from packets, up to the end of the last frame.
    Decoding may start at each of `entries` (seconds, rising, the first 0): key frames some seconds apart.
    `stamped` is false if the file's times are unusable; its frames then follow each other at `rate` per
    second. `packets` counts the frames that the file holds within `duration`; 0 if they were not counted.
    """

    demuxer: str
    picture: PictureTrack
    audio: tuple[AudioTrack, ...]
    origin: Fraction
    duration: Fraction
    rate: Fraction
    stamped: bool
    entries: tuple[Fraction, ...]
    packets: int = 0

    @property
    def mean_rate(self) -> Fraction:
        """Counted frames per second over the whole video; the file's stated rate if they were not counted."""
        return self.packets / self.duration if self.packets and self.duration else self.rate

    def frame_count(self, fps: int) -> int:
        """Frames of the video at a constant `fps`, at least one."""
        return max(1, int((self.duration + 2 * STAMP_TOLERANCE) * fps))
