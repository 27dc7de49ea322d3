"""A sampling profiler over all threads: where the Python side of a run spends its time.

Every few milliseconds a thread notes every other thread's stack. Time inside C code (encoding, warping)
counts for the Python line that called it.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, Self

INTERVAL_SECONDS: Final = 0.005
Stack = tuple[str, ...]


@dataclass(slots=True)
class Sampler:
    """Samples while its `with` block runs; `stacks` counts each stack seen, outermost call first."""

    stacks: Counter[Stack] = field(default_factory=Counter)
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread = field(default_factory=threading.Thread)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._sample, name="sampler", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _sample(self) -> None:
        own = threading.get_ident()
        while not self._over.wait(INTERVAL_SECONDS):
            names = {thread.ident: thread.name for thread in threading.enumerate()}
            for ident, frame in sys._current_frames().items():  # noqa: SLF001 - the documented way to see threads
                if ident != own:
                    self.stacks[(names.get(ident, "thread"), *_stack(frame))] += 1


def _stack(frame: FrameType | None) -> Stack:
    calls: list[str] = []
    while frame:
        code = frame.f_code
        calls.append(f"{code.co_name} ({Path(code.co_filename).stem})")
        frame = frame.f_back
    return tuple(reversed(calls))
