"""Listens to the beats of a worker child: whether it still runs, and whether it takes jobs.

A child that is stopped by a signal, or stuck in every thread, sends no beats. Its silence is measured in
short steps, so that a service that was itself frozen does not blame its child.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from renderer.clock import stopwatch
from renderer.contract.beat import Beat

_STEP_SECONDS: Final = 0.5
_LONGEST_LINE: Final = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Seconds without a beat after which a child counts as stuck: before its first beat, and later."""

    first: float = float("inf")
    later: float = float("inf")


class Pulse:
    """The beats of one child; `trouble` is why it takes no jobs, in its own words, or empty."""

    def __init__(self, limits: Silence) -> None:
        self._limits = limits
        self._silent = 0.0
        self._limit = limits.first
        self.trouble = ""

    def listen(self, descriptor: int, on_silence: Callable[[], None]) -> None:
        """Read beats until the child closes its end; after too long a silence call `on_silence`, once."""
        rest = b""
        beats = select.poll()  # unlike `select.select`, it takes descriptors above 1023
        beats.register(descriptor, select.POLLIN)
        try:
            while self._silent < self._limit:
                began = stopwatch()
                if beats.poll(_STEP_SECONDS * 1000):
                    came = os.read(descriptor, _LONGEST_LINE)
                    if not came:
                        return
                    *lines, rest = (rest[-_LONGEST_LINE:] + came).split(b"\n")
                    self._heard(lines)
                else:
                    self._silent += min(stopwatch() - began, 2 * _STEP_SECONDS)
            on_silence()
        finally:
            os.close(descriptor)

    def _heard(self, lines: list[bytes]) -> None:
        for line in lines:
            with suppress(ValidationError):
                self.trouble = Beat.model_validate_json(line).trouble
                self._silent, self._limit = 0.0, self._limits.later
