"""One cheap pass over a finished video: every packet's time, and the pictures of some of its key frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

_THUMBNAIL: Final = (18, 32)
_BETWEEN_GLIMPSES: Final = Fraction(2)
_SKIPPED_WITHIN: Final = Fraction(5, 2)
"""A key frame so close behind one that was looked at can wait: half of how long a picture may stand still."""
_PIXELS_PER_BYTE: Final = 32
"""A black picture takes far fewer bytes; only something drawn on it takes more."""
_BLACK_MEAN, _BLACK_MAX = 20.0, 40.0
_SAME: Final = 2.0
"""Two thumbnails whose every cell differs by less than this (of 255) show the same picture."""

Thumbnail = npt.NDArray[np.float32]


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
    glimpses = _Glimpses()
    times, facts = _watch(path, glimpses.wants, glimpses.seen)
    doubtful = glimpses.doubtful()
    if doubtful:
        _watch(path, lambda packet: _moment(packet) in doubtful, glimpses.seen)
    moments = sorted(glimpses.seen)
    thumbnails = [glimpses.seen[moment] for moment in moments]
    black = [_is_black(thumbnail) for thumbnail in thumbnails]
    return VideoScan(
        **facts,
        times=times,
        first_black=bool(black) and black[0],
        black=_black_runs(moments, black),
        frozen=_frozen_runs(moments, thumbnails),
    )


def _watch(
    path: Path, wants: Callable[[Any], bool], seen: dict[Fraction, Thumbnail]
) -> tuple[tuple[Fraction, ...], dict[str, Any]]:
    """Read every packet, decode the wanted key frames into `seen`; the track's times and facts."""
    import av  # noqa: PLC0415  # heavy, loaded with the first scan

    times: list[Fraction] = []
    with av.open(f"file:{path}", format="mp4", options={"protocol_whitelist": "file"}) as container:
        stream = container.streams.video[0]
        codec = stream.codec_context
        codec.options = {"skip_frame": "nokey", "skip_loop_filter": "all"}
        codec.thread_type = "FRAME"
        for packet in container.demux(stream):
            if packet.pts is not None:
                times.append(_moment(packet))
            if packet.pts is None or (packet.is_keyframe and wants(packet)):
                for frame in packet.decode():
                    seen[Fraction(frame.pts or 0) * Fraction(frame.time_base or 1)] = _thumbnail(frame)
        facts = {
            "codec": codec.name,
            "profile": str(codec.profile),
            "pixel_format": str(codec.pix_fmt),
            "width": codec.width,
            "height": codec.height,
            "colour": (codec.color_primaries, codec.color_trc, codec.colorspace, codec.color_range),
        }
    return tuple(sorted(times)), facts


def _moment(packet: Any) -> Fraction:
    return Fraction(packet.pts * packet.time_base)


class _Glimpses:
    """Which key frames are decoded: one every other second, and any that is small enough to be black.

    Of the former every second one is passed over at first. Where its neighbours differ clearly no picture
    can have stood still for longer than 5 s: that would have been seen on two of those that were looked at.
    """

    def __init__(self) -> None:
        self.seen: dict[Fraction, Thumbnail] = {}
        self._passed: list[Fraction] = []
        self._due = Fraction(0)
        self._looked = -_SKIPPED_WITHIN

    def wants(self, packet: Any) -> bool:
        """Whether to decode this key frame now."""
        moment = _moment(packet)
        large = packet.size > packet.stream.width * packet.stream.height // _PIXELS_PER_BYTE
        if moment < self._due and large:
            return False
        self._due = moment + _BETWEEN_GLIMPSES
        if large and moment - self._looked < _SKIPPED_WITHIN:
            self._passed.append(moment)
            return False
        self._looked = moment
        return True

    def doubtful(self) -> frozenset[Fraction]:
        """What was passed over beside or between two pictures that are alike or far apart."""
        moments = sorted(self.seen)
        beyond = [*moments[2:], *(moment + _SKIPPED_WITHIN for moment in moments[-1:])]
        around = zip([Fraction(0), *moments], moments, moments[1:], beyond, strict=False)
        stretches = [
            (before, after)
            for before, one, other, after in around
            if other - one > 2 * _SKIPPED_WITHIN or _differ(self.seen[one], self.seen[other]) < 2 * _SAME
        ]
        return frozenset(
            moment for moment in self._passed if any(low < moment < high for low, high in stretches)
        )


def _differ(one: Thumbnail, other: Thumbnail) -> float:
    return float(np.abs(one - other).max())


def _thumbnail(frame: Any) -> Thumbnail:
    luma = frame.planes[0]
    full = np.frombuffer(luma, np.uint8).reshape(-1, luma.line_size)[: frame.height, : frame.width]
    return np.asarray(cv2.resize(full, _THUMBNAIL, interpolation=cv2.INTER_AREA), np.float32)


def _is_black(thumbnail: Thumbnail) -> bool:
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
    moments: list[Fraction], thumbnails: list[Thumbnail]
) -> tuple[tuple[Fraction, Fraction], ...]:
    runs: list[tuple[Fraction, Fraction]] = []
    first = 0
    for number in range(1, len(thumbnails) + 1):
        ends = number == len(thumbnails) or _differ(thumbnails[number], thumbnails[first]) >= _SAME
        if ends:
            if number - 1 > first:
                runs.append((moments[first], moments[number - 1]))
            first = number
    return tuple(runs)
