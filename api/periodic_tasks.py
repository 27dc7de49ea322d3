"""Periodic tasks: dispatching, reaping and retention, in one thread of each process set up to run them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from api.db.interval_lock import try_interval_lock
from renderer.clock import stopwatch

if TYPE_CHECKING:
    from api.assembly import AllServices

_TICK_SECONDS: Final = 1.0
_FROZEN_SECONDS: Final = 2.0
_REAP_EVERY: Final = timedelta(seconds=5)
_SWEEP_EVERY: Final = timedelta(seconds=60)
_SWEEP_STAGING_EVERY: Final = timedelta(minutes=30)
_log: Final = structlog.get_logger("api.background")


class PeriodicTasks:
    """Runs the tasks in a thread until stopped; a failing task is logged and tried again at the next tick."""

    def __init__(self, services: AllServices) -> None:
        self._services = services
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._services.reaper.listening.begin_again()
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current pass; waits up to 10 seconds for it."""
        self._stopped.set()
        self._services.wake.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._services.wake.clear()
            for task in (self._reap, self._sweep, self._dispatch):
                self._attempt(task)
            self._rest()

    def _rest(self) -> None:
        """Wait for the next tick; listen anew if the process was frozen, since it heard no worker then."""
        began = stopwatch()
        self._services.wake.wait(_TICK_SECONDS)
        if stopwatch() - began > _TICK_SECONDS + _FROZEN_SECONDS:
            _log.warning("was_frozen", seconds=round(stopwatch() - began))
            self._services.reaper.listening.begin_again()

    def _attempt(self, task: Callable[[], None]) -> None:
        try:
            task()
        except Exception as error:  # noqa: BLE001 - whatever it was, the next pass may succeed
            _log.warning("task_failed", task=task.__name__, error=type(error).__name__)

    def _dispatch(self) -> None:
        """Publish what is due, but no longer than until jobs may have to be taken back."""
        until = stopwatch() + _REAP_EVERY.total_seconds()
        while self._services.dispatcher.run_once() and not self._stopped.is_set():
            if stopwatch() >= until:
                self._services.wake.set()
                return

    def _reap(self) -> None:
        try:
            if self._turn("reap", _REAP_EVERY):
                self._services.reaper.mend_dates()
                while self._services.reaper.run_once():
                    pass
        except Exception:
            # whatever keeps us from writing also keeps the workers' reports from being written
            self._services.reaper.listening.begin_again()
            raise

    def _sweep(self) -> None:
        if self._turn("sweep", _SWEEP_EVERY):
            self._attempt(self._sweep_jobs)
            self._attempt(self._sweep_projects)
        if self._turn("sweep_staging", _SWEEP_STAGING_EVERY):
            self._services.project_sweeper.sweep_leftovers()

    def _sweep_jobs(self) -> None:
        self._sweep_all(self._services.sweeper.run_once)

    def _sweep_projects(self) -> None:
        self._sweep_all(self._services.project_sweeper.run_once)

    def _sweep_all(self, run_once: Callable[[], int]) -> None:
        """Sweep until nothing is left to sweep; between two passes, what cannot wait has its turn."""
        while run_once() and not self._stopped.is_set():
            self._attempt(self._reap)
            self._attempt(self._dispatch)

    def _turn(self, name: str, every: timedelta) -> bool:
        return try_interval_lock(self._services.database, name=name, clock=self._services.clock, every=every)
