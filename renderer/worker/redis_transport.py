"""Kombu's Redis transport, made to skip entries that are not messages instead of ending the worker.

Any client can push any bytes to a Redis list. Kombu 5 decodes an entry as JSON in the worker's main loop, and
an invalid one ends the process; the next worker would then meet the next one. Entries are popped before they
are decoded, so skipping an invalid one is enough.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from kombu import transport
from kombu.transport import redis

from renderer.worker.consumer import UNREADABLE

_LOG: Final = structlog.get_logger(__name__)


class Channel(redis.Channel):
    """A channel that logs and skips an unreadable entry."""

    def _brpop_read(self, **options: Any) -> bool:
        try:
            super()._brpop_read(**options)  # type: ignore[misc]  # the stubs leave it out
        except UNREADABLE as error:
            # never log the bytes themselves: they may hold anything
            _LOG.error("message_put_aside", reason=type(error).__name__)
        return True


class Transport(redis.Transport):
    """The Redis transport with such channels."""

    Channel = Channel


def use_for_redis() -> None:
    """Use this transport for all later connections of this process to `redis://` and `rediss://`."""
    for scheme in ("redis", "rediss"):
        transport.TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
