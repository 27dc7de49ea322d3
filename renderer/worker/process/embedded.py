"""The embedded worker: reads one job message per line from standard input and does them one after another.

`clipwright serve` starts and supervises it, and receives its beats. While it is unfit to do a job, the line
just read waits. The worker ends when its input ends or on SIGTERM; a job under way is then handed back, and
whoever takes it next finds its finished stages in the cache.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Final

import structlog

from pipelines.registry import PIPELINES
from renderer.backends.reporting.http import HttpReporter
from renderer.clock import SystemClock
from renderer.contract.job import JobMessage
from renderer.contract.queues import time_limits
from renderer.errors import ClipwrightError
from renderer.logs import configure_logs, log_the_unhandled
from renderer.runtime.privacy import keep_private
from renderer.worker.composition.context import make_worker_context
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.fitness import LOOK_SECONDS, trouble
from renderer.worker.job.messages import MAX_BYTES, read_message, refuse
from renderer.worker.job.run_job import run_job
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import NoMetrics, PrometheusMetrics, WorkerMetrics, bury_the_dead
from renderer.worker.pulse import start_pulse
from renderer.worker.settings import WorkerSettings, share_metrics_folder
from renderer.worker.upkeep import send_kept_events, tidy

_LOG: Final = structlog.get_logger(__name__)
_OVERDUE: Final = 70


class WorkerLoop:
    """The worker's main loop: works or waits until its input ends or it is told to stop."""

    def __init__(self, settings: WorkerSettings, drain: Drain) -> None:
        self._settings = settings
        self._drain = drain
        self._waiting = True

    def stop(self, signum: int, frame: FrameType | None) -> None:
        """Signal handler: exit at once when waiting, else hand the job back at once."""
        del frame
        if self._waiting:
            sys.exit(128 + signum)
        self._drain.ask(grace_seconds=0)

    def lines(self, context: WorkerContext) -> bool:
        """Take one line and work on it; returns whether there may be more."""
        self._waiting = True
        line = sys.stdin.readline(MAX_BYTES)
        if not line:
            return False
        self.wait_until_fit()
        self._waiting = False
        if self._drain.asked():
            return False
        work_on(line, context=context)
        return not self._drain.asked()

    def wait_until_fit(self) -> None:
        """Block until this worker can do a job (normally not at all) or is told to stop."""
        said = ""
        while (why := trouble(self._settings)) and not self._drain.asked():
            if why != said:
                _LOG.warning("worker_pauses", trouble=why)
            said = why
            SystemClock().sleep(LOOK_SECONDS)
        if said:
            _LOG.info("worker_resumes")


def main() -> None:
    """Work until the input ends."""
    keep_private()
    settings, drain = WorkerSettings(), Drain()
    configure_logs(settings.log_level)
    log_the_unhandled()
    start_pulse(settings.beat_descriptor, lambda: trouble(settings))
    shift = WorkerLoop(settings, drain)
    signal.signal(signal.SIGTERM, shift.stop)
    shift.wait_until_fit()
    context = make_worker_context(
        settings,
        pipelines=PIPELINES,
        drain=drain,
        metrics=_metrics(settings),
        capabilities=build_capabilities,
    )
    try:
        send_kept_events(context)
        while shift.lines(context):
            tidy(context, settings)
    finally:
        # a signal during the interpreter's shutdown would print an exception
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _metrics(settings: WorkerSettings) -> WorkerMetrics:
    """Counters in the service's folder, in which a predecessor that was killed is counted as crashed."""
    if settings.metrics_folder == Path():
        return NoMetrics()
    share_metrics_folder(settings.metrics_folder)
    counted = PrometheusMetrics()
    bury_the_dead(settings.metrics_folder, counted)
    return counted


def work_on(line: str, *, context: WorkerContext) -> None:
    """Do one message; one that is invalid is logged or refused."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        _LOG.error("message_refused", sentence="a line is not JSON that can be read")
        return
    try:
        message = read_message(document, context.pipelines)
    except ClipwrightError as error:
        refuse(document, error)
        return
    _work(message, context)


def _work(message: JobMessage, context: WorkerContext) -> None:
    reporter = HttpReporter(message.report)
    watchdog = threading.Timer(time_limits(message.order)[1], _give_up)
    watchdog.daemon = True
    watchdog.start()
    try:
        run_job(message, context=context, reporter=reporter)
    except ClipwrightError as error:
        _LOG.warning("job_given_up", code=error.code, sentence=error.sentence)
    finally:
        watchdog.cancel()
        reporter.close()


def _give_up() -> None:
    """End the process at the hard limit, since a stage cannot be stopped; the supervisor starts another."""
    _LOG.error("job_overdue")
    os._exit(_OVERDUE)


if __name__ == "__main__":
    main()
