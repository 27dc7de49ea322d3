"""The embedded worker: one job message per line on standard input, done one after another.

Started and supervised by `clipwright serve`. Ends when its input ends or on SIGTERM; a job under way is
then handed back, and its finished stages are found again by whoever takes it next.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Final

import structlog
from pydantic import ValidationError

from renderer.backends.reporting.http import HttpReporter
from renderer.backends.storage.local import LocalStore
from renderer.contract.job import JobMessage
from renderer.errors import ClipwrightError
from renderer.runtime.clock import SystemClock
from renderer.runtime.workspace import open_workspace, prune
from renderer.worker.run_job import Bench, run_job, worker_name
from renderer.worker.settings import WorkerSettings
from renderer.worker.wiring import build_ports

_LOG: Final = structlog.get_logger(__name__)
MAX_LINE: Final = 512 * 1024


def main() -> None:
    """Work until the input ends."""
    signal.signal(signal.SIGTERM, _stop)
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    settings = WorkerSettings()
    bench = make_bench(settings)
    while line := sys.stdin.readline(MAX_LINE):
        work_on(line, bench=bench)
        prune(bench.workspace, keep_bytes=int(settings.workspace_limit_gb * 1e9))


def make_bench(settings: WorkerSettings) -> Bench:
    """The bench of an embedded worker: folder storage, system clock, engines from the settings."""
    return Bench(
        store=LocalStore(settings.storage_root),
        workspace=open_workspace(settings.workspace),
        clock=SystemClock(),
        ports=lambda order, publisher: build_ports(order, publisher=publisher, settings=settings),
        name=worker_name(settings.worker_name),
    )


def work_on(line: str, *, bench: Bench) -> None:
    """Do one message; whatever is wrong with it is logged and the next one is taken."""
    try:
        message = JobMessage.model_validate_json(line)
    except ValidationError as error:
        _LOG.error("message_refused", reason=str(error.errors()[0]["msg"]))
        return
    reporter = HttpReporter(message.report)
    try:
        run_job(message, bench=bench, reporter=reporter)
    except ClipwrightError as error:
        _LOG.warning("job_given_up", code=error.code, sentence=error.sentence)
    finally:
        reporter.close()


def _stop(signum: int, frame: FrameType | None) -> None:
    del frame
    sys.exit(128 + signum)


if __name__ == "__main__":
    main()
