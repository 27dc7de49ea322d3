"""The background loop: dispatch, reap, sweep, in one thread of any process that is asked to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from api.chores import take_turn

if TYPE_CHECKING:
    from api.services import Services

_TICK_SECONDS: Final = 1.0
_REAP_EVERY: Final = timedelta(seconds=5)
_SWEEP_EVERY: Final = timedelta(seconds=60)
_log: Final = structlog.get_logger("api.background")


class Background:
    """Runs until stopped; a failing pass is logged and tried again at the next tick."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the pass at hand."""
        self._stopped.set()
        self._services.wake.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._services.wake.clear()
            for chore in (self._reap, self._sweep, self._dispatch):
                self._attempt(chore)
            self._services.wake.wait(_TICK_SECONDS)

    def _attempt(self, chore: Callable[[], None]) -> None:
        try:
            chore()
        except Exception as error:  # noqa: BLE001 - whatever it was, the next pass may succeed
            _log.warning("chore_failed", chore=chore.__name__, error=type(error).__name__)

    def _dispatch(self) -> None:
        while self._services.dispatcher.run_once() and not self._stopped.is_set():
            pass

    def _reap(self) -> None:
        if self._turn("reap", _REAP_EVERY):
            while self._services.reaper.run_once():
                pass

    def _sweep(self) -> None:
        if self._turn("sweep", _SWEEP_EVERY):
            while self._services.sweeper.run_once() and not self._stopped.is_set():
                pass

    def _turn(self, name: str, every: timedelta) -> bool:
        return take_turn(self._services.database, name=name, clock=self._services.clock, every=every)
