"""Bits of H.264: what is written reads back, and no start code occurs within a unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.media.h264.bits import BitReader, BitWriter, escaped, plain, units, with_start_code

numbers = st.integers(0, 2**20)


@given(st.lists(st.tuples(st.sampled_from(["number", "code", "signed"]), numbers, st.booleans())))
def test_what_is_written_is_read(fields: list[tuple[str, int, bool]]) -> None:
    writer = BitWriter()
    for kind, value, negative in fields:
        if kind == "number":
            writer.number(value, 21)
        elif kind == "code":
            writer.code(value)
        else:
            writer.signed_code(-value if negative else value)
    reader = BitReader(writer.padded("1") if fields else b"")
    for kind, value, negative in fields:
        if kind == "number":
            assert reader.number(21) == value
        elif kind == "code":
            assert reader.code() == value
        else:
            assert reader.signed_code() == (-value if negative else value)


@given(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4, 255]), max_size=40).map(bytes))
def test_an_escaped_unit_has_no_start_code_and_is_the_same_again(unit: bytes) -> None:
    found = escaped(unit)
    assert not any(found[at : at + 2] == b"\0\0" and found[at + 2] < 3 for at in range(len(found) - 2))
    assert plain(found) == unit


def test_units_come_out_of_a_packet_as_they_went_in() -> None:
    parts = [b"\x67\x42", b"\x68\xce\x38", b"\x65\0\0\x03\x01\x80"]
    assert units(b"".join(map(with_start_code, parts))) == parts
    assert units(b"\0\0\1\x41\x80\0\0\0\1\x41\x90") == [b"\x41\x80", b"\x41\x90"]


def test_nothing_is_read_beyond_the_end() -> None:
    with pytest.raises(ValueError, match="breaks off"):
        BitReader(b"\x80").number(9)
    with pytest.raises(ValueError, match="breaks off"):
        BitReader(b"\0\0").code()
