"""Liveness of the worker: a file that is touched whenever it has spoken with its broker."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from renderer.worker.settings import WorkerSettings

ALIVE: Final = "alive"


def show_alive(settings: WorkerSettings) -> None:
    """Leave a sign of life; of a workspace that cannot be written `Intake.look` tells."""
    with suppress(OSError):
        settings.workspace.mkdir(parents=True, exist_ok=True)
        (settings.workspace / ALIVE).touch()


def check_alive(settings: WorkerSettings, *, now: float, seconds: float = 60.0) -> bool:
    """Whether the worker has spoken with its broker lately; for health checks."""
    try:
        # a word from the future is of a clock that was set back, and says nothing
        return abs(now - (settings.workspace / ALIVE).stat().st_mtime) < seconds
    except OSError:
        return False
