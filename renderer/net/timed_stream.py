"""Network streams that neither read nor write after the moment by which the whole exchange must be over.

A time-out of each read alone would let a server that sends its headers byte by byte go on for days.
"""

from __future__ import annotations

import math
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpcore

from renderer.clock import stopwatch


class Deadline(threading.local):
    """When the exchange of the current thread must be over, in seconds of `stopwatch`."""

    until: float = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedStream(httpcore.NetworkStream):
    """A stream that raises the error made by `late` once the deadline has passed."""

    inner: httpcore.NetworkStream
    deadline: Deadline
    late: Callable[[], Exception]

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
        return TimedStream(inner=inner, deadline=self.deadline, late=self.late)

    def get_extra_info(self, info: str) -> Any:
        """What the inner stream knows."""
        return self.inner.get_extra_info(info)

    def _left(self, timeout: float | None) -> float | None:
        left = self.deadline.until - stopwatch()
        if left <= 0:
            raise self.late()
        least = left if timeout is None else min(timeout, left)
        return None if math.isinf(least) else least

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Tell a wait that the deadline has cut short from one that took too long by itself."""
        try:
            yield
        except httpcore.TimeoutException as error:
            if stopwatch() >= self.deadline.until:
                raise self.late() from error
            raise
