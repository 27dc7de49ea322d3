"""Waiting for something outside that is away for a moment, while staying ready to be stopped."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import structlog

from renderer.errors import Blame, ClipwrightError
from renderer.runtime.clock import Clock, SystemClock

T = TypeVar("T")


def _never() -> bool:
    return False


_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 10.0
_SLICE: Final = 0.5
_LOG: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to go on trying (seconds), on which clock, and who may end it early."""

    seconds: float = 120.0
    clock: Clock = field(default_factory=SystemClock)
    cancelled: Callable[[], bool] = _never


def patiently(action: Callable[[], T], patience: Patience) -> T:
    """The action's result; an upstream failure is tried again, with growing, jittered pauses.

    Raises:
        ClipwrightError: `cancelled`, or what the action raised last.
    """
    until, pause = patience.clock.monotonic() + patience.seconds, _FIRST_PAUSE
    while True:
        try:
            return action()
        except ClipwrightError as error:
            can_wait = error.spec.retryable and error.spec.blame is Blame.UPSTREAM
            if not can_wait or patience.clock.monotonic() + pause > until:
                raise
            _LOG.warning("waiting_for_upstream", code=error.code, sentence=error.sentence)
        _pause(random.uniform(pause / 2, pause), patience)  # noqa: S311 - jitter is no secret
        pause = min(2 * pause, _LONGEST_PAUSE)


def _pause(seconds: float, patience: Patience) -> None:
    until = patience.clock.monotonic() + seconds
    while (left := until - patience.clock.monotonic()) > 0:
        if patience.cancelled():
            raise ClipwrightError("cancelled")
        patience.clock.sleep(min(left, _SLICE))
