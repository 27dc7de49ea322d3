"""The embedded worker: one job message per line on standard input, done one after another.

Started and supervised by `clipwright serve`. Ends when its input ends or on SIGTERM; a job under way is
then handed back, and its finished stages are found again by whoever takes it next.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from types import FrameType
from typing import Final

import structlog

from renderer.backends.reporting.http import HttpReporter
from renderer.contract.job import JobMessage
from renderer.contract.queues import time_limits
from renderer.errors import ClipwrightError
from renderer.worker.bench import make_bench, tell_last_words, tidy
from renderer.worker.drain import Drain
from renderer.worker.messages import MAX_BYTES, read_message, refuse
from renderer.worker.metrics import NoMetrics
from renderer.worker.run_job import Bench, run_job
from renderer.worker.settings import WorkerSettings

_LOG: Final = structlog.get_logger(__name__)
_OVERDUE: Final = 70


class Shift:
    """The worker's life: working or waiting, until its input ends or it is told to stop."""

    def __init__(self, bench: Bench, drain: Drain) -> None:
        self._bench = bench
        self._drain = drain
        self._waiting = False

    def stop(self, signum: int, frame: FrameType | None) -> None:
        """Signal handler: leave at once when waiting, else hand the job back at once."""
        del frame
        if self._waiting:
            sys.exit(128 + signum)
        self._drain.ask(grace_seconds=0)

    def lines(self) -> bool:
        """Take one line and work on it; whether there may be more."""
        self._waiting = True
        line = sys.stdin.readline(MAX_BYTES)
        self._waiting = False
        if not line or self._drain.asked():
            return False
        work_on(line, bench=self._bench)
        return not self._drain.asked()


def main() -> None:
    """Work until the input ends."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    settings, drain = WorkerSettings(), Drain()
    bench = make_bench(settings, drain=drain, metrics=NoMetrics())
    shift = Shift(bench, drain)
    signal.signal(signal.SIGTERM, shift.stop)
    tell_last_words(bench)
    while shift.lines():
        tidy(bench, settings)


def work_on(line: str, *, bench: Bench) -> None:
    """Do one message; whatever is wrong with it is logged and the next one is taken."""
    try:
        document = json.loads(line)
    except ValueError:
        _LOG.error("message_refused", sentence="a line is not JSON")
        return
    try:
        message = read_message(document)
    except ClipwrightError as error:
        refuse(document, error)
        return
    _work(message, bench)


def _work(message: JobMessage, bench: Bench) -> None:
    reporter = HttpReporter(message.report)
    watchdog = threading.Timer(time_limits(message.order)[1], _give_up)
    watchdog.daemon = True
    watchdog.start()
    try:
        run_job(message, bench=bench, reporter=reporter)
    except ClipwrightError as error:
        _LOG.warning("job_given_up", code=error.code, sentence=error.sentence)
    finally:
        watchdog.cancel()
        reporter.close()


def _give_up() -> None:
    """The hard limit: a stage that cannot be stopped takes the process with it; another is started."""
    _LOG.error("job_overdue")
    os._exit(_OVERDUE)


if __name__ == "__main__":
    main()
