"""Engines with an adjustable pace; part of the port, for fitting lines to windows.

Few engines that charge per line offer it, as repeating a line at a faster pace means paying for it twice.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from renderer.backends.speech.base import SpeechEngine


@runtime_checkable
class PacedEngine(Protocol):
    """An engine that can itself speak faster or slower, at no cost."""

    def at_rate(self, rate: float) -> SpeechEngine:
        """The engine at `rate` times its voices' own pace, about 0.8 to 1.3; unchanged if it cannot."""
        ...


def engine_at_rate(engine: SpeechEngine, rate: float) -> SpeechEngine:
    """The engine at `rate` times its own pace, or unchanged if it has only one pace."""
    return engine.at_rate(rate) if isinstance(engine, PacedEngine) else engine
