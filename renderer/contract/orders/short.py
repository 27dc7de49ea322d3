"""The order of a short video."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from renderer.contract.orders.base import SPOKEN_CHARACTERS_PER_SECOND, NarratedOrder

_USUAL_SECONDS: Final = 90.0


class ShortOrder(NarratedOrder):
    """One short video: a topic, or the caller's own script, plus settings."""

    workflow: Literal["short"] = "short"
    topic: Annotated[str, Field(max_length=500)] = ""
    script: Annotated[str, Field(max_length=60_000)] = ""

    @property
    def about(self) -> str:
        """The topic."""
        return self.topic

    @property
    def expected_seconds(self) -> float:
        """Estimated from the length of the script; without one, those of a usual short video."""
        return len(self.script) / SPOKEN_CHARACTERS_PER_SECOND if self.script else _USUAL_SECONDS
