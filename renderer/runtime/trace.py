"""Spans of time with attributes, written as a Chrome trace that opens in Perfetto.

Format: Trace Event Format, "complete" events (`ph` = X, microseconds).
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from renderer.clock import Clock


class Tracer(Protocol):
    """Anything that can time a block."""

    def span(self, name: str, **attributes: object) -> contextlib.AbstractContextManager[None]:
        """Time the block under `name`."""
        ...


class NullTracer:
    """Times nothing."""

    @contextlib.contextmanager
    def span(self, name: str, **attributes: object) -> Iterator[None]:
        """Run the block."""
        del name, attributes
        yield


@dataclass(slots=True)
class RecordingTracer:
    """Keeps every span; `write` saves the trace."""

    clock: Clock
    events: list[dict[str, object]] = field(default_factory=list)

    @contextlib.contextmanager
    def span(self, name: str, **attributes: object) -> Iterator[None]:
        """Time the block, also when it raises."""
        start = self.clock.monotonic()
        try:
            yield
        finally:
            end = self.clock.monotonic()
            self.events.append(
                {
                    "name": name,
                    "ph": "X",
                    "ts": round(start * 1e6),
                    "dur": round((end - start) * 1e6),
                    "pid": os.getpid(),
                    "tid": threading.get_native_id(),
                    "args": {key: str(value) for key, value in attributes.items()},
                }
            )

    def write(self, path: Path) -> None:
        """Save as JSON for Perfetto."""
        path.write_text(json.dumps({"traceEvents": self.events, "displayTimeUnit": "ms"}), "utf-8")
