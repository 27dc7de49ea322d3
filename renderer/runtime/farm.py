"""Other workers that may help with a long render.

Helpers are asked, never relied upon: who leads a render can do all of it alone, and takes from the shared
tier what others have finished by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Farm(Protocol):
    """Where help is asked for."""

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Ask for these frames of the plan with this digest; the most wanted first. Never raises."""
        ...


class NoFarm:
    """Nobody to ask."""

    def offer(self, plan: str, segments: Sequence[range]) -> None:
        """Nothing happens."""
