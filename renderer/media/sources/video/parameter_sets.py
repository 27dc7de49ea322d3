"""Parameter sets of H.264 and the MP4 record that holds them (ITU-T H.264 §7.3, ISO/IEC 14496-15 §5.3.3).

Pictures of two encoders can share a track if the parameter sets of both have distinct numbers: a slice refers
to its picture set by number, and that to its sequence set.
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
"""Size of the length field before each NAL unit, as our own encoder writes it."""
_HIGH: Final = 100
_PROFILES: Final = {66: "Baseline", 77: "Main", 100: "High"}
_HEADER: Final = 6


class ParameterSets(Struct, frozen=True, kw_only=True):
    """A decoder's configuration: `profile` and `level` as code points, `flags` the byte between them.

    `sequence` and `picture` are NAL units.
    """

    profile: int
    flags: int
    level: int
    sequence: tuple[bytes, ...]
    picture: tuple[bytes, ...]

    @property
    def free_number(self) -> int:
        """The lowest number that no set uses.

        Raises:
            Refusal: `not_spliced` when all are taken.
        """
        taken = {number_of(unit) for unit in (*self.sequence, *self.picture)}
        free = next((number for number in range(NUMBERS) if number not in taken), None)
        if free is None:
            raise Refusal("not_spliced", detail="all numbers of parameter sets are taken")
        return free


def read_sets(record: bytes) -> ParameterSets:
    """The parameter sets in a track's configuration record.

    Raises:
        Refusal: `not_spliced` when it is not such a record, or its length fields have another size.
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
    """The record of an 8-bit 4:2:0 track with pictures of all of these; each set is in it once."""
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
        Refusal: `not_spliced` when it is truncated.
    """
    bits = BitReader(plain(unit)[1:])
    with _undamaged():
        if unit[0] & 31 == SEQUENCE:
            bits.number(24)
        return bits.code()


def check_plain(unit: bytes) -> None:
    """Check that a sequence set describes progressive 8-bit 4:2:0 frames in a widely supported profile.

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
        Refusal: `not_spliced` when their lengths do not add up to the packet.
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
    """Convert the `ValueError` of a truncated set into a refusal."""
    try:
        yield
    except ValueError as error:
        raise _damaged() from error


def _damaged() -> Refusal:
    return Refusal("not_spliced", detail="its parameter sets are damaged")
