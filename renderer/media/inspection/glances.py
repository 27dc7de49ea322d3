"""Decodes key frames of finished segments for the inspection, while other segments are rendered or joined.

Which key frames the inspection will look at depends on their sizes and times, and thus on the segments; of
unfinished segments the lengths are known. What could not be decoded in time, or at all, the inspection
decodes itself, and it reports what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct, field

from renderer.errors import ClipwrightError
from renderer.media.inspection.glimpses import first_looks, glimpses_of
from renderer.media.inspection.thumbnails import KeptThumbnails, KeyFrames, Thumbnail
from renderer.media.own_files import PACKETS_ALONE
from renderer.media.sample_table import SampleTable, read_sample_table


class Glances:
    """Looks at the segments of one video, given as ranges of its frames; to be used by one thread.

    The looks serve to find pictures of the whole video that stand still for longer than `still` seconds.
    Every segment has a key frame every `gop` frames.
    """

    def __init__(self, segments: Sequence[range], *, gop: int, still: Fraction, kept: KeptThumbnails) -> None:
        self._segments, self._gop, self._still = tuple(segments), gop, still
        self._gathered = _Gathered(kept)
        self._table = cache(read_sample_table)
        self._looks: tuple[frozenset[range], list[list[int]]] = frozenset(), []

    def look(self, segment: range, finished: Mapping[range, Path]) -> None:
        """Decode the key frames of a finished segment that the inspection will ask for.

        Raises:
            ClipwrightError: `media_unreadable`.
            av.FFmpegError: the segment cannot be opened, or a key frame cannot be decoded.
        """
        path = finished[segment]
        codec, extradata, pixels = _codec(path)
        numbers = self._looked_at(finished, pixels)[self._segments.index(segment)]
        samples = self._table(path)
        frames = KeyFrames(path=path, samples=samples, codec=codec, extradata=extradata, kept=self._gathered)
        frames.seen(numbers)

    def keep(self) -> None:
        """Store all thumbnails seen.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        self._gathered.keep()

    def _looked_at(self, finished: Mapping[range, Path], pixels: int) -> list[list[int]]:
        """The key frames to look at in each segment, as far as the segments are known by now."""
        known = frozenset(finished)
        if known != self._looks[0]:
            like = self._table(next(iter(finished.values())))
            tables = [
                self._table(finished[segment])
                if segment in finished
                else expected(len(segment), gop=self._gop, like=like, bytes_each=pixels)
                for segment in self._segments
            ]
            self._looks = known, looked_at(tables, pixels, still=self._still)
        return self._looks[1]


@contextmanager
def left_to_inspection() -> Iterator[None]:
    """Suppress failures to decode or store in the block: the inspection meets and reports them itself."""
    import av  # noqa: PLC0415  # heavy, loaded with the first segment

    with suppress(ClipwrightError, av.FFmpegError, OSError):
        yield


def _codec(path: Path) -> tuple[str, bytes, int]:
    """Name and extradata of a file's codec, and the number of pixels of a picture."""
    import av  # noqa: PLC0415  # heavy, loaded with the first segment

    with av.open(f"file:{path}", format="mp4", options=PACKETS_ALONE) as container:
        codec = container.streams.video[0].codec_context
        return codec.name, codec.extradata or b"", codec.width * codec.height


def expected(count: int, *, gop: int, like: SampleTable, bytes_each: int) -> SampleTable:
    """The presumed samples of an unfinished segment of `count` frames, timed like those of another one."""
    numbers = np.arange(count, dtype=np.int64)
    return SampleTable(
        rate=like.rate,
        moments=numbers * _step(like),
        offsets=np.zeros_like(numbers),
        sizes=np.full_like(numbers, bytes_each),
        keys=numbers[::gop],
    )


def looked_at(tables: Sequence[SampleTable], pixels: int, *, still: Fraction) -> list[list[int]]:
    """For each segment, the key frames to look at first in the whole; `pixels` is a picture's size."""
    glimpses = glimpses_of(joined(tables), pixels=pixels)
    numbers = np.array([glimpse.number for glimpse in first_looks(glimpses, still=still)])
    ends = np.cumsum([len(table.sizes) for table in tables])
    return [
        (numbers[(end - len(table.sizes) <= numbers) & (numbers < end)] - (end - len(table.sizes))).tolist()
        for table, end in zip(tables, ends, strict=True)
    ]


def joined(tables: Sequence[SampleTable]) -> SampleTable:
    """The samples of consecutive segments as one table; offsets stay those in each segment's own file."""
    ticks = [_duration(table) for table in tables]
    starts = np.cumsum(ticks) - ticks
    counts = [len(table.sizes) for table in tables]
    firsts = np.cumsum(counts) - counts
    return SampleTable(
        rate=tables[0].rate,
        moments=np.concatenate([table.moments + start for table, start in zip(tables, starts, strict=True)]),
        offsets=np.concatenate([table.offsets for table in tables]),
        sizes=np.concatenate([table.sizes for table in tables]),
        keys=np.concatenate([table.keys + first for table, first in zip(tables, firsts, strict=True)]),
    )


def _duration(table: SampleTable) -> int:
    """Length of the segment in ticks."""
    return len(table.moments) * _step(table)


def _step(table: SampleTable) -> int:
    """Length of a frame in ticks; the rate is constant."""
    moments = np.sort(table.moments)
    return int(moments[1] - moments[0]) if len(moments) > 1 else 1


class _Gathered(Struct, frozen=True):
    """Collects thumbnails in memory, to store them all at once."""

    into: KeptThumbnails
    found: dict[bytes, dict[bytes, Thumbnail]] = field(default_factory=dict)

    def recall(self, setup: bytes) -> Mapping[bytes, Thumbnail]:
        """The stored thumbnails, loaded once, and those seen since."""
        if setup not in self.found:
            self.found[setup] = dict(self.into.recall(setup))
        return self.found[setup]

    def remember(self, setup: bytes, seen: Mapping[bytes, Thumbnail]) -> None:
        """Collect the thumbnails until `keep`."""
        self.found.setdefault(setup, {}).update(seen)

    def keep(self) -> None:
        """Store everything that was collected."""
        for setup, seen in self.found.items():
            self.into.remember(setup, seen)
