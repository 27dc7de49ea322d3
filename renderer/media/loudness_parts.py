"""Loudness of long delivered sound in parts: each part is identified by its packets and measured once.

A part is decoded together with some packets before it, so that the overlap of its first frame and the meter's
filters have settled, and some after it, but only the part itself is reported. The loudness of the 400 ms
blocks by which integrated loudness is gated is recorded for each tenth of a second; the blocks of all parts
together give the loudness of the whole.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.core.mix import FRAME, sound_parts
from renderer.core.timecode import AUDIO_RATE
from renderer.errors import ClipwrightError
from renderer.media.loudness import (
    HOP,
    WINDOW,
    FileLoudness,
    LoudnessMeasure,
    WindowLevels,
    decibels,
    gated,
    quiet_runs,
    stretches,
)
from renderer.media.sound_packets import SoundPackets

_SETTLING: Final = 75
"""Packets decoded before a part: the fewest that last a whole number of tenths of a second."""
_BEHIND: Final = 5
"""Packets decoded after a part, more than a tenth of a second."""


class PartLoudness(Struct, frozen=True, kw_only=True):
    """Measurements of a part: loudness (LUFS) over the 400 ms before each tenth of a second, and true peak.

    The peak is a factor and includes some sound around the part. `quiet` and `peaks` say for each twentieth
    of a second whether it is quiet, and its highest sample.
    """

    moments: tuple[float, ...]
    peak: float
    quiet: tuple[bool, ...]
    peaks: tuple[float, ...]


class PacketPart(Struct, frozen=True):
    """Packets `[start, stop)` of a track, for which `[first, last)` are decoded."""

    start: int
    stop: int
    first: int
    last: int


def packet_parts(count: int, sections: Sequence[int] = ()) -> tuple[PacketPart, ...]:
    """The parts of a track of `count` packets whose sound has these sections (`core.mix.sound_parts`)."""
    return tuple(
        PacketPart(
            start=part.start // FRAME,
            stop=part.stop // FRAME,
            first=max(part.start // FRAME - _SETTLING, 0),
            last=min(part.stop // FRAME + _BEHIND, count),
        )
        for part in sound_parts(count * FRAME, sections)
    )


def part_digest(sound: SoundPackets, part: PacketPart) -> str:
    """SHA-256 of everything that determines the measurements of a part."""
    digest = hashlib.sha256(sound.codec.encode())
    place = (part.start - part.first, part.stop - part.first, part.stop == len(sound.packets))
    digest.update(repr(place).encode())
    for packet in sound.packets[part.first : part.last]:
        digest.update(repr((packet.size, packet.duration)).encode())
        digest.update(packet)
    return digest.hexdigest()


def measure_part(sound: SoundPackets, part: PacketPart) -> PartLoudness:
    """Decode a part with the sound around it, and measure it.

    Raises:
        ClipwrightError: `media_unreadable` when it cannot be decoded.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first measurement

    meter, levels = LoudnessMeasure(), WindowLevels()
    try:
        for samples in _softly(stretches(_decoded(sound, part)), softly=part.first > 0):
            meter.push(samples)
            levels.push(samples)
    except (av.FFmpegError, OSError) as error:
        raise ClipwrightError(
            "media_unreadable", path="the encoded sound", reason=f"no sound could be read: {error}"
        ) from error
    before, after = (part.start - part.first) * FRAME, (part.stop - part.first) * FRAME
    if part.stop == len(sound.packets):
        meter.finish()
        hops, windows = slice(before // HOP, None), slice(before // WINDOW, None)
    else:
        hops = slice(before // HOP, after // HOP)
        windows = slice(before // WINDOW, after // WINDOW)
    return PartLoudness(
        moments=tuple(meter.moments[hops]),
        peak=meter.peak,
        quiet=tuple(levels.quiet[windows]),
        peaks=tuple(levels.peaks[windows]),
    )


def _decoded(sound: SoundPackets, part: PacketPart) -> Iterator[Any]:
    """Decoded frames of a part; one packet before them is decoded only for its overlap."""
    decoder = sound.decoder()
    begin = max(part.first - 1, 0)
    frames = itertools.chain.from_iterable(map(decoder.decode, sound.packets[begin : part.last]))
    yield from itertools.islice(frames, part.first - begin, None)
    yield from decoder.decode(None)


def _softly(pieces: Iterator[Any], *, softly: bool) -> Iterator[Any]:
    """The pieces, the first one faded in if `softly`: sound that starts abruptly would add a peak there."""
    for piece in itertools.islice(pieces, 1):
        ramp = np.minimum(np.arange(piece.shape[1], dtype=np.float32) / FRAME, 1.0) if softly else 1.0
        yield np.ascontiguousarray(piece * np.float32(ramp))
    yield from pieces


def joined_loudness(parts: Sequence[PartLoudness], *, samples: int) -> FileLoudness:
    """The loudness of all parts together, a track of `samples` samples that starts at 0."""
    quiet = list(itertools.chain.from_iterable(part.quiet for part in parts))
    moments = list(itertools.chain.from_iterable(part.moments for part in parts))
    return FileLoudness(
        lufs=gated(moments),
        true_peak_dbtp=decibels(max(part.peak for part in parts)),
        quiet=quiet_runs(quiet),
        start=Fraction(0),
        duration=Fraction(samples, AUDIO_RATE),
        peaks=tuple(itertools.chain.from_iterable(part.peaks for part in parts)),
    )
