"""Keeps a crew busy with segments to render ahead, until their video is rendered."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Final

from renderer.worker.segments.crew import PipedCrew

POLL_SECONDS: Final = 0.1


class SegmentFeeder:
    """Keeps a crew busy with segments to render ahead, on its own thread, until a leader takes it over."""

    def __init__(self, crew: PipedCrew) -> None:
        self.crew = crew
        self._waiting: dict[str, tuple[str, range]] = {}
        self._known: set[str] = set()
        self._adding = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="segments-ahead", daemon=True)

    def add(self, plan: str, segments: Mapping[range, str]) -> None:
        """Queue more segments behind those waiting; a segment that was added before is not rendered twice.

        One that still waits is rendered from the latest plan that has it: within a plan, pictures stay open.
        """
        with self._adding:
            for frames, key in segments.items():
                if key in self._waiting or key not in self._known:
                    self._waiting[key] = plan, frames
            self._known.update(segments.values())
        if not self._thread.ident:
            self._thread.start()
        self.crew.wake()

    def taken_over(self, plan: str) -> PipedCrew:
        """Stop rendering ahead, and hand the crew to the leader of this plan's rendering."""
        self._over.set()
        self.crew.wake()
        if self._thread.ident:
            self._thread.join()
        self.crew.plan = plan
        return self.crew

    def _feed(self) -> None:
        while not self._over.wait(0.0):
            while self.crew.resting and (waiting := self._next()):
                key, (plan, frames) = waiting
                self.crew.give_ahead(plan, frames, key=key)
            self.crew.news(wait=POLL_SECONDS)

    def _next(self) -> tuple[str, tuple[str, range]] | None:
        with self._adding:
            key = next(iter(self._waiting), None)
            return None if key is None else (key, self._waiting.pop(key))
