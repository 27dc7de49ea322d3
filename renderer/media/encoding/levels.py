"""The H.264 level of a stream, by its frame size, frame rate and bit rate (ITU-T H.264, table A-1)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

_HIGH: Final = 1.25
"""Bit rates and buffers of the High profile, as multiples of those in the table."""
_HELD: Final = 4
"""Decoded pictures that our profiles need at most."""
_SIDE: Final = 16
"""Pixels along a macroblock."""


class _Level(Struct, frozen=True):
    """A level: macroblocks a second, in a picture and in all decoded ones; kbit/s, and kbit in the buffer."""

    name: str
    rate: int
    picture: int
    held: int
    bits: int
    buffer: int


_LEVELS: Final = (
    _Level("3.0", 40_500, 1_620, 8_100, 10_000, 10_000),
    _Level("3.1", 108_000, 3_600, 18_000, 14_000, 14_000),
    _Level("3.2", 216_000, 5_120, 20_480, 20_000, 20_000),
    _Level("4.0", 245_760, 8_192, 32_768, 20_000, 25_000),
    _Level("4.1", 245_760, 8_192, 32_768, 50_000, 62_500),
    _Level("4.2", 522_240, 8_704, 34_816, 50_000, 62_500),
    _Level("5.0", 589_824, 22_080, 110_400, 135_000, 135_000),
    _Level("5.1", 983_040, 36_864, 184_320, 240_000, 240_000),
    _Level("5.2", 2_073_600, 36_864, 184_320, 240_000, 240_000),
)


def level_of(*, width: int, height: int, fps: int, max_rate: int, buffer_size: int) -> str:
    """The lowest level, from 3.0 on, for a stream with these sides (pixels) and limits (bit/s, bits).

    The highest one is returned for whatever is beyond all of them.
    """
    macroblocks = -(-width // _SIDE) * -(-height // _SIDE)
    for level in _LEVELS:
        decoded = macroblocks <= level.picture and macroblocks * fps <= level.rate
        if decoded and macroblocks * _HELD <= level.held and _carries(level, max_rate, buffer_size):
            return level.name
    return _LEVELS[-1].name


def _carries(level: _Level, max_rate: int, buffer_size: int) -> bool:
    return max_rate <= _HIGH * 1000 * level.bits and buffer_size <= _HIGH * 1000 * level.buffer
