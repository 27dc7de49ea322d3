"""One HTTP exchange, redirects included, through httpx and our transport."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.net.bounds import Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.failures import foreign_failures, status_failure
from renderer.net.replies import HttpResponse
from renderer.net.too_much import TooMuchError
from renderer.net.transport import GuardedTransport

PLAIN: Final = {"Accept-Encoding": "identity"}
"""Headers that ask for an uncompressed body."""

MOST_REDIRECTS: Final = 3

_CIRCLE: Final = "it redirects in circles"
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


class Exchange(Struct, frozen=True, kw_only=True):
    """Sends requests to one endpoint and follows its redirects."""

    endpoint: Endpoint
    bounds: Bounds

    def answer(
        self, method: str, url: str, *, headers: Mapping[str, str], content: Mapping[str, Any]
    ) -> HttpResponse:
        """The reply after redirects; `content` is httpx's query or body argument. Raises as `HttpClient`."""
        quiet_libraries()
        transport = GuardedTransport(trusted=frozenset({self.endpoint.origin}), bounds=self.bounds)
        with httpx.Client(transport=transport, trust_env=False, timeout=self.bounds.idle) as client:
            for _ in range(MOST_REDIRECTS + 1):
                with foreign_failures(self.endpoint):
                    sent = {**headers, **PLAIN, **self._headers_for(url, method)}
                    with client.stream(method, url, headers=sent, **content) as reply:
                        if reply.status_code not in _REDIRECTS:
                            return self._finished(reply)
                        url = self._redirected(url, reply)
                content = {name: value for name, value in content.items() if name != "params"}
                if reply.status_code == httpx.codes.SEE_OTHER:
                    method, content = "GET", {}
        raise ClipwrightError("provider_failed", provider=self.endpoint.provider, reason=_CIRCLE)

    def _headers_for(self, url: str, method: str) -> dict[str, str]:
        """Headers of a request; the key goes to the configured origin only, never to where a reply points."""
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
    """Keep HTTP libraries from logging addresses and headers, which may contain keys."""
    for name in ("httpx", "httpcore", "openai"):
        logging.getLogger(name).setLevel(logging.WARNING)
