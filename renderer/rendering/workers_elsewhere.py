"""What workers elsewhere do with a plan's segments: which they have finished, and which they have begun."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from renderer.clock import Clock

TAKE_OVER_FACTOR: Final = 3.0
"""A segment that another worker began is taken over after this many times what one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here; and how long one beside us may take."""
LOOK_SHARE: Final = 0.02
"""Of a render's time, how much may go into looking for what other workers have finished."""


class WorkersElsewhere:
    """Looks after them. `begun`: whether one has marked a segment; `collect`: take one that is finished.

    `collect` says whether there was one.
    """

    def __init__(
        self, *, begun: Callable[[range], bool], collect: Callable[[range], bool], clock: Clock
    ) -> None:
        self._begun, self._collect, self._clock = begun, collect, clock
        self._seen: dict[range, float] = {}
        self._wait = LONGEST_WAIT
        self._next_look = 0.0

    def collect(self, segments: Iterable[range]) -> None:
        """Take those that are finished; where each question costs time, less often the longer all took."""
        began = self._clock.monotonic()
        if began < self._next_look:
            return
        for frames in segments:
            self._collect(frames)
        now = self._clock.monotonic()
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
        if frames not in self._seen and not self._begun(frames):
            return True
        now = self._clock.monotonic()
        if now - self._seen.setdefault(frames, now) <= self._wait:
            return False
        return not self._collect(frames)
