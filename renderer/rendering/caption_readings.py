"""Readings of captions on finished frames, kept under everything that decides them.

That is the planned captions and the packets of the segment that a frame is decoded from. The packets are the
same in the segment's own file and in the video it was joined into, so a reading of one holds for the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import msgspec

from renderer.assets import ASSETS
from renderer.compositor.planes import Planes
from renderer.core.codec import encode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.sample_table import SampleTable, read_sample_table
from renderer.runtime.artifacts import file_digest
from renderer.runtime.kept_parts import KeptParts, part_key

VERSION: Final = 1
"""Raise it when the same frame gives another reading."""

Reading: TypeAlias = dict[str, float]
"""Figures by name."""
DecodeFrames: TypeAlias = Callable[[Collection[int]], Mapping[int, Planes]]
"""Decodes the frames with these numbers."""


class CaptionReadings(Protocol):
    """Readings of frames of one video, by what was read and the frame's number."""

    def known(self, kind: str, frames: Collection[range]) -> Mapping[range, Reading]:
        """The readings of those stretches of frames that were read before."""
        ...

    def keep(self, kind: str, readings: Mapping[range, Reading]) -> None:
        """Keep these readings, as far as it is known what they were decoded from."""
        ...


class _Unkept:
    """Keeps no readings, so that every frame is read."""

    def known(self, kind: str, frames: Collection[range]) -> Mapping[range, Reading]:
        """No readings."""
        del kind, frames
        return {}

    def keep(self, kind: str, readings: Mapping[range, Reading]) -> None:
        """Discard them."""
        del kind, readings


UNKEPT: Final[CaptionReadings] = _Unkept()


class KeptReadings:
    """Readings in a workspace, of the file at `path`, whose first frame is number `first` of the plan."""

    def __init__(
        self, parts: KeptParts, plan: RenderPlan, *, segments: Sequence[range], path: Path, first: int = 0
    ) -> None:
        self._parts, self._plan, self._segments = parts, plan, segments
        self._path, self._first = path, first
        self._digest = cache(self._digest_of)

    def known(self, kind: str, frames: Collection[range]) -> Mapping[range, Reading]:
        """The readings made before of the same packets; there are none of frames in two segments."""
        found = {}
        for each in frames:
            facts = self._parts.facts(key) if (key := self._key(kind, each)) else b""
            try:
                found[each] = msgspec.json.decode(facts, type=dict[str, float])
            except ValueError:  # nothing, or damaged
                continue
        return found

    def keep(self, kind: str, readings: Mapping[range, Reading]) -> None:
        """Keep the readings of frames that lie in one segment.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        for frames, reading in readings.items():
            if key := self._key(kind, frames):
                self._parts.keep_facts(key, msgspec.json.encode(reading), synced=False)

    def _key(self, kind: str, frames: range) -> str:
        """The key of a reading; empty if it is not known what the frames are decoded from."""
        within = [each for each in self._segments if frames.start >= each.start and frames.stop <= each.stop]
        digest = self._digest(within[0]) if within else ""
        decided_by = [self._captions, digest, [frames.start, frames.stop]]
        return part_key(f"captions {kind}", version=VERSION, decided_by=decided_by) if digest else ""

    @cached_property
    def _captions(self) -> str:
        """Digest of the planned captions and their style."""
        plan = self._plan
        planned = encode(plan.captions) + repr((plan.width, plan.height, plan.fps)).encode()
        style = file_digest(ASSETS / f"caption_styles/{plan.captions.style}.toml")
        return hashlib.sha256(style.encode() + planned).hexdigest()

    @cached_property
    def _samples(self) -> SampleTable:
        return read_sample_table(self._path)

    def _digest_of(self, segment: range) -> str:
        """Digest of a segment's packets; empty if the file does not hold them or cannot be read."""
        numbers = range(segment.start - self._first, segment.stop - self._first)
        digest = hashlib.sha256()
        try:
            if numbers.start < 0 or numbers.stop > len(self._samples.sizes):
                return ""
            with self._path.open("rb", buffering=0) as file:
                for number in numbers:
                    file.seek(int(self._samples.offsets[number]))
                    digest.update(file.read(int(self._samples.sizes[number])))
        except (OSError, ClipwrightError):  # decoding the file reports that
            return ""
        return digest.hexdigest()
