"""What workers elsewhere do with a plan's segments: which they have finished, and which they have begun."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from renderer.rendering.segments import Rendering, find_segment

TAKE_OVER_FACTOR: Final = 3.0
"""A segment that another worker began is taken over after this many times what one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here; and how long one beside us may take."""
LOOK_SHARE: Final = 0.02
"""Of a render's time, how much may go into looking for what other workers have finished."""


class WorkersElsewhere:
    """Looks after them in the shared cache; `take` is given each segment that somebody has finished."""

    def __init__(
        self, keys: Mapping[range, str], rendering: Rendering, take: Callable[[range, Path], None]
    ) -> None:
        self._keys, self._rendering, self._take = keys, rendering, take
        self._seen: dict[range, float] = {}
        self._wait = LONGEST_WAIT
        self._next_look = 0.0

    def collect(self, segments: Iterable[range]) -> None:
        """Take those that are finished; where each question costs time, less often the longer all took."""
        clock = self._rendering.clock
        began = clock.monotonic()
        if began < self._next_look:
            return
        for frames in segments:
            self._collected(frames)
        now = clock.monotonic()
        self._next_look = now + (now - began) / LOOK_SHARE

    def collect_soon(self) -> None:
        """There is nothing better to do: the next time they are looked for at once."""
        self._next_look = 0.0

    def rendered_here(self, seconds: float) -> None:
        """One segment took so long here, by which others are judged."""
        self._wait = TAKE_OVER_FACTOR * seconds

    def leave_to_us(self, frames: range) -> bool:
        """Whether nobody works on a segment, or one has for too long; taken if it is finished by then.

        How long is measured here, from when the mark was first seen: another machine's clock may be wrong.
        """
        is_begun = frames in self._seen or self._rendering.shared_cache.record(f"{self._keys[frames]}.begun")
        if not is_begun:
            return True
        now = self._rendering.clock.monotonic()
        if now - self._seen.setdefault(frames, now) <= self._wait:
            return False
        return not self._collected(frames)

    def _collected(self, frames: range) -> bool:
        digest = find_segment(self._keys[frames], self._rendering)
        if digest:
            self._take(frames, self._rendering.store.path(digest))
        return bool(digest)
