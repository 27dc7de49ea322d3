"""Shows pictures again in a stream without encoding them again.

The encoder is given fewer frames than are shown; `Showing` says when each is shown and what follows it
without the encoder: pictures that repeat the previous one, and groups of pictures replayed from their key
picture on. Each repeat is a reference picture too, so that the next picture refers to the one right before
it, as the encoder assumed; frame numbers and presentation order are rewritten in the slices after it, up to
the next key picture.

This works for encoders with one reference picture and with B-frames that nothing refers to; a picture that is
followed by repeats must have been encoded as I or P.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from msgspec import Struct

from renderer.media.h264.bits import BitReader, beginnings, escaped, plain, units, with_start_code
from renderer.media.h264.showing import Repeats, Showing
from renderer.media.h264.stream_format import IDR, SLICES, StreamFormat

_HEADER_BYTES: Final = 24
"""Bytes that always contain frame_num and pic_order_cnt_lsb."""
_HIGHEST_ESCAPED: Final = 3
"""After a byte above this one, escaping does not depend on earlier bytes."""

_SLICE_TYPES: Final = 5
_B_SLICE: Final = 1


class Coded(Struct, frozen=True, kw_only=True):
    """A coded picture: its bytes, its number, and whether decoding can start with it.

    The number is either the encoder's, in the order in which it was given the pictures, or that of the frame
    that the picture is shown as.
    """

    data: bytes
    number: int
    key: bool


class RepeatPicture(Protocol):
    """Writes a picture that repeats the previous one; `repeated_picture` is such a function."""

    def __call__(self, stream: StreamFormat, *, number: int, order: int) -> bytes:
        """The NAL unit, with `number` as frame_num and `order` as pic_order_cnt_lsb."""
        ...


class Repeating:
    """Takes an encoder's pictures in decoding order and inserts the repeats and replays that follow them."""

    def __init__(self, stream: StreamFormat, showing: Showing, *, repeat: RepeatPicture) -> None:
        self._stream, self._showing, self._repeated = stream, showing, repeat
        self._references = self._key = 0
        self._counts_agree = True
        self._group: list[tuple[Coded, bool]] = []
        self._reference = -1

    def woven(self, picture: Coded) -> Iterator[Coded]:
        """The pictures due before this one, then this one with the number of the frame it is shown as.

        A picture whose bytes are right as they are is returned with the very same `data`.

        Raises:
            ValueError: a picture that is to be repeated is not a reference, or a slice is truncated.
        """
        reference = _is_reference(picture.data)
        if reference:
            yield from self.rest()
            self._reference = picture.number
        elif picture.number in self._showing.following:
            message = "a picture that is to be shown again is no reference"
            raise ValueError(message)
        shown = Coded(data=picture.data, number=self._showing.frames[picture.number], key=picture.key)
        if picture.key:
            self._group = []
        self._group.append((shown, reference))
        yield self._counted(shown, reference=reference)

    def rest(self) -> Iterator[Coded]:
        """The pictures that follow the latest reference picture: due before the next one, and at the end."""
        for each in self._showing.following.pop(self._reference, ()):
            if isinstance(each, Repeats):
                yield from map(self._repeat, each.frames)
            else:
                yield from self._replayed(each.first)

    def _repeat(self, frame: int) -> Coded:
        unit = self._repeated(self._stream, number=self._number, order=self._order(frame))
        self._references += 1
        self._counts_agree = False
        return Coded(data=with_start_code(unit), number=frame, key=False)

    def _replayed(self, first: int) -> Iterator[Coded]:
        began = self._group[0][0].number
        for each, reference in self._group:
            again = Coded(data=each.data, number=each.number - began + first, key=each.key)
            yield self._counted(again, reference=reference)
        self._counts_agree = False

    def _counted(self, picture: Coded, *, reference: bool) -> Coded:
        """The picture, with its slices renumbered where the encoder's count no longer agrees."""
        if picture.key:
            self._references, self._key, self._counts_agree = 0, picture.number, True
        counted = picture if self._counts_agree else self._recounted(picture)
        self._references += reference
        return counted

    def _recounted(self, picture: Coded) -> Coded:
        moved = [self._renumbered(unit, frame=picture.number) for unit in units(picture.data)]
        return Coded(data=b"".join(map(with_start_code, moved)), number=picture.number, key=picture.key)

    def _renumbered(self, unit: bytes, *, frame: int) -> bytes:
        """A slice with its new frame_num and pic_order_cnt_lsb; other units are returned unchanged."""
        kind = unit[0] & 31
        if kind not in SLICES:
            return unit
        end = _head(unit)
        head, stream = plain(unit[:end]), self._stream
        bits = BitReader(head[1:])
        for _ in ("first_mb_in_slice", "slice_type", "pic_parameter_set_id"):
            bits.code()
        head = _replaced(head, at=8 + bits.position, width=stream.number_bits, value=self._number)
        bits.number(stream.number_bits)
        if kind == IDR:
            bits.code()  # idr_pic_id
        head = _replaced(head, at=8 + bits.position, width=stream.order_bits, value=self._order(frame))
        return escaped(head) + unit[end:]

    @property
    def _number(self) -> int:
        return self._references % (1 << self._stream.number_bits)

    def _order(self, frame: int) -> int:
        return 2 * (frame - self._key) % (1 << self._stream.order_bits)


def _is_reference(data: bytes) -> bool:
    """Whether other pictures refer to this one: nal_ref_idc.

    Raises:
        ValueError: it has no slices, or it is a B-frame that is referred to.
    """
    at = next((at for at in beginnings(data) if data[at] & 31 in SLICES), None)
    if at is None:
        message = "a picture has no slices"
        raise ValueError(message)
    referred_to = bool(data[at] >> 5 & 3)
    if referred_to and _slice_type(data[at : at + _HEADER_BYTES]) == _B_SLICE:
        message = "a B-frame is referred to"
        raise ValueError(message)
    return referred_to


def _slice_type(unit: bytes) -> int:
    bits = BitReader(plain(unit)[1:])
    bits.code()  # first_mb_in_slice
    return bits.code() % _SLICE_TYPES


def _head(unit: bytes) -> int:
    """Offset after the header at which a slice can be split so that both parts are escaped independently."""
    end = _HEADER_BYTES
    while end < len(unit) and unit[end - 1] <= _HIGHEST_ESCAPED:
        end += 1
    return end


def _replaced(data: bytes, *, at: int, width: int, value: int) -> bytes:
    """`data` with `value` in the `width` bits from bit `at` on."""
    shift = 8 * len(data) - at - width
    kept = int.from_bytes(data, "big") & ~(((1 << width) - 1) << shift)
    return (kept | value << shift).to_bytes(len(data), "big")
