"""Stages that never check for cancellation are ended all the same."""

from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest
from msgspec.structs import replace

from renderer.backends.reporting.fake import FakeReporter
from renderer.contract.event import EventReply, Failed, JobEvent, Progressed, Released
from renderer.errors import ClipwrightError
from renderer.worker.job.interruption import interruptible
from renderer.worker.job.run_job import run_job
from renderer.worker.job.worker_context import WorkerContext
from tests.support.production.stub_pipeline import DEAF_SECONDS
from tests.unit.worker.conftest import job_message


class Canceller(FakeReporter):
    """Cancels the job once it is in its middle stage."""

    def send(self, event: JobEvent) -> EventReply:
        self.cancel = self.cancel or (isinstance(event, Progressed) and event.stage == "sound")
        return super().send(event)


@pytest.mark.timeout(DEAF_SECONDS)
def test_a_stage_that_does_not_look_up_is_cancelled(worker_context: WorkerContext) -> None:
    reporter = Canceller()
    run_job(job_message("fault=deaf"), context=worker_context, reporter=reporter)
    event = reporter.events[-1]
    assert isinstance(event, Failed)
    assert (event.code, event.retryable) == ("cancelled", False)
    assert not list(worker_context.workspace.scratch.iterdir())
    assert len(list(worker_context.workspace.keys.iterdir())) == 1


@pytest.mark.timeout(DEAF_SECONDS)
def test_a_stage_that_does_not_look_up_is_handed_back_when_the_worker_drains(
    worker_context: WorkerContext,
) -> None:
    drained, reporter = threading.Event(), FakeReporter()
    timer = threading.Timer(1.0, drained.set)
    timer.start()
    run_job(
        job_message("fault=deaf"), context=replace(worker_context, drained=drained.is_set), reporter=reporter
    )
    assert isinstance(reporter.events[-1], Released)


def swallow() -> None:
    """Sleep in code that suppresses every exception, as careless code between stage and worker may."""
    with contextlib.suppress(Exception):
        time.sleep(DEAF_SECONDS)


@pytest.mark.timeout(DEAF_SECONDS)
def test_no_catch_all_on_the_way_swallows_it_and_the_handler_is_put_back() -> None:
    before = signal.getsignal(signal.SIGUSR2)
    with pytest.raises(ClipwrightError) as caught, interruptible(lambda: True):
        swallow()
    assert caught.value.code == "cancelled"
    assert signal.getsignal(signal.SIGUSR2) is before


def test_who_looks_up_in_time_is_not_interrupted() -> None:
    wished = threading.Event()
    with interruptible(wished.is_set):
        wished.set()
    assert "interruption" not in {thread.name for thread in threading.enumerate()}


def test_an_error_of_the_stage_stays_what_it_is() -> None:
    with pytest.raises(ClipwrightError) as caught, interruptible(lambda: False):
        raise ClipwrightError("encoder_failed", reason="as told")
    assert caught.value.code == "encoder_failed"


def test_outside_the_main_thread_a_stage_has_to_look_up_itself(worker_context: WorkerContext) -> None:
    reporter = Canceller()
    thread = threading.Thread(
        target=run_job,
        args=(job_message("fault=hang"),),
        kwargs={"context": worker_context, "reporter": reporter},
    )
    thread.start()
    thread.join(30)
    event = reporter.events[-1]
    assert isinstance(event, Failed)
    assert event.code == "cancelled"
