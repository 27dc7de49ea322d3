"""What other workers do with a plan's segments: which they have begun, and which they have finished."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from renderer.clock import Clock

TAKE_OVER_FACTOR: Final = 3.0
"""A segment that another worker began is taken over after this many times the time that one took here."""
LONGEST_WAIT: Final = 300.0
"""The same in seconds, before one was rendered here; also how long a process beside this one may take."""
LOOK_SHARE: Final = 0.02
"""Share of a render's time that may go into looking at what other workers do."""


class WorkersElsewhere:
    """Follows what other workers do with segments.

    `begun`: the segments that helpers have marked as begun; `collect`: take one of those if it is finished,
    and say whether it was; `collect_here`: the same of one that can only have been finished on this machine.
    """

    def __init__(
        self,
        *,
        begun: Callable[[], Collection[range]],
        collect: Callable[[range], bool],
        collect_here: Callable[[range], bool],
        clock: Clock,
    ) -> None:
        self._begun, self._collect, self._collect_here = begun, collect, collect_here
        self._clock = clock
        self._marked: frozenset[range] = frozenset()
        self._seen: dict[range, float] = {}
        self._wait = LONGEST_WAIT
        self._next_look = 0.0

    def look(self, left: Collection[range]) -> None:
        """See what has been begun, and take what is finished of the segments left.

        The longer a look takes, the longer the next one has to wait.
        """
        looked = self._clock.monotonic()
        if looked < self._next_look:
            return
        self._marked = frozenset(self._begun())
        for frames in left:
            (self._collect if frames in self._marked else self._collect_here)(frames)
        now = self._clock.monotonic()
        self._next_look = now + (now - looked) / LOOK_SHARE

    def look_soon(self) -> None:
        """Let the next `look` look at once: there is nothing better to do."""
        self._next_look = 0.0

    def rendered_here(self, seconds: float) -> None:
        """Record how long a segment took here, by which other workers are judged."""
        self._wait = TAKE_OVER_FACTOR * seconds

    def leave_to_us(self, frames: range) -> bool:
        """Whether a segment may be rendered here: no worker was seen to begin it, or one has for too long.

        In the second case a segment that is finished by now is collected instead. The time is measured here,
        from when the mark was first seen, since another machine's clock may be wrong.
        """
        if frames not in self._marked:
            return True
        now = self._clock.monotonic()
        if now - self._seen.setdefault(frames, now) <= self._wait:
            return False
        return not self._collect(frames)
