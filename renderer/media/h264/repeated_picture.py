"""A picture that repeats the one decoded before it: every macroblock is P_Skip, some forty bytes in all.

Without motion, without a residual and with the loop filter off, each macroblock equals that of the latest
reference picture, to the bit (ITU-T H.264 §8.4.1.1). No encoder is needed: a slice of skipped macroblocks
depends on their number alone, in CAVLC and in CABAC.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from renderer.media.h264.bits import BitWriter, escaped
from renderer.media.h264.stream_format import StreamFormat

_REFERENCE_SLICE: Final = b"\x41"
"""First byte of the NAL unit: a slice of a non-IDR reference picture."""
_P_SLICES_ALONE: Final = 5
_QP: Final = 51
"""Nothing is quantised; with this QP the context of mb_skip_flag starts closest to its final state."""
_FIRST_STATE: Final = ((23 * _QP) >> 4) + 33 - 64
"""Initial state of ctxIdx 11 with cabac_init_idc 0 (table 9-13): skipping is the more probable symbol."""
_LAST_STATE: Final = 62
_QUARTER: Final = 256
"""A quarter of the coder's 10-bit range."""
_LPS_RANGES: Final = (
    (16, 20, 23, 27), (15, 19, 22, 25), (14, 18, 21, 24), (14, 17, 20, 23), (13, 16, 19, 22),
    (12, 15, 18, 21), (12, 14, 17, 20), (11, 14, 16, 19), (11, 13, 15, 18), (10, 12, 15, 17),
    (10, 12, 14, 16), (9, 11, 13, 15), (9, 11, 12, 14), (8, 10, 12, 14), (8, 9, 11, 13),
    (7, 9, 11, 12), (7, 9, 10, 12), (7, 8, 10, 11), (6, 8, 9, 11), (6, 7, 9, 10), (6, 7, 8, 9),
)  # fmt: skip
"""rangeTabLPS (table 9-44) from `_FIRST_STATE` on."""


def repeated_picture(stream: StreamFormat, *, number: int, order: int) -> bytes:
    """The NAL unit of a reference picture with this frame_num and this pic_order_cnt_lsb."""
    header = BitWriter()
    header.code(0)  # first_mb_in_slice
    header.code(_P_SLICES_ALONE)
    header.code(stream.picture_set)
    header.number(number, stream.number_bits)
    header.number(order, stream.order_bits)
    header.number(1, 1)  # override the picture set: one reference
    header.code(0)
    header.number(0, 1)  # no reordering of the reference list
    if stream.weighted:
        header.code(0)  # luma_log2_weight_denom
        header.code(0)  # chroma_log2_weight_denom
        header.number(0, 2)  # no weights
    header.number(0, 1)  # sliding window marking of references
    if stream.arithmetic:
        header.code(0)  # cabac_init_idc
    header.signed_code(_QP - stream.initial_qp)
    if stream.deblocking_told:
        header.code(1)  # disable_deblocking_filter_idc
    if stream.arithmetic:
        return escaped(_REFERENCE_SLICE + header.padded("1") + _skipped(stream.macroblocks))
    header.code(stream.macroblocks)  # mb_skip_run
    header.number(1, 1)  # the stop bit
    return escaped(_REFERENCE_SLICE + header.padded("0"))


@cache
def _skipped(macroblocks: int) -> bytes:
    """`macroblocks` skipped macroblocks and the end of the slice, in CABAC."""
    coder = _Coder()
    for left in range(macroblocks - 1, -1, -1):
        coder.skip()
        coder.end(not left)
    return coder.bits.padded("0")


class _Coder:
    """The arithmetic encoder (§9.3.4), for mb_skip_flag = 1 and end_of_slice_flag only."""

    def __init__(self) -> None:
        self.bits = BitWriter()
        self._low, self._range, self._state = 0, 510, _FIRST_STATE
        self._outstanding, self._first = 0, True

    def skip(self) -> None:
        """Encode mb_skip_flag = 1, the more probable symbol of the only context."""
        self._range -= _LPS_RANGES[self._state - _FIRST_STATE][self._range >> 6 & 3]
        self._state = min(self._state + 1, _LAST_STATE)
        self._renormalise()

    def end(self, last: bool) -> None:  # noqa: FBT001  # the flag is what is coded
        """Encode end_of_slice_flag; after the last macroblock also flush the coder and write the stop bit."""
        self._range -= 2
        if last:
            self._low += self._range
            self._range = 2
        self._renormalise()
        if last:
            self._put(self._low >> 9 & 1)
            self.bits.number(self._low >> 7 & 3 | 1, 2)

    def _renormalise(self) -> None:
        while self._range < _QUARTER:
            if self._low < _QUARTER:
                self._put(0)
            elif self._low >= 2 * _QUARTER:
                self._low -= 2 * _QUARTER
                self._put(1)
            else:
                self._low -= _QUARTER
                self._outstanding += 1
            self._low, self._range = self._low << 1, self._range << 1

    def _put(self, bit: int) -> None:
        if self._first:
            self._first = False
        else:
            self.bits.number(bit, 1)
        for _ in range(self._outstanding):
            self.bits.number(1 - bit, 1)
        self._outstanding = 0
