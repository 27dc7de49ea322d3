"""Encodes frames and sound into an MP4 that every platform accepts unchanged.

This is done whole (`encode_video`) or in parts: `encode_segment` renders frames `[first, last)` of a plan,
and `join.join_segments` copies the parts' packets into one file. Segments start with a closed group of
pictures and are independent of each other, so the joined bytes depend on where a plan is cut, never on who
rendered it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from renderer.core.encoding import EncoderProfile
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

_JUDGED: Final = 15
"""Frames after the key frame from which the bit rate of a segment is judged."""


class RateExceededError(Exception):
    """The frames of a segment take more bits than they may: it has not been written."""


class VideoShape(Struct, frozen=True, kw_only=True):
    """Frame size in pixels (even) and frames per second."""

    width: int
    height: int
    fps: int


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
    max_rate: float = math.inf,
) -> None:
    """Write `frames` (step 1) of the video as a silent MP4 to be joined; raises as `encode_video`.

    Frames are drawn in this thread, a few at a time, until `ahead` returns true; from then on another thread
    draws them while others are encoded. They are drawn into `buffers`, which are kept there for the next
    segment.

    Raises:
        RateExceededError: the frames after the first, at least 15 of them, take more than `max_rate` (bit/s).
    """
    with (
        _begun(source, frames, shape, profile, buffers=buffers, ahead=ahead) as composed,
        encoder_memory(),
        mp4_output(into) as container,
    ):
        stream = add_video_stream(container, profile, width=shape.width, height=shape.height, fps=shape.fps)
        container.start_encoding()
        taken = 0
        for number, packet in enumerate(video_packets(composed, stream, profile=profile, watch=watch)):
            taken += 8 * packet.size if number else 0
            if number >= _JUDGED and taken * shape.fps > max_rate * number:
                raise RateExceededError
            container.mux(packet)


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
