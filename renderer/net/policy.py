"""How providers are called: retries with exponential backoff and jitter, a circuit breaker, a budget per job.

One `Policy` serves one job; breakers outlive it: one per provider, shared by all jobs of a process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from renderer.backoff import Backoff
from renderer.clock import Clock
from renderer.errors import Blame, ClipwrightError
from renderer.late_log import LateLog

T = TypeVar("T")
_LOG: Final = LateLog(__name__)


class RetryPolicy(Struct, frozen=True, kw_only=True):
    """At most `count` tries; the pause after try n is drawn from [half, whole] of `first` x 2^(n-1) seconds.

    A pause is at most `longest` seconds; a server that asks for more is not tried again.
    """

    count: int = 3
    first: float = 1.0
    longest: float = 30.0


class BudgetLimits(Struct, frozen=True, kw_only=True):
    """What one job may use: calls, seconds of waiting for providers, money (any one currency)."""

    calls: int = 200
    seconds: float = 900.0
    money: Decimal = Decimal(5)


class Budget:
    """Spending against `BudgetLimits`. Every try counts as a call, successful or not. Thread-safe."""

    def __init__(self, allowance: BudgetLimits) -> None:
        self._allowance = allowance
        self._lock = threading.Lock()
        self.calls = 0
        self.seconds = 0.0
        self.money = Decimal(0)

    def reserve(self, provider: str, cost: Decimal) -> None:
        """Charge one call and its price.

        Raises:
            ClipwrightError: `budget_spent`, naming what ran out and its setting.
        """
        with self._lock:
            limits = (
                ("calls", self.calls + 1 > self._allowance.calls, self._allowance.calls, "CALLS"),
                ("seconds", self.seconds >= self._allowance.seconds, self._allowance.seconds, "SECONDS"),
                ("money", self.money + cost > self._allowance.money, self._allowance.money, "MONEY"),
            )
            for what, spent, limit, name in limits:
                if spent:
                    setting = f"CLIPWRIGHT_BUDGET_{name}"
                    raise ClipwrightError(
                        "budget_spent", provider=provider, what=what, limit=limit, setting=setting
                    )
            self.calls += 1
            self.money += cost

    def waited(self, seconds: float) -> None:
        """Charge seconds spent waiting for a provider."""
        with self._lock:
            self.seconds += seconds


@dataclass(slots=True, kw_only=True)
class Breaker:
    """Circuit breaker: blocks a provider for `cool_down` seconds after `threshold` failures in a row.

    Outages count as failures, and so do answers of the wrong kind (`provider_reply`): a web page, broken
    JSON, no picture, no sound. A refusal does not, for the provider works; nor does a bad key, which is not
    its fault. After the cool-down one call is let through; if it fails, the breaker opens again. Thread-safe.
    """

    threshold: int = 5
    cool_down: float = 60.0
    failures: int = 0
    opened: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def check(self, provider: str, now: float) -> None:
        """Raise `provider_resting` while the breaker is open."""
        with self.lock:
            left = self.opened + self.cool_down - now
            if self.failures >= self.threshold and left > 0:
                raise ClipwrightError(
                    "provider_resting", provider=provider, count=self.failures, seconds=f"{left:.0f}"
                )
            if self.failures >= self.threshold:
                self.opened = now  # this caller makes the trial call; for all others the breaker stays open

    def record(self, *, ok: bool, now: float) -> None:
        """Record the outcome of a call."""
        with self.lock:
            self.failures = 0 if ok else self.failures + 1
            if self.failures >= self.threshold:
                self.opened = now


class Breakers(Struct, frozen=True, kw_only=True):
    """One breaker per provider, created on first use; shared by all jobs of a process."""

    threshold: int = 5
    cool_down: float = 60.0
    made: dict[str, Breaker] = msgspec.field(default_factory=dict)

    def of(self, provider: str) -> Breaker:
        """The provider's breaker."""
        return self.made.setdefault(provider, Breaker(threshold=self.threshold, cool_down=self.cool_down))


class Policy(Struct, frozen=True, kw_only=True):
    """Calls providers on behalf of one job. `random` draws the jitter and nothing else."""

    waiting: Clock
    tries: RetryPolicy = msgspec.field(default_factory=RetryPolicy)
    budget: Budget = msgspec.field(default_factory=lambda: Budget(BudgetLimits()))
    breakers: Breakers = msgspec.field(default_factory=Breakers)
    random: np.random.Generator = msgspec.field(
        default_factory=lambda: np.random.Generator(np.random.PCG64(0))
    )

    def call(self, provider: str, action: Callable[[], T], *, cost: Decimal = Decimal(0)) -> T:
        """The result of `action`; failures that may pass by themselves are retried.

        `action` must itself check that the answer is usable; otherwise the breaker does not count a bad one.

        Raises:
            ClipwrightError: the action's last failure, `provider_resting` or `budget_spent`.
        """
        breaker = self.breakers.of(provider)
        for attempt in range(1, self.tries.count + 1):
            breaker.check(provider, self.waiting.monotonic())
            self.budget.reserve(provider, cost)
            started = self.waiting.monotonic()
            try:
                result = action()
            except ClipwrightError as error:
                self._count(breaker, started, ok=not _is_failure(error))
                pause = self._pause(error, attempt)
                if pause < 0:
                    raise
                _LOG.warning(
                    "provider_retry",
                    provider=provider,
                    code=error.code,
                    attempt=attempt,
                    pause=round(pause, 2),
                )
                self.waiting.sleep(pause)
                self.budget.waited(pause)
            else:
                self._count(breaker, started, ok=True)
                return result
        message = "the last try returns or raises"
        raise AssertionError(message)

    def _count(self, breaker: Breaker, started: float, *, ok: bool) -> None:
        now = self.waiting.monotonic()
        self.budget.waited(now - started)
        breaker.record(ok=ok, now=now)

    def _pause(self, error: ClipwrightError, attempt: int) -> float:
        """Seconds before the next try; negative for no further try."""
        if not _is_outage(error) or attempt >= self.tries.count:
            return -1.0
        asked = float(error.facts.get("seconds", 0)) if error.code == "provider_busy" else 0.0
        if asked > self.tries.longest:
            return -1.0
        pauses = Backoff(first=self.tries.first, longest=self.tries.longest)
        return max(asked, pauses.pause(tries=attempt, chance=self.random.uniform))


def _is_failure(error: ClipwrightError) -> bool:
    return _is_outage(error) or error.code == "provider_reply"


def _is_outage(error: ClipwrightError) -> bool:
    return error.spec.retryable and error.spec.blame is Blame.UPSTREAM
