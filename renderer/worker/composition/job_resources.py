"""What the engines of one job share: settings, budget, policy, and the caches kept between jobs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from renderer.backends.imagery.ledger import FolderLedger, NoLedger, PictureLedger
from renderer.backends.knowledge.base import Answers, NoAnswers
from renderer.backends.providers.prices import Prices
from renderer.clock import Clock, SystemClock
from renderer.net.idempotency import Purchases
from renderer.net.policy import Breakers, Budget, BudgetLimits, Policy, RetryPolicy
from renderer.net.response_cache import FolderResponseCache, NoResponseCache, ResponseCache
from renderer.worker.composition.engine_settings import EngineSettings

PAID_FOLDER: Final = "paid"
NOTES_FOLDER: Final = "measured"
READ_FOLDER: Final = "read"
PICTURES_FOLDER: Final = "pictures_shown"


class Engines(Struct, frozen=True, kw_only=True):
    """What one job may use: settings, its policy (with its budget), and the caches kept between jobs.

    `cache` holds paid answers, `spoken` lines spoken by voices on this machine, `answers` the knowledge
    look-ups already made.
    """

    settings: EngineSettings
    cache: ResponseCache
    spoken: ResponseCache = field(default_factory=NoResponseCache)
    notes: ResponseCache = field(default_factory=NoResponseCache)
    read: ResponseCache = field(default_factory=NoResponseCache)
    ledger: PictureLedger = field(default_factory=NoLedger)
    waiting: Clock = field(default_factory=SystemClock)
    budget: Budget = field(default_factory=lambda: Budget(BudgetLimits()))
    purchases: Purchases = field(default_factory=Purchases)
    answers: Answers = field(default_factory=NoAnswers)

    @property
    def policy(self) -> Policy:
        """Retries from the settings, this job's budget, and circuit breakers shared by the process."""
        settings = self.settings
        return Policy(
            waiting=self.waiting,
            tries=RetryPolicy(
                count=settings.provider_tries,
                first=settings.provider_first_pause,
                longest=settings.provider_longest_pause,
            ),
            budget=self.budget,
            breakers=_breakers(settings.breaker_failures, settings.breaker_seconds),
        )

    @property
    def prices(self) -> Prices:
        """The price table."""
        settings = self.settings
        return Prices(
            chat_in=settings.price_chat_in,
            chat_out=settings.price_chat_out,
            speech=settings.price_speech,
            picture=settings.price_picture,
        )


def engines_for_job(
    settings: EngineSettings,
    *,
    workspace: Path,
    paid: Callable[[], ResponseCache] | None = None,
    purchases: Callable[[], Purchases] = Purchases,
    answers: Callable[[], Answers] = NoAnswers,
) -> Engines:
    """Engines with a fresh budget; paid answers, measured paces and shown pictures live in the workspace.

    `paid` opens a different cache for paid answers, `purchases` supplies the idempotency keys of purchases,
    `answers` the knowledge look-ups already made.
    """
    own = FolderResponseCache(workspace / PAID_FOLDER)
    allowance = BudgetLimits(
        calls=settings.budget_calls, seconds=settings.budget_seconds, money=settings.budget_money
    )
    return Engines(
        settings=settings,
        cache=paid() if paid else own,
        spoken=own,
        notes=FolderResponseCache(workspace / NOTES_FOLDER),
        read=FolderResponseCache(workspace / READ_FOLDER),
        ledger=FolderLedger(workspace / PICTURES_FOLDER),
        budget=Budget(allowance),
        purchases=purchases(),
        answers=answers(),
    )


@cache
def _breakers(failures: int, seconds: float) -> Breakers:
    """The circuit breakers of this process."""
    return Breakers(threshold=failures, cool_down=seconds)
