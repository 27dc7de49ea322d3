"""The error with which our transport ends an exchange: an httpx error, so that every client handles it."""

from __future__ import annotations

from typing import Final

import httpx

from renderer.net.bounds import MEGABYTE, Bounds

UNREACHABLE: Final = "it cannot be reached"
"""Text of the `TransportError` for a server that accepts no connection."""


class TooMuchError(httpx.TransportError):
    """A body exceeded its bound in bytes or seconds; the text says which."""

    @classmethod
    def large(cls, bounds: Bounds) -> TooMuchError:
        """The error for more bytes than allowed."""
        size = f"{bounds.body / MEGABYTE:g} MB"
        return cls(f"its answer is larger than {size} (CLIPWRIGHT_PROVIDER_ANSWER_MB)")

    @classmethod
    def slow(cls, bounds: Bounds) -> TooMuchError:
        """The error for more seconds than allowed."""
        return cls(f"its answer took longer than {bounds.total:g} s (CLIPWRIGHT_PROVIDER_TOTAL_SECONDS)")
