"""Scans a finished video: the time of every picture without decoding, and some decoded key frames."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.media.inspection.glimpses import Glimpse, doubtful, first_looks, glimpses_of
from renderer.media.inspection.thumbnails import NOTHING_KEPT, KeptThumbnails, KeyFrames, Thumbnail
from renderer.media.sample_table import read_sample_table

_BLACK_MEAN, _BLACK_MAX = 20.0, 40.0
_SAME: Final = 2
"""Two thumbnails whose every cell differs by less than this (of 255) show the same picture."""


class VideoScan(Struct, frozen=True, kw_only=True):
    """Findings about the video track; times in seconds, sampled at key frames (glimpses.py).

    `start` is the time of the first frame, `steps` are the intervals between consecutive frames. `black` and
    `frozen` are runs (times of the first and last key frame) that are black, or show the same picture as the
    first of the run; `frozen` has at least all runs longer than the `still` of the scan.
    """

    codec: str
    profile: str
    pixel_format: str
    width: int
    height: int
    colour: tuple[int, int, int, int]
    frames: int
    start: Fraction
    steps: frozenset[Fraction]
    first_black: bool
    black: tuple[tuple[Fraction, Fraction], ...]
    frozen: tuple[tuple[Fraction, Fraction], ...]


def scan_video(path: Path, *, still: Fraction, kept: KeptThumbnails = NOTHING_KEPT) -> VideoScan:
    """Scan the first video track of one of our MP4s for pictures that stand longer than `still` seconds.

    Raises:
        av.FFmpegError: the file cannot be opened or a key frame cannot be decoded.
        ClipwrightError: `media_unreadable` when there is no video track or no key frame in a packet.
        IndexError: there is no video track.
    """
    samples = read_sample_table(path)
    facts, extradata = _facts(path)
    frames = KeyFrames(path=path, samples=samples, codec=facts["codec"], extradata=extradata, kept=kept)
    seen = _seen(frames, glimpses_of(samples, pixels=facts["width"] * facts["height"]), still=still)
    moments, thumbnails = [glimpse.moment for glimpse in seen], list(seen.values())
    black = [_is_black(thumbnail) for thumbnail in thumbnails]
    times = np.sort(samples.moments)
    return VideoScan(
        **facts,
        frames=len(times),
        start=Fraction(int(times[0]), samples.rate) if len(times) else Fraction(0),
        steps=frozenset(Fraction(int(step), samples.rate) for step in set(np.diff(times).tolist())),
        first_black=bool(black) and black[0],
        black=_black_runs(moments, black),
        frozen=_frozen_runs(moments, thumbnails),
    )


def _facts(path: Path) -> tuple[dict[str, Any], bytes]:
    """What the file says about its pictures, and the extradata that configures a decoder."""
    import av  # noqa: PLC0415  # heavy, loaded with the first scan

    with av.open(f"file:{path}", format="mp4", options={"protocol_whitelist": "file"}) as container:
        codec = container.streams.video[0].codec_context
        facts = {
            "codec": codec.name,
            "profile": str(codec.profile),
            "pixel_format": str(codec.pix_fmt),
            "width": codec.width,
            "height": codec.height,
            "colour": (codec.color_primaries, codec.color_trc, codec.colorspace, codec.color_range),
        }
        return facts, codec.extradata or b""


def _seen(frames: KeyFrames, glimpses: Sequence[Glimpse], *, still: Fraction) -> dict[Glimpse, Thumbnail]:
    """The glimpses that are looked at with their thumbnails, in order of time."""
    seen = _looked(frames, first_looks(glimpses, still=still))
    alike = [
        _differ(one, other) < 2 * _SAME
        for one, other in zip(seen.values(), list(seen.values())[1:], strict=False)
    ]
    seen |= _looked(frames, doubtful(glimpses, list(seen), alike=alike))
    return dict(sorted(seen.items(), key=lambda entry: entry[0].moment))


def _looked(frames: KeyFrames, glimpses: Sequence[Glimpse]) -> dict[Glimpse, Thumbnail]:
    thumbnails = frames.seen([glimpse.number for glimpse in glimpses])
    return {glimpse: thumbnails[glimpse.number] for glimpse in glimpses}


def _differ(one: Thumbnail, other: Thumbnail) -> int:
    return int(np.abs(one.astype(np.int16) - other).max())


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
