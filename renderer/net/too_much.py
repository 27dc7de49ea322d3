"""How our transport ends an exchange itself: as an error of httpx, so that every client on it understands."""

from __future__ import annotations

from typing import Final

import httpx

from renderer.net.bounds import MEGABYTE, Bounds

UNREACHABLE: Final = "it cannot be reached"
"""The text of a `TransportError` where nobody accepts a connection."""


class TooMuchError(httpx.TransportError):
    """A body beyond its bound in bytes or seconds; the text says which."""

    @classmethod
    def large(cls, bounds: Bounds) -> TooMuchError:
        """More bytes than allowed."""
        size = f"{bounds.body / MEGABYTE:g} MB"
        return cls(f"its answer is larger than {size} (CLIPWRIGHT_PROVIDER_ANSWER_MB)")

    @classmethod
    def slow(cls, bounds: Bounds) -> TooMuchError:
        """More seconds than allowed."""
        return cls(f"its answer took longer than {bounds.total:g} s (CLIPWRIGHT_PROVIDER_TOTAL_SECONDS)")
