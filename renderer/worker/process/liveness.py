"""Liveness of the worker: a file that is touched at every heartbeat to its broker."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from renderer.worker.settings import WorkerSettings

ALIVE: Final = "alive"


def show_alive(settings: WorkerSettings) -> None:
    """Touch the liveness file; an unwritable workspace is ignored here, since `Intake.look` reports it."""
    with suppress(OSError):
        settings.workspace.mkdir(parents=True, exist_ok=True)
        (settings.workspace / ALIVE).touch()


def check_alive(settings: WorkerSettings, *, now: float, seconds: float = 60.0) -> bool:
    """Whether the worker has sent a heartbeat in the last `seconds`; for health checks."""
    try:
        # abs: a time far in the future comes from a clock that was set back since, and proves nothing
        return abs(now - (settings.workspace / ALIVE).stat().st_mtime) < seconds
    except OSError:
        return False
