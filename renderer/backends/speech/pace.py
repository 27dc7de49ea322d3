"""An engine's own pace: part of the port, for those who fit lines to windows.

Few engines that are paid for by the line keep it: a line that is asked for again, faster, is paid for twice.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from renderer.backends.speech.base import SpeechEngine


@runtime_checkable
class PacedEngine(Protocol):
    """An engine that can speak faster or slower by itself, at no cost."""

    def at_rate(self, rate: float) -> SpeechEngine:
        """The engine at `rate` times its voices' own pace, about 0.8 to 1.3; itself where it cannot."""
        ...


def engine_at_rate(engine: SpeechEngine, rate: float) -> SpeechEngine:
    """The engine at `rate` times its own pace, or as it is where it has only the one."""
    return engine.at_rate(rate) if isinstance(engine, PacedEngine) else engine
