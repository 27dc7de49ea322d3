"""Bit syntax of H.264 (ITU-T H.264 §7.2, §9.1): numbers, Exp-Golomb codes, emulation prevention bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_START_CODE: Final = b"\0\0\1"
_TO_ESCAPE: Final = re.compile(rb"\0\0(?=[\0-\x03])")


def units(packet: bytes) -> list[bytes]:
    """The NAL units of a packet with start codes (Annex B)."""
    return [unit for part in packet.split(_START_CODE) if (unit := part.rstrip(b"\0"))]


def beginnings(packet: bytes) -> Iterator[int]:
    """Offsets of the NAL units in a packet with start codes."""
    at = packet.find(_START_CODE)
    while at >= 0:
        yield at + len(_START_CODE)
        at = packet.find(_START_CODE, at + len(_START_CODE))


def with_start_code(unit: bytes) -> bytes:
    """A NAL unit preceded by its start code."""
    return b"\0" + _START_CODE + unit


def plain(unit: bytes) -> bytes:
    """A NAL unit without its emulation prevention bytes."""
    return unit.replace(b"\0\0\3", b"\0\0")


def escaped(unit: bytes) -> bytes:
    """A plain NAL unit with emulation prevention bytes inserted."""
    return _TO_ESCAPE.sub(b"\0\0\3", unit)


class BitReader:
    """Reads bytes bit by bit, most significant bit first; `position` is the index of the next bit."""

    def __init__(self, data: bytes) -> None:
        self._bits, self._length = int.from_bytes(data, "big"), 8 * len(data)
        self.position = 0

    def number(self, width: int) -> int:
        """The next `width` bits as an unsigned number.

        Raises:
            ValueError: fewer bits are left.
        """
        self.position += width
        if self.position > self._length:
            message = "the unit breaks off"
            raise ValueError(message)
        return self._bits >> (self._length - self.position) & ((1 << width) - 1)

    def code(self) -> int:
        """An Exp-Golomb code, unsigned: ue(v)."""
        zeros = 0
        while not self.number(1):
            zeros += 1
        return (1 << zeros) - 1 + self.number(zeros)

    def signed_code(self) -> int:
        """An Exp-Golomb code with its sign: se(v)."""
        code = self.code()
        return (code + 1) // 2 if code % 2 else -(code // 2)


class BitWriter:
    """Collects bits, most significant bit of each number first."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def number(self, value: int, width: int) -> None:
        """Append `value` in `width` bits; nothing for a width of 0."""
        if width:
            self._bits.append(f"{value:0{width}b}")

    def code(self, value: int) -> None:
        """Append an Exp-Golomb code, unsigned."""
        bits = f"{value + 1:b}"
        self._bits.append("0" * (len(bits) - 1) + bits)

    def signed_code(self, value: int) -> None:
        """Append an Exp-Golomb code with its sign."""
        self.code(2 * value - 1 if value > 0 else -2 * value)

    def padded(self, bit: str) -> bytes:
        """The bits as bytes, the last byte padded with `bit`."""
        bits = "".join(self._bits)
        bits += bit * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, "big")
