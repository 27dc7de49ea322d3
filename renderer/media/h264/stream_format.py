"""What the headers of a stream's slices look like: values that the parameter sets hold."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

IDR, SEQUENCE, PICTURE = 5, 7, 8
"""Types of NAL units: a picture before which nothing is needed, and the two kinds of parameter sets."""
SLICES: Final = frozenset({1, IDR})


class StreamFormat(Struct, frozen=True, kw_only=True):
    """Fields of whole frames, 8 bits, 4:2:0: widths in bits, `macroblocks` in a picture.

    `order_bits` is 0 where pictures are shown as they are decoded; `arithmetic`: CABAC, else CAVLC.
    `initial_qp` is that of a slice that says nothing else.
    """

    picture_set: int
    number_bits: int
    order_bits: int
    macroblocks: int
    arithmetic: bool
    weighted: bool
    deblocking_told: bool
    initial_qp: int
