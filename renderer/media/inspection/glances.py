"""Key frames of segments seen while they are joined, which takes one processor; they are kept for inspection.

Which of them it will look at follows from their sizes and times, so from the segments. What could not be seen
in time, or at all, the inspection decodes itself, and says what is wrong with it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
from msgspec import Struct, field

from renderer.errors import ClipwrightError
from renderer.media.inspection.glimpses import first_looks, glimpses_of
from renderer.media.inspection.thumbnails import KeptThumbnails, KeyFrames, Thumbnail
from renderer.media.sample_table import SampleTable, read_sample_table


@contextmanager
def glancing(segments: Sequence[Path], *, still: Fraction, kept: KeptThumbnails) -> Iterator[None]:
    """See key frames of these segments until the block ends.

    They are those by which it is told whether a picture of the whole stands longer than `still` seconds.

    Raises:
        ClipwrightError: `disk_full`, `output_unwritable`.
    """
    over = threading.Event()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="glances") as worker:
        done = worker.submit(_glance, segments, still, kept, over)
        try:
            yield
        finally:
            over.set()
    done.result()


def _glance(segments: Sequence[Path], still: Fraction, kept: KeptThumbnails, over: threading.Event) -> None:
    import av  # noqa: PLC0415  # heavy, loaded with the first segment

    gathered = _Gathered(kept)
    with suppress(ClipwrightError, av.FFmpegError, OSError):  # the inspection meets it again, and tells
        with av.open(f"file:{segments[0]}", format="mp4", options={"protocol_whitelist": "file"}) as first:
            codec = first.streams.video[0].codec_context
            name, extradata, pixels = codec.name, codec.extradata or b"", codec.width * codec.height
        tables = [read_sample_table(path) for path in segments]
        looks = looked_at(tables, pixels, still=still)
        for path, table, numbers in zip(segments, tables, looks, strict=True):
            if over.is_set():
                break
            KeyFrames(path=path, samples=table, codec=name, extradata=extradata, kept=gathered).seen(numbers)
    gathered.keep()


def looked_at(tables: Sequence[SampleTable], pixels: int, *, still: Fraction) -> list[list[int]]:
    """For each segment of so many pixels a picture, the key frames that are looked at first in the whole."""
    glimpses = glimpses_of(joined(tables), pixels=pixels)
    numbers = np.array([glimpse.number for glimpse in first_looks(glimpses, still=still)])
    ends = np.cumsum([len(table.sizes) for table in tables])
    return [
        (numbers[(end - len(table.sizes) <= numbers) & (numbers < end)] - (end - len(table.sizes))).tolist()
        for table, end in zip(tables, ends, strict=True)
    ]


def joined(tables: Sequence[SampleTable]) -> SampleTable:
    """The samples of segments that follow each other, each with the offset in its own file."""
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
    """Ticks: frames show at a constant rate."""
    moments = np.sort(table.moments)
    step = int(moments[1] - moments[0]) if len(moments) > 1 else 1
    return len(moments) * step


class _Gathered(Struct, frozen=True):
    """Thumbnails that are kept all at once."""

    into: KeptThumbnails
    found: dict[bytes, dict[bytes, Thumbnail]] = field(default_factory=dict)

    def recall(self, setup: bytes) -> Mapping[bytes, Thumbnail]:
        """What is there, asked for once, and what was seen since."""
        if setup not in self.found:
            self.found[setup] = dict(self.into.recall(setup))
        return self.found[setup]

    def remember(self, setup: bytes, seen: Mapping[bytes, Thumbnail]) -> None:
        """Until `keep`."""
        self.found.setdefault(setup, {}).update(seen)

    def keep(self) -> None:
        """All that was seen."""
        for setup, seen in self.found.items():
            self.into.remember(setup, seen)
