"""The format of a stream's slice headers, as given by its parameter sets."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

IDR, SEQUENCE, PICTURE = 5, 7, 8
"""NAL unit types: an IDR picture, and the two kinds of parameter sets."""
SLICES: Final = frozenset({1, IDR})


class StreamFormat(Struct, frozen=True, kw_only=True):
    """Header fields of progressive 8-bit 4:2:0 pictures: widths in bits, `macroblocks` per picture.

    `order_bits` is 0 if pictures are shown in decoding order; `arithmetic` means CABAC, else CAVLC.
    `initial_qp` is the QP from which a slice's own is coded as a difference.
    """

    picture_set: int
    number_bits: int
    order_bits: int
    macroblocks: int
    arithmetic: bool
    weighted: bool
    deblocking_told: bool
    initial_qp: int
