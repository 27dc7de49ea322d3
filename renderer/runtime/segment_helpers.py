"""The port for segment helpers: other workers that may render segments of a long video.

Helpers are asked, never relied upon: the process that leads a render can do all of it alone, and takes from
the shared cache what others have finished by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class SegmentHelpers(Protocol):
    """Offers segments to other workers."""

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Offer these frames of the plan with this digest, the most wanted first. Never raises."""
        ...


class NoSegmentHelpers:
    """No other workers."""

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Do nothing."""
