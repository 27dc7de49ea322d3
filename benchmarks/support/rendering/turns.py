"""Commands that run in turns of half a second, and the clock that stands still while it is another's turn.

A shared machine is half as fast again from one second to the next. Contenders that run one behind the other
meet different machines; in turns all meet the same. While one has its turn, every process of the others is
stopped (SIGSTOP), so that each has all processors to itself.
"""

from __future__ import annotations

import mmap
import os
import signal
import struct
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import psutil

from benchmarks.support.rendering.process_tree import Peaks, processes_of

TURN_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 0.1
_PAUSED: Final = "CLIPWRIGHT_BENCH_PAUSED"
"""Names the file that tells a command for how many seconds it has been stopped."""
_SECONDS: Final = struct.Struct("<d")


def clock() -> float:
    """Seconds of this process's turns, from some moment on; those of the machine where it takes no turns."""
    (paused,) = _SECONDS.unpack(_paused()[: _SECONDS.size])
    return time.perf_counter() - float(paused)


@cache
def _paused() -> bytes | mmap.mmap:
    if _PAUSED not in os.environ:
        return _SECONDS.pack(0.0)
    with Path(os.environ[_PAUSED]).open("rb") as file:
        return mmap.mmap(file.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a command said, and its tree's peak memory in MiB.

    `rss` counts a page in each process that maps it, `pss` divided among them.
    """

    said: str
    rss: float
    pss: float


def run_in_turns(commands: Mapping[str, Sequence[str]]) -> dict[str, Ran]:
    """Run them all to their ends; raises `CalledProcessError` where one fails, and ends the others."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        runs = {}
        for name, command in commands.items():
            runs[name] = _Run(command, folder / name)
            stack.callback(runs[name].end)
        waiting = deque(runs.values())
        while waiting:
            each = waiting.popleft()
            if not each.has_ended(alone=not waiting):
                waiting.append(each)
        return {name: each.ran() for name, each in runs.items()}


class _Run:
    """A command and all its descendants; it is stopped but for its turns."""

    def __init__(self, command: Sequence[str], file: Path) -> None:
        self._command, self._said = command, file.with_suffix(".txt")
        file.write_bytes(_SECONDS.pack(0.0))
        with file.open("r+b") as shared:
            self._paused = mmap.mmap(shared.fileno(), _SECONDS.size)
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(command, stdout=said, env=os.environ | {_PAUSED: str(file)})
        self._peaks = Peaks(self._process.pid)
        self._seconds, self._stopped_at = 0.0, time.perf_counter()
        self._stop()

    def has_ended(self, *, alone: bool) -> bool:
        """Give it a turn, to its end where it is `alone`; whether it has ended."""
        self._go_on()
        until = time.perf_counter() + TURN_SECONDS
        while alone or time.perf_counter() < until:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LOOK_SECONDS)
            if self._process.returncode:
                raise subprocess.CalledProcessError(self._process.returncode, self._command)
            if self._process.returncode is not None:
                return True
            self._peaks.look()
        self._stop()
        return False

    def ran(self) -> Ran:
        """Figures of a command that has ended."""
        said = self._said.read_text(encoding="utf-8")
        return Ran(said=said, rss=self._peaks.rss / 2**20, pss=self._peaks.pss / 2**20)

    def end(self) -> None:
        """Whatever it is doing."""
        if self._process.poll() is None:
            self._signal(signal.SIGKILL)
            self._process.wait()

    def _stop(self) -> None:
        self._stopped_at = time.perf_counter()
        self._signal(signal.SIGSTOP)

    def _go_on(self) -> None:
        self._seconds += time.perf_counter() - self._stopped_at
        self._paused[: _SECONDS.size] = _SECONDS.pack(self._seconds)
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """To the command first: one that is stopped starts no further process."""
        told: set[int] = set()
        while fresh := [each for each in processes_of(self._process.pid) if each.pid not in told]:
            for process in fresh:
                told.add(process.pid)
                with suppress(psutil.Error):
                    process.send_signal(number)
