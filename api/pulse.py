"""Listening to a worker child: whether it still runs, and whether it takes jobs.

A child that does not run (stopped by a signal, or stuck with every thread) does not beat. How long it has
been silent is measured in short steps, so that a service that was itself frozen does not blame its child.
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
    """How many seconds without a beat mean that a child does not run: before its first one, and after."""

    first: float = float("inf")
    later: float = float("inf")


class Pulse:
    """What one child says of itself."""

    def __init__(self, limits: Silence) -> None:
        self._limits = limits
        self._silent = 0.0
        self._limit = limits.first
        self.trouble = ""

    def listen(self, descriptor: int, on_silence: Callable[[], None]) -> None:
        """Until the child closes its end; `on_silence` is called once when it has been silent too long."""
        rest = b""
        try:
            while self._silent < self._limit:
                began = stopwatch()
                if select.select([descriptor], [], [], _STEP_SECONDS)[0]:
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
