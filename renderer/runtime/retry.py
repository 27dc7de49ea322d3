"""Retrying while something external is unavailable; can be cancelled meanwhile."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct, field

from renderer.backoff import Backoff
from renderer.clock import Clock, SystemClock
from renderer.errors import Blame, ClipwrightError
from renderer.late_log import LateLog

T = TypeVar("T")


def _never() -> bool:
    return False


_PAUSES: Final = Backoff(first=0.5, longest=10.0)
_SLICE: Final = 0.5
_LOG: Final = LateLog(__name__)


class Retry(Struct, frozen=True, kw_only=True):
    """How long to go on trying (seconds), by which clock, and what may cancel it early."""

    seconds: float = 120.0
    clock: Clock = field(default_factory=SystemClock)
    cancelled: Callable[[], bool] = _never


def with_retry(action: Callable[[], T], retry: Retry) -> T:
    """Run `action`, trying again after retryable upstream failures, with growing, jittered pauses.

    Raises:
        ClipwrightError: `cancelled`, or what the action raised last.
    """
    until = retry.clock.monotonic() + retry.seconds
    for tries in itertools.count(1):
        try:
            return action()
        except ClipwrightError as error:
            can_wait = error.spec.retryable and error.spec.blame is Blame.UPSTREAM
            if not can_wait or retry.clock.monotonic() + _PAUSES.ceiling(tries=tries) > until:
                raise
            _LOG.warning("waiting_for_upstream", code=error.code, sentence=error.sentence)
        _pause(_PAUSES.pause(tries=tries, chance=random.uniform), retry)
    message = "the last try returns or raises"
    raise AssertionError(message)


def _pause(seconds: float, retry: Retry) -> None:
    until = retry.clock.monotonic() + seconds
    while (left := until - retry.clock.monotonic()) > 0:
        if retry.cancelled():
            raise ClipwrightError("cancelled")
        retry.clock.sleep(min(left, _SLICE))
