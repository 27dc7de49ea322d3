"""Encodes frames and sound into an MP4 that every platform accepts unchanged.

This is done whole (`encode_video`) or in parts: `encode_segment` renders frames `[first, last)` of a plan,
and `join_segments` copies the parts' packets into one file. Segments start with a closed group of pictures
and are independent of each other, so the joined bytes depend on where a plan is cut, never on who rendered
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import Interleaver, Remaster, encode_audio_beside, unchanged
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.composed_frame import ComposedFrame
from renderer.media.encoding.encoder_memory import encoder_memory
from renderer.media.encoding.frame_buffers import UNKEPT, FrameBuffers
from renderer.media.encoding.frame_pipeline import SINGLE, Drawer, FrameBuffer, Runs, composed_frames
from renderer.media.encoding.making_ahead import Ahead, always
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.encoding.video_packets import UNWATCHED, EncodeWatch, video_packets
from renderer.media.loudness import Listen, measure_loudness
from renderer.media.sample_table import read_sample_table

_PACKETS_ALONE: Final = {"skip_frame": "all", "probesize": "32"}
"""Keeps libav from decoding a picture on opening, which takes twenty times as long as copying the packets."""


class VideoShape(Struct, frozen=True, kw_only=True):
    """Frame size in pixels (even) and frames per second."""

    width: int
    height: int
    fps: int


class ChapterMark(Struct, frozen=True, kw_only=True):
    """A chapter of the file, over milliseconds `[start_ms, end_ms)`."""

    title: str
    start_ms: int
    end_ms: int


def encode_video(
    source: Drawer,
    *,
    frame_count: int,
    shape: VideoShape,
    profile: EncoderProfile,
    audio: Path,
    into: Path,
    watch: EncodeWatch = UNWATCHED,
    remaster: Remaster = unchanged,
    listen: Listen = measure_loudness,
) -> None:
    """Write the finished MP4 to `into` (a temporary path of the caller's; removed again on failure).

    `audio` is a WAV file; it is cut or padded with silence to the length of the pictures. `remaster` makes a
    quieter one if AAC raises its peaks too high, as measured by `listen`.

    Raises:
        ClipwrightError: `cancelled`, `disk_full` or `encoder_failed`; what `source` raises passes through.
    """
    length, bit_rate = Fraction(frame_count, shape.fps), profile.audio_bit_rate
    beside = encode_audio_beside(
        audio,
        duration=length,
        bit_rate=bit_rate,
        scratch=_sound_path(into),
        remaster=remaster,
        listen=listen,
    )
    with (
        _begun(source, range(frame_count), shape, profile) as frames,
        encoder_memory(),
        mp4_output(into) as container,
        beside as sound,
    ):
        stream = add_video_stream(container, profile, width=shape.width, height=shape.height, fps=shape.fps)
        both = Interleaver(container, sound, bit_rate=bit_rate)
        container.start_encoding()
        for packet in video_packets(frames, stream, profile=profile, watch=watch):
            both.mux(packet)
        both.finish()


def _sound_path(into: Path) -> Path:
    return into.with_name(f"{into.name}.sound")


def encode_segment(
    source: Drawer,
    *,
    frames: range,
    shape: VideoShape,
    profile: EncoderProfile,
    into: Path,
    buffers: FrameBuffers[FrameBuffer] = UNKEPT,
    watch: EncodeWatch = UNWATCHED,
    ahead: Ahead = always,
) -> None:
    """Write `frames` (step 1) of the video as a silent MP4 for `join_segments`; raises as `encode_video`.

    Frames are drawn in this thread, a few at a time, until `ahead` returns true; from then on another thread
    draws them while others are encoded. They are drawn into `buffers`, which are kept there for the next
    segment.
    """
    with (
        _begun(source, frames, shape, profile, buffers=buffers, ahead=ahead) as composed,
        encoder_memory(),
        mp4_output(into) as container,
    ):
        stream = add_video_stream(container, profile, width=shape.width, height=shape.height, fps=shape.fps)
        container.start_encoding()
        for packet in video_packets(composed, stream, profile=profile, watch=watch):
            container.mux(packet)


def join_segments(
    segments: Sequence[Path],
    *,
    frame_count: int,
    shape: VideoShape,
    profile: EncoderProfile,
    sound: Future[Path],
    into: Path,
    chapters: Sequence[ChapterMark] = (),
) -> None:
    """Copy the segments' packets one after the other, with the sound of the whole video, into `into`.

    `sound` comes from `encode_audio_beside` or `encode_parts_beside`, at the profile's bit rate.

    Raises:
        ClipwrightError: `disk_full` or `encoder_failed`, also when the frames do not add up to `frame_count`.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first join

    with (
        mp4_output(into) as container,
        av.open(f"file:{segments[0]}", format="mp4", options=_PACKETS_ALONE) as first,
    ):
        stream = container.add_stream_from_template(first.streams.video[0])
        both = Interleaver(container, sound, bit_rate=profile.audio_bit_rate)
        container.set_chapters([_chapter(number, mark) for number, mark in enumerate(chapters, start=1)])
        copied, delay = 0, max(_reordering(segment, fps=shape.fps) for segment in segments)
        for segment in segments:
            for packet in _copied_packets(segment, stream, fps=shape.fps, first=copied, delay=delay):
                both.mux(packet)
                copied += 1
        both.finish()
        if copied != frame_count:
            reason = f"the segments hold {copied} frames instead of {frame_count}"
            raise ClipwrightError("encoder_failed", reason=reason)


def _chapter(number: int, mark: ChapterMark) -> dict[str, Any]:
    """The chapter as PyAV expects it."""
    return {
        "id": number,
        "start": mark.start_ms,
        "end": mark.end_ms,
        "time_base": Fraction(1, 1000),
        "metadata": {"title": mark.title},
    }


def _runs(profile: EncoderProfile) -> Runs:
    """How frames with equal pixels are merged for this profile."""
    return Runs(together=True, gop=profile.gop) if profile.repeats else SINGLE


@contextmanager
def _begun(
    source: Drawer,
    frames: range,
    shape: VideoShape,
    profile: EncoderProfile,
    *,
    buffers: FrameBuffers[FrameBuffer] = UNKEPT,
    ahead: Ahead = always,
) -> Iterator[Iterator[ComposedFrame]]:
    """The composed frames, with the first one already drawn.

    Enter it before `encoder_memory`: opening a picture takes a hundred megabytes, and where all of that is
    zeroed, this costs as much as a tenth of the painting.
    """
    composed = composed_frames(
        source,
        frames,
        width=shape.width,
        height=shape.height,
        fps=shape.fps,
        buffers=buffers,
        runs=_runs(profile),
        ahead=ahead,
    )
    try:
        yield chain(list(islice(composed, 1)), composed)
    finally:
        composed.close()  # ends the composing thread


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
    """Frames by which decoding must precede presentation; read from the sample table alone."""
    try:
        table = read_sample_table(segment)
    except ClipwrightError as error:
        raise ClipwrightError("encoder_failed", reason="a segment is damaged") from error
    shown = table.moments * fps // table.rate
    return int((np.arange(len(shown)) - shown).max())


def _packets(segment: Path, *, fps: int) -> Iterator[tuple[Any, int]]:
    """Packets in decoding order, each with the length of one frame in ticks."""
    import av  # noqa: PLC0415  # heavy, loaded with the first join

    with av.open(f"file:{segment}", format="mp4", options=_PACKETS_ALONE) as container:
        stream = container.streams.video[0]
        step = int(1 / (fps * (stream.time_base or Fraction(1))))
        for packet in container.demux(stream):
            if packet.pts is not None:  # the demuxer ends with an empty packet
                yield packet, step
