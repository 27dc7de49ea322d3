"""Replaces stretches of a user's H.264 by pictures of ours. Runs in the child process of sandbox.py.

A stretch ends where decoding can restart, at an IDR picture, and starts wherever everything decoded earlier
is also shown earlier. The rest is copied packet by packet; only decoding times are rewritten, because the
source and our encoder may reorder frames by different amounts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from renderer.media.h264.stream_format import IDR, PICTURE, SEQUENCE
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.container import open_container, picture_stream
from renderer.media.sources.video.parameter_sets import (
    ParameterSets,
    check_plain,
    joined_record,
    read_sets,
    units,
)
from renderer.media.sources.video.remux import MP4, picture_packets, write_with_sound

_KIND: Final = 31


class ExchangedPart(Struct, frozen=True, kw_only=True):
    """Frames `[first, stop)` of a source, to be replaced by those of the MP4 at `path`."""

    first: int
    stop: int
    path: Path


class FrameTable(Struct, frozen=True, kw_only=True):
    """The frames of a track: `ticks` are their presentation times, rising, in units of `base` seconds.

    Decoding can restart at the frames `borders`. Everything decoded before one of the frames `ends` is also
    shown before it, so that other pictures may follow there. `delay` is the number of frames by which
    decoding precedes presentation, `sets` are the track's parameter sets.
    """

    ticks: tuple[int, ...]
    base: Fraction
    borders: tuple[int, ...]
    ends: tuple[int, ...]
    delay: int
    sets: ParameterSets


def frame_table(path: Path, demuxer: str) -> FrameTable:
    """The frame table of the video at `path`, read from its packets.

    Raises:
        Refusal: `not_spliced`, `not_copied` when pictures of another encoder cannot be inserted.
    """
    with open_container(path, demuxer) as container:
        stream = picture_stream(container)
        if stream.codec_context.name != "h264" or stream.codec_context.pix_fmt != "yuv420p":
            raise Refusal("not_spliced", detail="it is not H.264 in 8-bit 4:2:0")
        sets = read_sets(stream.codec_context.extradata or b"")
        for unit in sets.sequence:
            check_plain(unit)
        moments: list[int] = []
        anew: list[int] = []
        for packet in picture_packets(container, stream):
            if _is_entry(bytes(packet), sets):
                anew.append(len(moments))
            moments.append(packet.pts)
        base = Fraction(stream.time_base)
    ticks = tuple(sorted(moments))
    if len(set(ticks)) < len(ticks) or not anew or anew[0]:
        raise Refusal("not_spliced", detail="its frames have no order of their own")
    latest = accumulate(moments, max)
    ends = (0, *(number for number, last in enumerate(latest, start=1) if last == ticks[number - 1]))
    borders = tuple(sorted({*anew} & {*ends}))
    return FrameTable(ticks=ticks, base=base, borders=borders, ends=ends, delay=_delay(moments), sets=sets)


def splice(
    path: Path, demuxer: str, *, parts: Sequence[ExchangedPart], sound: Path, into: Path
) -> dict[str, Any]:
    """Write `into`: the pictures of `path` with `parts` replaced, the first one at 0, and our `sound`.

    The answer has `packets`, their number, and `sha256` over the bytes of the copied ones, in decoding order.

    Raises:
        Refusal: `not_spliced`, `not_copied`.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    table, ours = frame_table(path, demuxer), [_part_sets(part.path) for part in parts]
    if any(one != ours[0] for one in ours):
        raise Refusal("not_spliced", detail="what was encoded has several kinds of parameter sets")
    ordered = [_moments(part, table) for part in parts]
    delay = max(table.delay, *(_delay(moments) for moments in ordered))
    digest, count = hashlib.sha256(), 0

    def packets() -> Iterator[Any]:
        nonlocal count
        with open_container(path, demuxer) as source:
            for packet, is_copied in _woven(source, parts, ordered):
                if is_copied:
                    digest.update(bytes(packet))
                packet.time_base = table.base
                packet.dts = _decoded(table, count - delay) - table.ticks[0]
                packet.pts -= table.ticks[0]
                count += 1
                yield packet

    with (
        open_container(path, demuxer) as source,
        av.open(f"file:{into}", "w", format="mp4", options=MP4) as container,
    ):
        video = container.add_stream_from_template(picture_stream(source))
        video.time_base = table.base
        video.codec_context.extradata = joined_record([table.sets, *ours[:1]])
        write_with_sound(container, video, packets(), sound=sound)
    return {"packets": count, "sha256": digest.hexdigest()}


def copied_digest(path: Path, demuxer: str, *, parts: Sequence[ExchangedPart]) -> dict[str, Any]:
    """The figures that `splice` answers with, for a file in which these parts were replaced."""
    digest, count = hashlib.sha256(), 0
    with open_container(path, demuxer) as container:
        for number, packet in enumerate(picture_packets(container, picture_stream(container))):
            count += 1
            if not any(part.first <= number < part.stop for part in parts):
                digest.update(bytes(packet))
    return {"packets": count, "sha256": digest.hexdigest()}


def _is_entry(packet: bytes, sets: ParameterSets) -> bool:
    """Whether a packet is an IDR picture; parameter sets in it must be among the track's own."""
    found = False
    for unit in units(packet):
        kind = unit[0] & _KIND
        if kind in {SEQUENCE, PICTURE} and unit not in {*sets.sequence, *sets.picture}:
            raise Refusal("not_spliced", detail="its parameter sets change on the way")
        found = found or kind == IDR
    return found


def _part_sets(path: Path) -> ParameterSets:
    import av  # noqa: PLC0415  # loaded in the child only

    with av.open(f"file:{path}", format="mp4") as container:
        return read_sets(container.streams.video[0].codec_context.extradata or b"")


def _moments(part: ExchangedPart, table: FrameTable) -> list[int]:
    """Presentation time of each packet of a part, in the source's ticks, in decoding order."""
    shown = [packet.pts for packet in _packets_of(part.path)]
    fits = part.first in table.ends and part.stop in {*table.borders, len(table.ticks)}
    if len(shown) != part.stop - part.first or not fits:
        raise Refusal("not_spliced", detail="what was encoded has another number of frames")
    place = {moment: number for number, moment in enumerate(sorted(shown))}
    return [table.ticks[part.first + place[moment]] for moment in shown]


def _delay(moments: Sequence[int]) -> int:
    """Number of frames by which decoding precedes presentation."""
    place = {moment: number for number, moment in enumerate(sorted(moments))}
    return max(number - place[moment] for number, moment in enumerate(moments))


def _decoded(table: FrameTable, number: int) -> int:
    """A decoding time: the presentation time of frame `number`, continued in even steps below 0."""
    if number >= 0:
        return table.ticks[number]
    step = table.ticks[1] - table.ticks[0] if len(table.ticks) > 1 else 1
    return table.ticks[0] + number * step


def _woven(
    source: Any, parts: Sequence[ExchangedPart], ordered: Sequence[Sequence[int]]
) -> Iterator[tuple[Any, bool]]:
    """All packets in decoding order with the source's times, and whether each is copied."""
    begun = {part.first: number for number, part in enumerate(parts)}
    stop = 0
    for number, packet in enumerate(picture_packets(source, picture_stream(source))):
        if number in begun:
            part, moments = parts[begun[number]], ordered[begun[number]]
            stop = part.stop
            for ours, moment in zip(_packets_of(part.path), moments, strict=True):
                ours.pts = moment
                yield ours, False
        if number >= stop:
            yield packet, True


def _packets_of(path: Path) -> Iterator[Any]:
    import av  # noqa: PLC0415  # loaded in the child only

    with av.open(f"file:{path}", format="mp4") as container:
        for packet in container.demux(video=0):
            if packet.pts is not None:
                yield packet
