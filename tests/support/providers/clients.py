"""Provider clients for tests: short time limits, a clock that does not wait, a real cache."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from pydantic import SecretStr

from renderer.backends.providers.chat import ChatClient
from renderer.backends.providers.prices import Prices
from renderer.clock import FakeClock
from renderer.net.bounds import Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.http import HttpClient
from renderer.net.policy import Breakers, Budget, BudgetLimits, Policy, RetryPolicy
from renderer.net.response_cache import FolderResponseCache, NoResponseCache, ResponseCache
from tests.support.providers.server import ProviderServer

SECRET = "sk-very-secret-1234567890"
BOUNDS = Bounds(connect=2.0, idle=1.5, total=3.0, body=2_000_000)


def policy(
    *, tries: int = 3, calls: int = 100, money: Decimal = Decimal(100), clock: FakeClock | None = None
) -> Policy:
    return Policy(
        waiting=clock or FakeClock(),
        tries=RetryPolicy(count=tries, first=1.0, longest=30.0),
        budget=Budget(BudgetLimits(calls=calls, seconds=1000.0, money=money)),
        breakers=Breakers(threshold=5, cool_down=60.0),
    )


def endpoint(server: ProviderServer, *, base: str = "") -> Endpoint:
    return Endpoint(
        provider="The test server",
        base=base or server.url,
        setting="CLIPWRIGHT_TEST_BASE_URL",
        key=SecretStr(SECRET),
        key_setting="CLIPWRIGHT_TEST_KEY",
    )


def http(server: ProviderServer, *, bounds: Bounds = BOUNDS) -> HttpClient:
    return HttpClient(endpoint=endpoint(server), bounds=bounds)


def chat(
    server: ProviderServer,
    *,
    cache: Path | None = None,
    rules: Policy | None = None,
    prices: Prices | None = None,
) -> ChatClient:
    memory: ResponseCache = FolderResponseCache(cache) if cache else NoResponseCache()
    return ChatClient(
        endpoint=endpoint(server),
        model="test-model",
        policy=rules or policy(),
        cache=memory,
        prices=prices or Prices(),
        bounds=BOUNDS,
    )
