"""Joins the segments of a video into one MP4: their packets are copied, with the sound of the whole video."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import Interleaver
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.own_files import PACKETS_ALONE
from renderer.media.sample_table import read_sample_table


class ChapterMark(Struct, frozen=True, kw_only=True):
    """A chapter of the file, over milliseconds `[start_ms, end_ms)`."""

    title: str
    start_ms: int
    end_ms: int


class JoinedVideo(Struct, frozen=True, kw_only=True):
    """The file that segments become: `frame_count` frames, `fps` a second, written to `into`.

    `sound` comes from `encode_audio_beside` or `encode_parts_beside`, at `audio_bit_rate` (bit/s).
    """

    frame_count: int
    fps: int
    sound: Future[Path]
    audio_bit_rate: int
    into: Path
    chapters: Sequence[ChapterMark] = ()


def join_segments(segments: Sequence[Path], video: JoinedVideo) -> None:
    """Copy the segments' packets one after the other, with the sound of the whole video.

    Raises:
        ClipwrightError: `disk_full` or `encoder_failed`, also when the frames do not add up to `frame_count`.
    """
    join_in_turn(segments, video, delay=decoding_delay(segments, fps=video.fps))


def join_in_turn(segments: Iterable[Path], video: JoinedVideo, *, delay: int) -> None:
    """As `join_segments`, for segments that may be waited for; `delay` is `decoding_delay` of all of them."""
    import av  # noqa: PLC0415  # heavy, loaded with the first join

    coming = iter(segments)
    first = next(coming)
    with (
        mp4_output(video.into) as container,
        av.open(f"file:{first}", format="mp4", options=PACKETS_ALONE) as template,
    ):
        stream = container.add_stream_from_template(template.streams.video[0])
        both = Interleaver(container, video.sound, bit_rate=video.audio_bit_rate)
        container.set_chapters(
            [_chapter(number, mark) for number, mark in enumerate(video.chapters, start=1)]
        )
        copied = 0
        for segment in chain([first], coming):
            for packet in _copied_packets(segment, stream, fps=video.fps, first=copied, delay=delay):
                both.mux(packet)
                copied += 1
        both.finish()
        if copied != video.frame_count:
            reason = f"the segments hold {copied} frames instead of {video.frame_count}"
            raise ClipwrightError("encoder_failed", reason=reason)


def decoding_delay(segments: Iterable[Path], *, fps: int) -> int:
    """Frames by which decoding must precede presentation, read from the sample tables alone.

    Raises:
        ClipwrightError: `encoder_failed` when a segment is damaged.
    """
    return max((_reordering(segment, fps=fps) for segment in segments), default=0)


def _chapter(number: int, mark: ChapterMark) -> dict[str, Any]:
    """The chapter as PyAV expects it."""
    return {
        "id": number,
        "start": mark.start_ms,
        "end": mark.end_ms,
        "time_base": Fraction(1, 1000),
        "metadata": {"title": mark.title},
    }


def _copied_packets(segment: Path, stream: Any, *, fps: int, first: int, delay: int) -> Iterator[Any]:
    """The segment's packets in decoding order, timed as frames from `first` on, decoded `delay` frames early.

    Decoding times are counted, not read: if a segment happens to start without reordered frames, the demuxer
    assumes no delay, and its decoding times would overlap those of the previous segment.
    """
    for number, (packet, step) in enumerate(_packets(segment, fps=fps)):
        packet.dts = (first + number - delay) * step
        packet.pts += first * step
        packet.stream = stream
        yield packet


def _reordering(segment: Path, *, fps: int) -> int:
    try:
        table = read_sample_table(segment)
    except ClipwrightError as error:
        raise ClipwrightError("encoder_failed", reason="a segment is damaged") from error
    shown = table.moments * fps // table.rate
    return int((np.arange(len(shown)) - shown).max())


def _packets(segment: Path, *, fps: int) -> Iterator[tuple[Any, int]]:
    """Packets in decoding order, each with the length of one frame in ticks."""
    import av  # noqa: PLC0415  # heavy, loaded with the first join

    with av.open(f"file:{segment}", format="mp4", options=PACKETS_ALONE) as container:
        stream = container.streams.video[0]
        step = int(1 / (fps * (stream.time_base or Fraction(1))))
        for packet in container.demux(stream):
            if packet.pts is not None:  # the demuxer ends with an empty packet
                yield packet, step
