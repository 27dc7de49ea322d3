"""Lingering close: a client that is refused before its whole request has arrived can still read the answer.

If a socket is closed while its client is sending, the client's system discards the answer. So only our side
is shut down at first, and what still arrives is discarded for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import h11

if TYPE_CHECKING:
    import asyncio

LINGER_SECONDS: Final = 2.0


class LingeringTransport:
    """A transport that, closed while its client sends, shuts down our side now and the rest a bit later."""

    def __init__(
        self, transport: asyncio.Transport, connection: h11.Connection, *, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._transport = transport
        self._connection = connection
        self._loop = loop
        self.is_lingering = False

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether nothing more may be written."""
        return self.is_lingering or self._transport.is_closing()

    def close(self) -> None:
        """Close both sides, or only ours for now while the client is sending."""
        is_sending = self._connection.their_state is h11.SEND_BODY
        if self.is_closing() or not is_sending or not self._transport.can_write_eof():
            self._transport.close()
            return
        self.is_lingering = True
        self._transport.write_eof()
        self._transport.resume_reading()
        self._loop.call_later(LINGER_SECONDS, self._transport.close)
