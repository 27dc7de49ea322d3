"""Parameter sets of H.264 and the record that MP4 keeps them in (ITU-T H.264 §7.3, ISO/IEC 14496-15 §5.3.3).

Pictures of two encoders stand in one track when the sets of both have numbers of their own: a slice names
the picture set it follows, and that names its sequence set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from renderer.media.h264.bits import BitReader, plain
from renderer.media.h264.stream_format import SEQUENCE
from renderer.media.sources.refusal import Refusal

NUMBERS: Final = 32
"""Sequence sets have numbers below this one."""
LENGTH_BYTES: Final = 4
"""Of the length before each NAL unit: what our own encoder writes."""
_HIGH: Final = 100
_PROFILES: Final = {66: "Baseline", 77: "Main", 100: "High"}
_HEADER: Final = 6


class ParameterSets(Struct, frozen=True, kw_only=True):
    """What a decoder is told before the first picture: `profile` and `level` as code points, `flags` between.

    `sequence` and `picture` are NAL units.
    """

    profile: int
    flags: int
    level: int
    sequence: tuple[bytes, ...]
    picture: tuple[bytes, ...]

    @property
    def free_number(self) -> int:
        """The lowest number that no set has.

        Raises:
            Refusal: `not_spliced` where all are taken.
        """
        taken = {number_of(unit) for unit in (*self.sequence, *self.picture)}
        free = next((number for number in range(NUMBERS) if number not in taken), None)
        if free is None:
            raise Refusal("not_spliced", detail="all numbers of parameter sets are taken")
        return free


def read_sets(record: bytes) -> ParameterSets:
    """The sets in a track's record of them.

    Raises:
        Refusal: `not_spliced` where it is no such record, or its NAL units have lengths of another size.
    """
    if len(record) <= _HEADER or record[0] != 1:
        raise Refusal("not_spliced", detail="its parameter sets do not stand in the track's description")
    if record[4] & 3 != LENGTH_BYTES - 1:
        raise Refusal("not_spliced", detail="the lengths of its units are written in another way than ours")
    sequence, position = _counted(record, record[5] & 31, _HEADER)
    if position >= len(record):
        raise _damaged()
    picture, _ = _counted(record, record[position], position + 1)
    return ParameterSets(
        profile=record[1], flags=record[2], level=record[3], sequence=sequence, picture=picture
    )


def joined_record(sets: Sequence[ParameterSets]) -> bytes:
    """The record of a track with pictures of all of these, each set once; 8 bits, 4:2:0."""
    sequence = tuple(dict.fromkeys(unit for one in sets for unit in one.sequence))
    picture = tuple(dict.fromkeys(unit for one in sets for unit in one.picture))
    profile, level, flags = max(one.profile for one in sets), max(one.level for one in sets), 0xFF
    for one in sets:
        flags &= one.flags
    found = bytearray((1, profile, flags, level, 0xFC | (LENGTH_BYTES - 1), 0xE0 | len(sequence)))
    found += b"".join(_with_length(unit) for unit in sequence)
    found += bytes([len(picture)]) + b"".join(_with_length(unit) for unit in picture)
    if profile >= _HIGH:
        found += bytes((0xFC | 1, 0xF8, 0xF8, 0))
    return bytes(found)


def number_of(unit: bytes) -> int:
    """The number of a parameter set.

    Raises:
        Refusal: `not_spliced` where it breaks off.
    """
    bits = BitReader(plain(unit)[1:])
    with _undamaged():
        if unit[0] & 31 == SEQUENCE:
            bits.number(24)
        return bits.code()


def check_plain(unit: bytes) -> None:
    """That a sequence set is of whole frames with 8 bits in 4:2:0, in a profile that everybody plays.

    Raises:
        Refusal: `not_spliced`.
    """
    with _undamaged():
        _check_fields(BitReader(plain(unit)[1:]))


def _check_fields(bits: BitReader) -> None:
    profile = bits.number(8)
    if profile not in _PROFILES:
        names = ", ".join(_PROFILES.values())
        raise Refusal("not_spliced", detail=f"its profile is none of {names}")
    bits.number(16)
    bits.code()
    if profile == _HIGH:
        chroma, luma_bits, chroma_bits = bits.code(), bits.code(), bits.code()
        if (chroma, luma_bits, chroma_bits) != (1, 0, 0) or bits.number(2):
            raise Refusal("not_spliced", detail="its pixels are not plain 8-bit 4:2:0")
    bits.code()  # log2_max_frame_num_minus4
    order = bits.code()
    if order == 0:
        bits.code()
    elif order == 1:
        raise Refusal("not_spliced", detail="its frames are ordered in a way that few encoders use")
    bits.code()  # max_num_ref_frames
    bits.number(1)
    bits.code()  # width and
    bits.code()  # height in macroblocks
    if not bits.number(1):
        raise Refusal("not_spliced", detail="it is interlaced")


def units(packet: bytes) -> Iterator[bytes]:
    """The NAL units of a packet.

    Raises:
        Refusal: `not_spliced` where their lengths do not fill it.
    """
    position = 0
    while position < len(packet):
        start = position + LENGTH_BYTES
        position = start + int.from_bytes(packet[position:start], "big")
        if position > len(packet) or position <= start:
            raise _damaged()
        yield packet[start:position]


def _counted(record: bytes, count: int, position: int) -> tuple[tuple[bytes, ...], int]:
    found = []
    for _ in range(count):
        start = position + 2
        position = start + int.from_bytes(record[position:start], "big")
        if position > len(record) or position <= start:
            raise _damaged()
        found.append(record[start:position])
    return tuple(found), position


def _with_length(unit: bytes) -> bytes:
    return len(unit).to_bytes(2, "big") + unit


@contextmanager
def _undamaged() -> Iterator[None]:
    """What breaks off within is a damaged set."""
    try:
        yield
    except ValueError as error:
        raise _damaged() from error


def _damaged() -> Refusal:
    return Refusal("not_spliced", detail="its parameter sets are damaged")
