"""Turns composed frames into H.264 packets; still pictures are repeated in the stream, not encoded again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, count
from typing import Any, Final

from msgspec import Struct

from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.encoding.given_frames import FrameType, GivenFrame, GivenFrames
from renderer.media.h264.format_reading import stream_format
from renderer.media.h264.repeated_picture import repeated_picture
from renderer.media.h264.repeating import Coded, Repeating

_TOGETHER: Final = 16
"""Packets handed on in a row: after the first, all that numbers and writes them is cached."""
_WITHOUT_SEI: Final = "filter_units=remove_types=6"
"""Removes SEI messages, in which x264 writes its version and options: equal pictures must be equal bytes.

It writes them before its first picture alone, a key frame, whose bytes may be replayed later.
"""


def _ignore(_frames: int) -> None:
    pass


def _never() -> bool:
    return False


class EncodeWatch(Struct, frozen=True, kw_only=True):
    """Observes an encode: `encoded` gets the number of frames done, `cancelled` is called before each."""

    encoded: Callable[[int], None] = _ignore
    cancelled: Callable[[], bool] = _never


UNWATCHED: Final = EncodeWatch()
"""Reports nothing and never cancels."""


def video_packets(
    composed: Iterator[ComposedFrame],
    stream: Any,
    *,
    profile: EncoderProfile,
    watch: EncodeWatch,
) -> Iterator[Any]:
    """Packets in decoding order.

    Raises:
        ClipwrightError: `cancelled`, or `encoder_failed` when the encoder's stream cannot be repeated.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    cleaned = av.BitStreamFilterContext(_WITHOUT_SEI, stream)
    encoding = _Encoding(stream)
    for packet in _WAYS[profile.repeats](composed, encoding, profile, watch):
        yield from cleaned.filter(packet) if packet.is_keyframe else (packet,)
    yield from cleaned.filter(None)


class _Encoding:
    """An open encoder that is being given frames."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self._given = 0

    def packets(self, given: GivenFrame) -> Sequence[Any]:
        """Give one more frame to the encoder; the packets that it returns."""
        given.frame.pts, given.frame.pict_type = self._given, given.kind
        self._given += 1
        return list(self.stream.encode(given.frame))

    def rest(self) -> Sequence[Any]:
        """Flush the encoder; its remaining packets."""
        return list(self.stream.encode(None))


def _all_encoded(
    composed: Iterator[ComposedFrame], encoding: _Encoding, _profile: EncoderProfile, watch: EncodeWatch
) -> Iterator[Any]:
    """Encode every frame, leaving all decisions to the encoder."""
    return _encoded(composed, encoding, _as_it_is, watch)


def _as_it_is(composed: ComposedFrame) -> Iterator[GivenFrame]:
    yield GivenFrame(frame=composed.frame, kind=FrameType.ANY)


def _still_repeated(
    composed: Iterator[ComposedFrame], encoding: _Encoding, profile: EncoderProfile, watch: EncodeWatch
) -> Iterator[Any]:
    """Insert repeats of still pictures between the encoder's packets, keeping its decoding delay."""
    given = GivenFrames(gop=profile.gop)
    packets = _encoded(composed, encoding, given.of, watch)
    first = next(packets)
    ahead, times = first.pts - first.dts, (first.time_base, first.duration)
    with _encoder_failing():
        repeating = Repeating(
            stream_format(encoding.stream.codec_context.extradata), given.showing, repeat=repeated_picture
        )
    decoded = count(-ahead)
    for packet in chain([first], packets):
        coded = _coded(packet)
        with _encoder_failing():
            woven = list(repeating.woven(coded))
        for picture in woven:
            own = packet if picture.data is coded.data else _packet(picture, times)
            yield _timed(own, picture, decoded=next(decoded))
    for picture in repeating.rest():
        yield _timed(_packet(picture, times), picture, decoded=next(decoded))


@contextmanager
def _encoder_failing() -> Iterator[None]:
    """Convert a `ValueError` about an unrepeatable stream into `encoder_failed`; not used around drawing."""
    try:
        yield
    except ValueError as error:
        raise ClipwrightError("encoder_failed", reason=str(error)) from error


_WAYS: Final = {False: _all_encoded, True: _still_repeated}


def _encoded(
    composed: Iterator[ComposedFrame],
    encoding: _Encoding,
    given: Callable[[ComposedFrame], Iterator[GivenFrame]],
    watch: EncodeWatch,
) -> Iterator[Any]:
    """The encoder's own packets, handed on `_TOGETHER` at a time."""
    waiting: list[Any] = []
    for each in composed:
        if watch.cancelled():
            raise ClipwrightError("cancelled")
        for one in given(each):
            waiting += encoding.packets(one)
        watch.encoded(each.number + each.times)
        if len(waiting) >= _TOGETHER:
            yield from waiting
            waiting = []
    yield from waiting
    yield from encoding.rest()


def _coded(packet: Any) -> Coded:
    return Coded(data=bytes(packet), number=packet.pts, key=packet.is_keyframe)


def _packet(picture: Coded, times: tuple[Fraction, int]) -> Any:
    """A packet of a picture that is not the encoder's, with its time base and duration."""
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    packet = av.Packet(picture.data)
    packet.time_base, packet.duration = times
    packet.is_keyframe = picture.key
    return packet


def _timed(packet: Any, picture: Coded, *, decoded: int) -> Any:
    packet.pts, packet.dts = picture.number, decoded
    return packet
