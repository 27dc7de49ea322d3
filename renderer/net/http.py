"""One HTTP client for all providers: bounded in bytes and seconds, careful with redirects and secrets.

Foreign failures become `ClipwrightError`s here and nowhere else. A sentence names the provider, the
setting and what happened; it never holds a key, a query string or a reply's text.
"""

from __future__ import annotations

import email.utils
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx
import msgspec
from pydantic import SecretStr

from renderer.errors import ClipwrightError
from renderer.net.addresses import Origin
from renderer.net.idempotency import Purchases
from renderer.net.transport import UNREACHABLE, Bounds, GuardedTransport, TooMuchError

PLAIN: Final = {"Accept-Encoding": "identity"}
"""Bodies are asked for uncompressed."""

MOST_REDIRECTS: Final = 3
LONGEST_WAIT: Final = 600.0
"""A server that asks for a longer pause (seconds) is as good as away."""

_CIRCLE: Final = "it redirects in circles"
_NOWHERE: Final = "it names an address that is none"
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_KEY_STATUSES: Final = frozenset({401, 403})
_BUSY_STATUSES: Final = frozenset({408, 425, 429, 503, 529})


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A configured server: its address `base`, and which settings hold it and its key.

    `agent` is how requests introduce themselves; some servers ask for an address where to complain.
    """

    provider: str
    base: str
    setting: str
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    key_setting: str = ""
    key_header: str = "Authorization"
    key_prefix: str = "Bearer "
    agent: str = "clipwright"

    @property
    def origin(self) -> Origin:
        """Host and port of `base`.

        Raises:
            ClipwrightError: `provider_unconfigured` when it is no address.
        """
        try:
            parts = urlsplit(self.base)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.password:
            raise ClipwrightError(
                "provider_unconfigured",
                provider=self.provider,
                setting=f"{self.setting} to an http(s) address",
            )
        return parts.hostname.lower(), port or (443 if parts.scheme == "https" else 80)

    @property
    def place(self) -> str:
        """Host and port as text: goes into fingerprints; never the path or a key."""
        host, port = self.origin
        return f"{host}:{port}"

    @property
    def key_headers(self) -> dict[str, str]:
        """The header that carries the key; none without a key."""
        secret = self.key.get_secret_value()
        return {self.key_header: self.key_prefix + secret} if secret else {}


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


def wrong_kind(provider: str, kind: str, *, wanted: str, setting: str) -> ClipwrightError:
    """A reply of another media type than wanted: most often the address is that of a page."""
    advice = f"; look at {setting}" if setting else ""
    reason = f"it sent {kind or 'an untyped body'} where {wanted} belongs{advice}"
    return ClipwrightError("provider_reply", provider=provider, reason=reason)


def too_late(provider: str) -> ClipwrightError:
    """A server that fell silent."""
    reason = "it did not answer in time (CLIPWRIGHT_PROVIDER_IDLE_SECONDS)"
    return ClipwrightError("provider_failed", provider=provider, reason=reason)


def broken_off(endpoint: Endpoint, error: Exception) -> ClipwrightError:
    """A connection that failed; the transport's own words are ours."""
    reason = str(error) if type(error) is httpx.TransportError else "the connection broke off"
    advice = f"; look at {endpoint.setting}" if reason == UNREACHABLE else ""
    return ClipwrightError("provider_failed", provider=endpoint.provider, reason=reason + advice)


def quiet_libraries() -> None:
    """Keep HTTP libraries from logging addresses and headers: some keys travel in them."""
    for name in ("httpx", "httpcore", "openai"):
        logging.getLogger(name).setLevel(logging.WARNING)


@contextmanager
def foreign_failures(endpoint: Endpoint) -> Iterator[None]:
    """Turn httpx's failures into ours."""
    try:
        yield
    except TooMuchError as error:
        raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=error) from error
    except httpx.TimeoutException as error:
        raise too_late(endpoint.provider) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise broken_off(endpoint, error) from error
    except ValueError as error:  # the ports and host names of an address are read only when it is used
        raise ClipwrightError("provider_failed", provider=endpoint.provider, reason=_NOWHERE) from error


def status_failure(endpoint: Endpoint, status: int, headers: Mapping[str, str]) -> ClipwrightError:
    """What an HTTP status of 3xx and above means."""
    provider = endpoint.provider
    if status in _KEY_STATUSES:
        return ClipwrightError(
            "provider_key", provider=provider, status=status, setting=endpoint.key_setting or endpoint.setting
        )
    if status in _BUSY_STATUSES:
        return ClipwrightError(
            "provider_busy", provider=provider, status=status, seconds=f"{retry_after(headers):g}"
        )
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return ClipwrightError("provider_failed", provider=provider, reason=f"status {status}")
    if status == httpx.codes.NOT_FOUND:
        reason = f"it has no such address or model (status 404); look at {endpoint.setting}"
        return ClipwrightError("provider_refused", provider=provider, reason=reason)
    return ClipwrightError("provider_refused", provider=provider, reason=f"status {status}")


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds that a reply asks to wait: 0 when it does not ask, at most `LONGEST_WAIT`."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            seconds = 0.0
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else 0.0  # noqa: PLR0124 - NaN differs from itself
