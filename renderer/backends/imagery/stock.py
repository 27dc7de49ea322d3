"""Code shared by stock providers: rate limiting, cached searches and pictures, defensive reply parsing."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct

from renderer.backends.imagery.base import Candidate
from renderer.backends.imagery.picture_bytes import picture_kind
from renderer.clock import Clock
from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.response_cache import ResponseCache, remembered, request_key

PER_PAGE: Final = 20
LONGEST_QUERY: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRate:
    """A rate limit of `count` calls in any `seconds`; waits at most `longest_wait` seconds. Thread-safe."""

    count: int
    seconds: float
    waiting: Clock
    longest_wait: float = 30.0
    times: deque[float] = field(default_factory=deque, repr=False, compare=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def turn(self, provider: str) -> None:
        """Wait until a call may be made.

        Raises:
            ClipwrightError: `provider_busy` when the wait would be too long.
        """
        with self.lock:
            now = self.waiting.monotonic()
            while self.times and self.times[0] <= now - self.seconds:
                self.times.popleft()
            if len(self.times) >= self.count:
                left = self.times[0] + self.seconds - now
                if left > self.longest_wait:
                    raise ClipwrightError(
                        "provider_busy", provider=provider, status="own limit", seconds=f"{left:.0f}"
                    )
                self.waiting.sleep(left)
                self.times.popleft()
            self.times.append(self.waiting.monotonic())


class StockClient(Struct, frozen=True, kw_only=True):
    """One provider's client, rate limit and cache; a search is cached for one `period` (such as a date)."""

    client: HttpClient
    policy: Policy
    cache: ResponseCache
    pace: CallRate
    period: str = ""

    @property
    def provider(self) -> str:
        """The provider's name in error messages."""
        return self.client.endpoint.provider

    def ask(self, path: str, query: dict[str, str], *, hidden: dict[str, str]) -> Any:
        """The cached JSON document of a search; `hidden` (a key) is sent but is not part of the cache key."""
        key = request_key(
            "search", base=self.client.endpoint.base, path=path, query=query, period=self.period
        )
        body = remembered(self.cache, key, lambda: self._document(path, {**query, **hidden}))
        return msgspec.json.decode(body)

    def picture(self, candidate: Candidate) -> bytes:
        """The picture's file, cached by its identity."""
        key = request_key("picture", identity=candidate.identity, width=candidate.width)
        return remembered(self.cache, key, lambda: self._file(candidate.address))

    def _file(self, address: str) -> bytes:
        """The file at an address; raises when it is not a picture, so that no error page is cached."""

        def fetched() -> bytes:
            body = self.client.get(address, accept="image/*").body
            try:
                picture_kind(body)
            except ValueError as error:
                raise ClipwrightError("provider_reply", provider=self.provider, reason=error) from error
            return body

        return self._call(fetched)

    def _document(self, path: str, query: dict[str, str]) -> bytes:
        return self._call(lambda: msgspec.json.encode(self.client.get(path, query=query).json(self.provider)))

    def _call(self, action: Callable[[], bytes]) -> bytes:
        def paced() -> bytes:
            self.pace.turn(self.provider)
            return action()

        return self.policy.call(self.provider, paced)


def rows_of(document: Any, name: str, kind: type, provider: str) -> list[Any]:
    """The list `name` of a reply as structs of `kind`; invalid rows are left out.

    Raises:
        ClipwrightError: `provider_reply` when there is no such list.
    """
    rows = document.get(name) if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise ClipwrightError("provider_reply", provider=provider, reason=f"its reply has no list '{name}'")
    found: list[Any] = []
    for row in rows[:PER_PAGE]:
        try:
            found.append(msgspec.convert(row, kind))
        except msgspec.ValidationError:
            continue
    return found
