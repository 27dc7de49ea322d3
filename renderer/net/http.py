"""One HTTP client for all providers: bounded in bytes and seconds, careful with redirects and secrets.

A sentence about a failure (`failures`) names the provider, the setting and what happened; it never holds
a key, a query string or a reply's text.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx
import msgspec

from renderer.errors import ClipwrightError
from renderer.net.endpoint import Endpoint
from renderer.net.failures import foreign_failures, status_failure, wrong_kind
from renderer.net.idempotency import Purchases
from renderer.net.transport import Bounds, GuardedTransport, TooMuchError

PLAIN: Final = {"Accept-Encoding": "identity"}
"""Bodies are asked for uncompressed."""

MOST_REDIRECTS: Final = 3

_CIRCLE: Final = "it redirects in circles"
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpResponse:
    """A complete, successful reply; `kind` is its media type in lower case without parameters.

    `setting` names the one that holds the server's address.
    """

    body: bytes
    kind: str
    headers: Mapping[str, str]
    setting: str = ""

    def unexpected(self, provider: str, wanted: str) -> ClipwrightError:
        """What to raise when the kind is not the wanted one."""
        return wrong_kind(provider, self.kind, wanted=wanted, setting=self.setting)

    def json(self, provider: str) -> Any:
        """The body as JSON.

        Raises:
            ClipwrightError: `provider_reply` when it is none.
        """
        if self.kind and not (self.kind.endswith(("json", "text/plain"))):
            raise self.unexpected(provider, "JSON")
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ClipwrightError(
                "provider_reply", provider=provider, reason="its JSON is cut off or broken"
            ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpClient:
    """Talks to one endpoint and to public addresses that its replies name; connects for each exchange."""

    endpoint: Endpoint
    bounds: Bounds = field(default_factory=Bounds)
    purchases: Purchases = field(default_factory=Purchases)

    def get(
        self, path: str, *, query: Mapping[str, str] | None = None, accept: str = "application/json"
    ) -> HttpResponse:
        """GET `path` (below `base`, or a whole address); raises as `_exchange`."""
        return self._exchange("GET", self.url(path), accept=accept, params=dict(query or {}))

    def post(self, path: str, document: object, *, accept: str = "application/json") -> HttpResponse:
        """POST a JSON document, which buys something; raises as `_exchange`."""
        body = msgspec.json.encode(document)
        named = self.purchases.header(f"{path}\n".encode() + body)
        return self._exchange("POST", self.url(path), accept=accept, named=named, content=body)

    def url(self, path: str) -> str:
        """A path below the endpoint's base; whole addresses stay."""
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
            ClipwrightError: `provider_failed` (also away, slow, too large), `provider_busy`,
                `provider_key`, `provider_refused`, `address_refused`.
        """
        quiet_libraries()
        transport = GuardedTransport(trusted=frozenset({self.endpoint.origin}), bounds=self.bounds)
        with httpx.Client(transport=transport, trust_env=False, timeout=self.bounds.idle) as client:
            for _ in range(MOST_REDIRECTS + 1):
                with foreign_failures(self.endpoint):
                    headers = {"Accept": accept, **PLAIN, **named, **self._headers_for(url, method)}
                    with client.stream(method, url, headers=headers, **content) as reply:
                        if reply.status_code not in _REDIRECTS:
                            return self._finished(reply)
                        url = self._redirected(url, reply)
                content.pop("params", None)
                if reply.status_code == httpx.codes.SEE_OTHER:
                    method, content = "GET", {}
        raise ClipwrightError("provider_failed", provider=self.endpoint.provider, reason=_CIRCLE)

    def _headers_for(self, url: str, method: str) -> dict[str, str]:
        """The key goes to the configured origin only, never where a reply points."""
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        own = ((parts.hostname or "").lower(), port) == self.endpoint.origin
        kind = {"Content-Type": "application/json"} if method == "POST" else {}
        return {"User-Agent": self.endpoint.agent, **kind, **(self.endpoint.key_headers if own else {})}

    def _redirected(self, url: str, reply: httpx.Response) -> str:
        target = urljoin(url, str(reply.headers.get("location", "")))
        downgraded = urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https"
        if not target.startswith(("http://", "https://")) or downgraded or target == url:
            raise ClipwrightError(
                "provider_failed", provider=self.endpoint.provider, reason="it redirects to nowhere"
            )
        return target

    def _finished(self, reply: httpx.Response) -> HttpResponse:
        announced = reply.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > self.bounds.body:
            raise TooMuchError.large(self.bounds)
        body = bytearray()
        for piece in reply.iter_bytes():
            body += piece
        if not reply.is_success:
            raise status_failure(self.endpoint, reply.status_code, reply.headers)
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        return HttpResponse(body=bytes(body), kind=kind, headers=reply.headers, setting=self.endpoint.setting)


def quiet_libraries() -> None:
    """Keep HTTP libraries from logging addresses and headers: some keys travel in them."""
    for name in ("httpx", "httpcore", "openai"):
        logging.getLogger(name).setLevel(logging.WARNING)
