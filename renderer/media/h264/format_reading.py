"""Reading an encoder's parameter sets (ITU-T H.264 §7.3.2.1, §7.3.2.2)."""

from __future__ import annotations

from typing import Final

from renderer.media.h264.bits import BitReader, plain, units
from renderer.media.h264.stream_format import PICTURE, SEQUENCE, StreamFormat

_WITH_CHROMA_FORMAT: Final = 100
_INITIAL_QP: Final = 26
_FEWEST_BITS: Final = 4
_ORDERS: Final = (0, 2)
"""Supported pic_order_cnt_type values: the order is given by a number in each slice, or is decoding order."""


def stream_format(parameter_sets: bytes) -> StreamFormat:
    """The format that the parameter sets of our encoder (Annex B) describe.

    Raises:
        ValueError: they are missing, are truncated, or describe a format that our encoder does not write.
    """
    found = {unit[0] & 31: BitReader(plain(unit)[1:]) for unit in units(parameter_sets)}
    if not {SEQUENCE, PICTURE} <= set(found):
        message = "a parameter set is missing"
        raise ValueError(message)
    number_bits, order_bits, macroblocks = _sequence(found[SEQUENCE])
    return _picture(found[PICTURE], number_bits=number_bits, order_bits=order_bits, macroblocks=macroblocks)


def _sequence(bits: BitReader) -> tuple[int, int, int]:
    profile = bits.number(8)
    bits.number(16)  # constraints and level
    bits.code()  # its own number
    if profile >= _WITH_CHROMA_FORMAT:
        _expect(1, bits.code(), of="the format of chroma")
        _expect(0, bits.code(), of="bits of luma above 8")
        _expect(0, bits.code(), of="bits of chroma above 8")
        _expect(0, bits.number(2), of="lossless coding and scaling lists")
    number_bits = bits.code() + _FEWEST_BITS
    kind = bits.code()
    if kind not in _ORDERS:
        message = f"pictures are ordered in way {kind}"
        raise ValueError(message)
    order_bits = 0 if kind else bits.code() + _FEWEST_BITS
    bits.code()  # reference frames
    bits.number(1)  # gaps in their numbers
    macroblocks = (bits.code() + 1) * (bits.code() + 1)
    _expect(1, bits.number(1), of="whole frames")
    return number_bits, order_bits, macroblocks


def _picture(bits: BitReader, *, number_bits: int, order_bits: int, macroblocks: int) -> StreamFormat:
    picture_set = bits.code()
    bits.code()  # number of the sequence set
    arithmetic = bool(bits.number(1))
    _expect(0, bits.number(1), of="the order of fields")
    _expect(0, bits.code(), of="groups of slices")
    _expect(0, bits.code(), of="references of P-frames beyond one")
    _expect(0, bits.code(), of="references of B-frames beyond one each way")
    weighted = bool(bits.number(1))
    bits.number(2)  # weights of B-frames
    initial_qp = _INITIAL_QP + bits.signed_code()
    bits.signed_code()  # quantiser of switching pictures
    bits.signed_code()  # chroma_qp_index_offset
    deblocking_told = bool(bits.number(1))
    bits.number(1)  # constrained_intra_pred_flag
    _expect(0, bits.number(1), of="redundant pictures")
    return StreamFormat(
        picture_set=picture_set,
        number_bits=number_bits,
        order_bits=order_bits,
        macroblocks=macroblocks,
        arithmetic=arithmetic,
        weighted=weighted,
        deblocking_told=deblocking_told,
        initial_qp=initial_qp,
    )


def _expect(wanted: int, found: int, *, of: str) -> None:
    if wanted != found:
        message = f"{of}: {found} instead of {wanted}"
        raise ValueError(message)
