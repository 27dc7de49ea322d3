"""Examines every packet of a user's video. Runs in the child process of sandbox.py, never in ours.

The container's own claims are not trusted: times come from packets, sizes and colours from the first decoded
frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.container import first_frame, matrix_of, open_container, picture_stream
from renderer.media.sources.video.facts import AudioTrack, PictureTrack, SourceFacts

ENTRY_SPACING: Final = Fraction(5)
"""Least distance in seconds between the key frames that become entries."""
_USUAL_RATE: Final = Fraction(30)
_MAX_RATE: Final = 240
"""Highest frame rate that is accepted; the survey stops after this many frames per second of its limit."""
_TRANSPARENT: Final = ("yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya")
_FULL_RANGE: Final = 2


def survey(path: Path, demuxer: str, *, limit: Fraction) -> SourceFacts:
    """Facts of the first `limit` seconds.

    Raises:
        Refusal: not such a file, no video in it, or none of its frames can be decoded.
    """
    with open_container(path, demuxer) as container:
        picture, rate = _picture(container)
    with open_container(path, demuxer) as container:
        stream = picture_stream(container)
        times = _times(container, stream, limit)
        audio = tuple(_tracks(container))
    stamped = times.usable
    return SourceFacts(
        demuxer=demuxer,
        picture=picture,
        audio=audio,
        origin=times.first,
        duration=min(limit, times.duration(rate) if stamped else times.count / rate),
        rate=rate,
        stamped=stamped,
        entries=times.entries() if stamped else (Fraction(0),),
        packets=times.count,
    )


def _picture(container: Any) -> tuple[PictureTrack, Fraction]:
    stream = picture_stream(container)
    frame = first_frame(container, stream)
    rate = Fraction(stream.average_rate or _USUAL_RATE)
    track = PictureTrack(
        stream=stream.index,
        width=frame.width,
        height=frame.height,
        aspect=Fraction(stream.sample_aspect_ratio or 1) or Fraction(1),
        rotation=round(frame.rotation / 90) * 90 % 360,
        transfer=int(frame.color_trc),
        matrix=matrix_of(frame),
        full_range=int(frame.color_range) == _FULL_RANGE or frame.format.name.startswith("yuvj"),
        transparent=frame.format.name.startswith(_TRANSPARENT),
    )
    return track, rate if 1 <= rate <= _MAX_RATE else _USUAL_RATE


@dataclass(slots=True)
class _Times:
    """Presentation times of a track's packets, in ticks of its time base, since fractions are slow."""

    base: Fraction
    stamps: set[int] = field(default_factory=set)
    keys: list[int] = field(default_factory=list)
    count: int = 0
    last: tuple[int, int] = (-(10**18), 0)
    """Time and duration of the latest frame, in ticks."""

    @property
    def usable(self) -> bool:
        """Whether most frames have a time of their own."""
        return 2 * len(self.stamps) > self.count

    @property
    def first(self) -> Fraction:
        """Time of the first frame in seconds."""
        return min(self.stamps, default=0) * self.base

    def duration(self, rate: Fraction) -> Fraction:
        """Duration in seconds, including that of the latest frame."""
        moment, lasts = self.last
        return moment * self.base + (lasts * self.base or 1 / rate) - self.first

    def entries(self) -> tuple[Fraction, ...]:
        """The entries, in seconds from the first frame."""
        found, first = [Fraction(0)], self.first
        for key in sorted(self.keys):
            moment = key * self.base - first
            if moment >= found[-1] + ENTRY_SPACING:
                found.append(moment)
        return tuple(found)


def _times(container: Any, stream: Any, limit: Fraction) -> _Times:
    times = _Times(base=Fraction(stream.time_base))
    begun: int | None = None
    over, longest = (limit + 1) / times.base, int(limit / times.base)
    for packet in _packets(container, stream):
        if packet.is_discard or not packet.size:
            continue
        decoding = packet.dts or 0
        begun = decoding if begun is None else begun
        if decoding - begun > over or times.count > _MAX_RATE * limit:
            break
        times.count += 1
        if packet.pts is not None:
            _note(times, packet, longest)
    if not times.count:
        raise Refusal("no_frames")
    return times


def _note(times: _Times, packet: Any, longest: int) -> None:
    moment = packet.pts
    times.stamps.add(moment)
    times.last = max(times.last, (moment, min(packet.duration or 0, longest)))
    if packet.is_keyframe:
        times.keys.append(moment)


def _packets(container: Any, stream: Any) -> Iterator[Any]:
    """The track's packets, as far as the file can be read."""
    import av  # noqa: PLC0415  # loaded in the child only

    try:
        yield from container.demux(stream)
    except av.FFmpegError:
        return


def _tracks(container: Any) -> Iterator[AudioTrack]:
    for stream in container.streams.audio:
        if stream.codec_context is not None and stream.rate and stream.channels:
            language = str(stream.language or "")
            yield AudioTrack(
                stream=stream.index, channels=stream.channels, rate=stream.rate, language=language[:8]
            )
