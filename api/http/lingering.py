"""Transports that let a refused client finish: an answer that comes before the whole request is still read.

A socket that is closed while its client sends makes the client's system throw away what was answered. So our
side alone is ended first, and what still comes is thrown away for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import h11

if TYPE_CHECKING:
    import asyncio

LINGER_SECONDS: Final = 2.0


class LingeringTransport:
    """A transport that, closed while its client sends, ends our side now and the client's a little later."""

    def __init__(
        self, transport: asyncio.Transport, connection: h11.Connection, *, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._transport = transport
        self._connection = connection
        self._loop = loop
        self.is_lingering = False

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's."""
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether nothing more is to be said."""
        return self.is_lingering or self._transport.is_closing()

    def close(self) -> None:
        """End both sides, or ours alone while the client sends."""
        is_sending = self._connection.their_state is h11.SEND_BODY
        if self.is_closing() or not is_sending or not self._transport.can_write_eof():
            self._transport.close()
            return
        self.is_lingering = True
        self._transport.write_eof()
        self._transport.resume_reading()
        self._loop.call_later(LINGER_SECONDS, self._transport.close)
