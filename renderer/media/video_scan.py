"""One cheap pass over a finished video: every packet's time, and the pictures of some of its key frames."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

_THUMBNAIL: Final = (18, 32)
_BETWEEN_GLIMPSES: Final = Fraction(2)
_PIXELS_PER_BYTE: Final = 32
"""A black picture takes far fewer bytes; only something drawn on it takes more."""
_BLACK_MEAN, _BLACK_MAX = 20.0, 40.0
_SAME: Final = 2.0
"""Two thumbnails whose every cell differs by less than this (of 255) show the same picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoScan:
    """What a pass over the video track found; moments in seconds, taken at key frames (`_Glimpses`).

    `times` are the presentation times of all frames in order; `black` and `frozen` are runs of key frames
    (first and last) that are black, or show the same picture as the first of the run.
    """

    codec: str
    profile: str
    pixel_format: str
    width: int
    height: int
    colour: tuple[int, int, int, int]
    times: tuple[Fraction, ...]
    first_black: bool
    black: tuple[tuple[Fraction, Fraction], ...]
    frozen: tuple[tuple[Fraction, Fraction], ...]


def scan_video(path: Path) -> VideoScan:
    """Scan the first video track of an MP4 of ours.

    Raises:
        av.FFmpegError: the file cannot be opened or a key frame cannot be decoded.
        IndexError: there is no video track.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first scan

    times: list[Fraction] = []
    moments: list[Fraction] = []
    thumbnails: list[npt.NDArray[np.float32]] = []
    with av.open(f"file:{path}", format="mp4", options={"protocol_whitelist": "file"}) as container:
        stream = container.streams.video[0]
        codec = stream.codec_context
        codec.options = {"skip_frame": "nokey", "skip_loop_filter": "all"}
        codec.thread_type = "FRAME"
        glimpses = _Glimpses(codec.width * codec.height)
        for packet in container.demux(stream):
            if packet.pts is not None:
                times.append(packet.pts * packet.time_base)
            if packet.pts is None or (packet.is_keyframe and glimpses.wants(packet)):
                for frame in packet.decode():
                    moments.append(Fraction(frame.pts or 0) * Fraction(frame.time_base or 1))
                    thumbnails.append(_thumbnail(frame))
        black = [_is_black(thumbnail) for thumbnail in thumbnails]
        return VideoScan(
            codec=codec.name,
            profile=str(codec.profile),
            pixel_format=str(codec.pix_fmt),
            width=codec.width,
            height=codec.height,
            colour=(codec.color_primaries, codec.color_trc, codec.colorspace, codec.color_range),
            times=tuple(sorted(times)),
            first_black=bool(black) and black[0],
            black=_black_runs(moments, black),
            frozen=_frozen_runs(moments, thumbnails),
        )


class _Glimpses:
    """Which key frames are decoded: one every other second, and any that is small enough to be black."""

    def __init__(self, pixels: int) -> None:
        self._small = pixels // _PIXELS_PER_BYTE
        self._due = Fraction(0)

    def wants(self, packet: Any) -> bool:
        moment = packet.pts * packet.time_base
        if moment < self._due and packet.size > self._small:
            return False
        self._due = moment + _BETWEEN_GLIMPSES
        return True


def _thumbnail(frame: Any) -> npt.NDArray[np.float32]:
    luma = frame.planes[0]
    full = np.frombuffer(luma, np.uint8).reshape(-1, luma.line_size)[: frame.height, : frame.width]
    return np.asarray(cv2.resize(full, _THUMBNAIL, interpolation=cv2.INTER_AREA), np.float32)


def _is_black(thumbnail: npt.NDArray[np.float32]) -> bool:
    return float(thumbnail.mean()) < _BLACK_MEAN and float(thumbnail.max()) < _BLACK_MAX


def _black_runs(moments: list[Fraction], black: list[bool]) -> tuple[tuple[Fraction, Fraction], ...]:
    runs: list[tuple[Fraction, Fraction]] = []
    for number, moment in enumerate(moments):
        if black[number]:
            starts = number == 0 or not black[number - 1]
            begin = moment if starts else runs.pop()[0]
            runs.append((begin, moment))
    return tuple(runs)


def _frozen_runs(
    moments: list[Fraction], thumbnails: list[npt.NDArray[np.float32]]
) -> tuple[tuple[Fraction, Fraction], ...]:
    runs: list[tuple[Fraction, Fraction]] = []
    first = 0
    for number in range(1, len(thumbnails) + 1):
        ends = (
            number == len(thumbnails) or float(np.abs(thumbnails[number] - thumbnails[first]).max()) >= _SAME
        )
        if ends:
            if number - 1 > first:
                runs.append((moments[first], moments[number - 1]))
            first = number
    return tuple(runs)
