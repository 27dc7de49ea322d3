"""Kombu's Redis transport, which puts aside what is no message instead of ending the worker.

A list in Redis takes any bytes from anybody. Kombu 5 reads an entry as JSON in the worker's main loop, and an
entry that is none ends the process; the next worker would take the next one. Entries are popped before they
are read, so leaving one out is enough.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from kombu import transport
from kombu.transport import redis

from renderer.worker.consumer import UNREADABLE

_LOG: Final = structlog.get_logger(__name__)


class Channel(redis.Channel):
    """Reads one entry at a time."""

    def _brpop_read(self, **options: Any) -> bool:
        try:
            super()._brpop_read(**options)  # type: ignore[misc]  # the stubs leave it out
        except UNREADABLE as error:
            # never the bytes themselves: nobody knows what they are
            _LOG.error("message_put_aside", reason=type(error).__name__)
        return True


class Transport(redis.Transport):
    """Redis with such channels."""

    Channel = Channel


def use_for_redis() -> None:
    """From now on, connections of this process to `redis://` and `rediss://` addresses are of this kind."""
    for scheme in ("redis", "rediss"):
        transport.TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
