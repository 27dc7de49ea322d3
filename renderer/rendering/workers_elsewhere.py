"""What workers elsewhere do with a plan's segments: which they have finished, and which they have begun."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from renderer.clock import Clock

TAKE_OVER_FACTOR: Final = 3.0
"""A segment that another worker began is taken over after this many times the time that one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here; also how long a process beside this one may take."""
LOOK_SHARE: Final = 0.02
"""Share of a render's time that may go into looking for what other workers have finished."""


class WorkersElsewhere:
    """Follows what other workers do with segments.

    `begun`: whether a worker has marked a segment as begun; `collect`: take a segment if it is finished, and
    say whether it was.
    """

    def __init__(
        self, *, begun: Callable[[range], bool], collect: Callable[[range], bool], clock: Clock
    ) -> None:
        self._begun, self._collect, self._clock = begun, collect, clock
        self._seen: dict[range, float] = {}
        self._wait = LONGEST_WAIT
        self._next_look = 0.0

    def collect(self, segments: Iterable[range]) -> None:
        """Take those that are finished; the longer a look takes, the longer the next one has to wait."""
        began = self._clock.monotonic()
        if began < self._next_look:
            return
        for frames in segments:
            self._collect(frames)
        now = self._clock.monotonic()
        self._next_look = now + (now - began) / LOOK_SHARE

    def collect_soon(self) -> None:
        """Let the next `collect` look at once: there is nothing better to do."""
        self._next_look = 0.0

    def rendered_here(self, seconds: float) -> None:
        """Record how long a segment took here, by which other workers are judged."""
        self._wait = TAKE_OVER_FACTOR * seconds

    def leave_to_us(self, frames: range) -> bool:
        """Whether a segment may be rendered here: no worker has begun it, or one has for too long.

        In the second case a segment that is finished by now is collected instead. The time is measured here,
        from when the mark was first seen, since another machine's clock may be wrong.
        """
        if frames not in self._seen and not self._begun(frames):
            return True
        now = self._clock.monotonic()
        if now - self._seen.setdefault(frames, now) <= self._wait:
            return False
        return not self._collect(frames)
