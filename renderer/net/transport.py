"""An httpx transport that checks the addresses it connects to and bounds the bodies it reads.

Built on httpcore's public pool, so every client on top of it (ours, and libraries that accept an httpx
client) keeps the same bounds. Bodies are uncompressed, so a small one cannot unpack to a large one.
"""

from __future__ import annotations

import functools
import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import certifi
import httpcore
import httpx

from renderer.clock import stopwatch
from renderer.errors import ClipwrightError
from renderer.net.addresses import allowed_address, resolve
from renderer.net.bounds import Bounds
from renderer.net.origin import Origin
from renderer.net.timed_stream import Deadline, TimedStream
from renderer.net.too_much import UNREACHABLE, TooMuchError

_COMPRESSED: Final = "it sent a compressed answer that was not asked for"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedBackend(httpcore.NetworkBackend):
    """Connects to public addresses and trusted origins only."""

    trusted: frozenset[Origin]
    deadline: Deadline
    late: Callable[[], Exception]
    inner: httpcore.NetworkBackend = field(default_factory=httpcore.SyncBackend)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Resolve, check, and connect to the very addresses that were checked, to one after the other.

        `localhost` often has two addresses, and a server that listens on one of them.
        """
        try:
            found = resolve(host, port)
        except OSError as error:
            raise httpcore.ConnectError from error
        allowed_address(host, port, trusted=self.trusted, found=found)
        *others, last = found
        for address in others:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return self._timed(
                    self.inner.connect_tcp(address, port, timeout, local_address, socket_options)
                )
            if stopwatch() >= self.deadline.until:
                raise self.late()
        return self._timed(self.inner.connect_tcp(last, port, timeout, local_address, socket_options))

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Refuse: a reply must not reach local sockets."""
        del path, timeout, socket_options
        raise ClipwrightError("address_refused", host="a socket of this machine")

    def sleep(self, seconds: float) -> None:
        """Wait between retries of the pool, which is configured to make none."""
        self.inner.sleep(seconds)

    def _timed(self, stream: httpcore.NetworkStream) -> TimedStream:
        return TimedStream(inner=stream, deadline=self.deadline, late=self.late)


@functools.cache
def _authorities() -> ssl.SSLContext:
    """The public certificate authorities, read once."""
    return ssl.create_default_context(cafile=certifi.where())


class GuardedTransport(httpx.BaseTransport):
    """A transport over one connection pool. Reads no proxies or other settings from the environment."""

    def __init__(self, *, trusted: frozenset[Origin], bounds: Bounds) -> None:
        self._bounds, self._deadline = bounds, Deadline()
        self._pool = httpcore.ConnectionPool(
            ssl_context=_authorities(),
            max_connections=8,
            keepalive_expiry=30.0,
            network_backend=GuardedBackend(
                trusted=trusted,
                deadline=self._deadline,
                late=functools.partial(TooMuchError.slow, bounds),
            ),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """One exchange; the body is bounded while it is read."""
        until = self._deadline.until = stopwatch() + self._bounds.total
        core = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=self._extensions(request.extensions),
        )
        with _translated():
            answer = self._pool.handle_request(core)
        _refuse_compression(answer)
        stream = _BoundedStream(answer.stream, self._bounds, until=until)  # type: ignore[arg-type]  # sync
        return httpx.Response(
            answer.status, headers=answer.headers, stream=stream, extensions=answer.extensions
        )

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def _extensions(self, given: Mapping[str, Any]) -> dict[str, Any]:
        bounds = self._bounds
        timeout = {"connect": bounds.connect, "read": bounds.idle, "write": bounds.idle, "pool": bounds.total}
        return {**given, "timeout": timeout}


class _BoundedStream(httpx.SyncByteStream):
    def __init__(self, inner: Iterable[bytes], bounds: Bounds, *, until: float) -> None:
        self._inner, self._bounds, self._until = inner, bounds, until

    def __iter__(self) -> Iterator[bytes]:
        count = 0
        with _translated():
            for piece in self._inner:
                count += len(piece)
                if count > self._bounds.body:
                    raise TooMuchError.large(self._bounds)
                if stopwatch() > self._until:
                    raise TooMuchError.slow(self._bounds)
                yield piece

    def close(self) -> None:
        close: Callable[[], None] = getattr(self._inner, "close", lambda: None)
        close()


def _refuse_compression(answer: httpcore.Response) -> None:
    """Refuse a compressed body, so that the bound on bytes received is also the bound in memory.

    Every Content-Encoding header counts, because httpx undoes the codings of all of them.
    """
    codings = (value for name, value in answer.headers if name.lower() == b"content-encoding")
    if any(coding.strip().lower() not in {b"", b"identity"} for coding in codings):
        answer.close()
        raise httpx.TransportError(_COMPRESSED)


@contextmanager
def _translated() -> Iterator[None]:
    """Turn httpcore's errors into httpx's."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise httpx.ReadTimeout("") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
        raise httpx.TransportError(_reason(error)) from error


def _reason(error: Exception) -> str:
    if isinstance(error, httpcore.ConnectError):
        return UNREACHABLE
    if isinstance(error, httpcore.UnsupportedProtocol):
        return "its address does not begin with http:// or https://"
    return "the connection broke off"
