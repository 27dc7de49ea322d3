"""Network streams that neither read nor write after the moment by which the whole exchange must be over.

A time-out of each read alone would let a server that sends its headers byte by byte go on for days.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpcore

from renderer.net.bounds import Bounds
from renderer.net.too_much import TooMuchError


class Deadline(threading.local):
    """When the exchange of the current thread must be over, in seconds of `time.monotonic`."""

    until: float = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedStream(httpcore.NetworkStream):
    """A stream that raises `TooMuchError` once the deadline has passed."""

    inner: httpcore.NetworkStream
    bounds: Bounds
    deadline: Deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what is there, or wait for it."""
        with self._in_time():
            return self.inner.read(max_bytes, self._left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write everything."""
        with self._in_time():
            self.inner.write(buffer, self._left(timeout))

    def close(self) -> None:
        """Close the connection."""
        self.inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """The encrypted stream, with the same deadline."""
        with self._in_time():
            inner = self.inner.start_tls(ssl_context, server_hostname, self._left(timeout))
        return TimedStream(inner=inner, bounds=self.bounds, deadline=self.deadline)

    def get_extra_info(self, info: str) -> Any:
        """What the inner stream knows."""
        return self.inner.get_extra_info(info)

    def _left(self, timeout: float | None) -> float:
        left = self.deadline.until - time.monotonic()
        if left <= 0:
            raise TooMuchError.slow(self.bounds)
        return left if timeout is None else min(timeout, left)

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Tell a wait that the deadline has cut short from one that took too long by itself."""
        try:
            yield
        except httpcore.TimeoutException as error:
            if time.monotonic() >= self.deadline.until:
                raise TooMuchError.slow(self.bounds) from error
            raise
