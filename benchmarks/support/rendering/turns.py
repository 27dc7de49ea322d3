"""Runs commands in turns of half a second, with a clock that stops outside a command's turns.

The speed of a shared machine can change by half from one second to the next. Contenders that run one after
the other would meet different conditions; taking turns, all meet the same. During a turn every process of the
other commands is stopped (SIGSTOP), so that the command has all processors to itself.
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
"""Environment variable with the path of a file that holds the seconds for which a command was stopped."""
_SECONDS: Final = struct.Struct("<d")


def clock() -> float:
    """A clock in seconds that runs during this process's turns; always, if it takes no turns."""
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
    """The output of a command, and the peak memory of its process tree in MiB.

    `rss` counts a page in each process that maps it; `pss` divides it among them.
    """

    said: str
    rss: float
    pss: float


def run_in_turns(commands: Mapping[str, Sequence[str]]) -> dict[str, Ran]:
    """Run all commands to their ends.

    Raises:
        CalledProcessError: A command failed; the others are killed.
    """
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
    """A command and all its descendants, stopped outside its turns."""

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
        """Give the command a turn, or let it run to its end if it is `alone`; true when it has ended."""
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
        """The output and peak memory of a command that has ended."""
        said = self._said.read_text(encoding="utf-8")
        return Ran(said=said, rss=self._peaks.rss / 2**20, pss=self._peaks.pss / 2**20)

    def end(self) -> None:
        """Kill the command and its descendants if it is still running."""
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
        """Signal all processes, the command first, until no new ones appear: once stopped, it starts none."""
        told: set[int] = set()
        while fresh := [each for each in processes_of(self._process.pid) if each.pid not in told]:
            for process in fresh:
                told.add(process.pid)
                with suppress(psutil.Error):
                    process.send_signal(number)
