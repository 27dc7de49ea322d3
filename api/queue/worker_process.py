"""The supervised worker child of the embedded mode; the only place in `api` that starts a process.

Lines go to the child's standard input; its beats come back on a separate pipe. A child that dies is started
again, after a growing pause if it died early; one that stops beating is killed first. Its whole process group
is ended when the service stops, and the kernel kills the child when the service is killed.
"""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog

from api.pulse import Pulse, Silence
from renderer.backoff import Backoff
from renderer.clock import stopwatch
from renderer.contract.beat import BEAT_VARIABLE

NO_WORKER: Final = "no worker is running"
_POLL_SECONDS: Final = 0.1
_GRACE_SECONDS: Final = 5.0
_PAUSES: Final = Backoff(first=0.5, longest=30.0)
_GROWN_UP_SECONDS: Final = 60.0
_log: Final = structlog.get_logger("api.supervisor")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildPlan:
    """What to run, in which environment, and the callback for a child that is gone.

    `on_gone(planned)` runs after a child's death, and once before the first start, to recover what an earlier
    run of the service left.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str]
    on_gone: Callable[[bool], None]
    silence: Silence = field(default_factory=Silence)


class Supervisor:
    """Keeps one child alive and feeds it lines."""

    def __init__(self, plan: ChildPlan) -> None:
        self._plan = plan
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._alive = threading.Event()
        self._child: subprocess.Popen[str] | None = None
        self._pulse = Pulse(plan.silence)
        # the parent-death signal is bound to this thread, which therefore lives as long as the service
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start the child."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the child and its descendants; returns when they are gone."""
        self._stopped.set()
        _end_group(self._child)
        self._thread.join(timeout=2 * _GRACE_SECONDS)

    @property
    def trouble(self) -> str:
        """Why the child takes no jobs at present, in its own words; empty when it does."""
        return self._pulse.trouble

    def send(self, line: str) -> None:
        """Hand a line to the child; raises `ConnectionError` while there is none."""
        if not self._alive.is_set():
            raise ConnectionError(NO_WORKER)
        self._lines.put(line)

    def _run(self) -> None:
        early = 0
        self._tell(planned=False)
        while not self._stopped.is_set():
            began = stopwatch()
            self._live()
            self._tell(planned=self._stopped.is_set())
            young = stopwatch() - began < _GROWN_UP_SECONDS
            early = early + 1 if young else 0
            self._stopped.wait(_PAUSES.pause(tries=early, chance=random.uniform))

    def _live(self) -> None:
        """Run one child from start to death."""
        try:
            child = self._spawn()
        except OSError as error:
            _log.error("worker_not_started", error=error.strerror)
            return
        self._child = child
        self._alive.set()
        _log.info("worker_started", pid=child.pid)
        try:
            self._feed(child)
        finally:
            self._alive.clear()
            _end_group(child)
            _close(child)
            self._drop_lines()
            _log.info("worker_gone", pid=child.pid, code=child.returncode)

    def _spawn(self) -> subprocess.Popen[str]:
        guarded = [sys.executable, "-m", "api.queue.child_launcher", str(os.getpid()), *self._plan.command]
        heard, spoken = os.pipe()
        try:
            child = subprocess.Popen(  # noqa: S603 - the command comes from the settings alone
                guarded,
                stdin=subprocess.PIPE,
                stdout=sys.stderr.fileno(),
                env=dict(self._plan.environment) | {BEAT_VARIABLE: str(spoken)},
                text=True,
                encoding="utf-8",
                start_new_session=True,
                pass_fds=(spoken,),
            )
        except OSError:
            os.close(heard)
            raise
        finally:
            os.close(spoken)
        self._listen(child, heard)
        return child

    def _listen(self, child: subprocess.Popen[str], heard: int) -> None:
        """Listen to the child in a thread of its own, as the one that feeds it may block on a full pipe."""
        pulse = self._pulse = Pulse(self._plan.silence)

        def replace() -> None:
            _log.error("worker_frozen", pid=child.pid)
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)

        threading.Thread(target=pulse.listen, args=(heard, replace), name="pulse", daemon=True).start()

    def _feed(self, child: subprocess.Popen[str]) -> None:
        if child.stdin is None:
            return
        while child.poll() is None and not self._stopped.is_set():
            with suppress(queue.Empty, BrokenPipeError):
                child.stdin.write(self._lines.get(timeout=_POLL_SECONDS) + "\n")
                child.stdin.flush()

    def _drop_lines(self) -> None:
        """Drop what the child did not take; it is published again from the outbox."""
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _tell(self, *, planned: bool) -> None:
        try:
            self._plan.on_gone(planned)
        except Exception as error:  # noqa: BLE001 - recovery can wait; the child cannot
            _log.warning("not_told", error=type(error).__name__)


def _close(child: subprocess.Popen[str]) -> None:
    if child.stdin is not None:
        with suppress(BrokenPipeError):  # what it has not read is published again from the outbox
            child.stdin.close()


def _end_group(child: subprocess.Popen[str] | None) -> None:
    """Send SIGTERM to the process group, then SIGKILL, also to processes that outlived its leader."""
    if child is None:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            child.wait(timeout=_GRACE_SECONDS)
        os.killpg(child.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        child.wait(timeout=_GRACE_SECONDS)
