"""One HTTP client for all providers: bounded in bytes and seconds, careful with redirects and secrets.

The message of a failure (`failures`) names the provider, the setting and what happened; it never contains
a key, a query string or text of a reply. httpx is imported with the first exchange: the import takes a fifth
of a second, which a run without any exchange saves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct, field

from renderer.net.bounds import Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.idempotency import Purchases
from renderer.net.replies import HttpResponse


class HttpClient(Struct, frozen=True, kw_only=True):
    """Talks to one endpoint and to public addresses named in its replies; opens a connection per exchange."""

    endpoint: Endpoint
    bounds: Bounds = field(default_factory=Bounds)
    purchases: Purchases = field(default_factory=Purchases)

    def get(
        self, path: str, *, query: Mapping[str, str] | None = None, accept: str = "application/json"
    ) -> HttpResponse:
        """GET `path` (below `base`, or a full URL); raises what `_exchange` does."""
        return self._exchange("GET", self.url(path), accept=accept, params=dict(query or {}))

    def post(self, path: str, document: object, *, accept: str = "application/json") -> HttpResponse:
        """POST a JSON document, a paid request with an idempotency key; raises what `_exchange` does."""
        body = msgspec.json.encode(document)
        named = self.purchases.header(f"{path}\n".encode() + body)
        return self._exchange("POST", self.url(path), accept=accept, named=named, content=body)

    def url(self, path: str) -> str:
        """The URL of a path below the endpoint's base; a full URL is returned as it is."""
        if path.startswith(("http://", "https://")):
            return path
        return self.endpoint.base.rstrip("/") + "/" + path.lstrip("/")

    def _exchange(
        self,
        method: str,
        url: str,
        *,
        accept: str,
        named: Mapping[str, str] = MappingProxyType({}),
        **content: Any,
    ) -> HttpResponse:
        """One request with its redirects.

        Raises:
            ClipwrightError: `provider_failed` (also unreachable, silent), `provider_reply` (a body beyond
                its bounds), `provider_busy`, `provider_key`, `provider_refused`, `provider_unconfigured`,
                `address_refused`.
        """
        from renderer.net.exchange import Exchange  # noqa: PLC0415 - imports httpx

        exchange = Exchange(endpoint=self.endpoint, bounds=self.bounds)
        return exchange.answer(method, url, headers={"Accept": accept, **named}, content=content)
