"""The limits of an exchange with a server, in seconds and bytes."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

MEGABYTE: Final = 1_000_000


class Bounds(Struct, frozen=True, kw_only=True):
    """Limits of one exchange.

    `connect` and `idle` are in seconds (idle: the longest silence between two pieces of a body), `total` in
    seconds from the request to the last byte, `body` in bytes.
    """

    connect: float = 10.0
    idle: float = 60.0
    total: float = 180.0
    body: int = 4 * MEGABYTE
