"""A job's end is reported for as long as the API may be away, and kept if it stays away."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.backends.reporting.fake import FakeReporter
from renderer.clock import FakeClock
from renderer.contract.event import Failed
from renderer.runtime.retry import Retry
from renderer.runtime.workspace import open_workspace
from renderer.worker.job import spool
from renderer.worker.job.run_job import FINAL_RETRY_SECONDS
from tests.unit.worker.conftest import job_message

FAILED = Failed(sequence=7, code="internal", sentence="x", retryable=True)


def told(root: Path, reporter: FakeReporter, *, drained: bool = False) -> tuple[FakeClock, list[Path]]:
    """Report a failure with a job's full patience; returns the clock and the spooled files."""
    clock = FakeClock()
    retry = Retry(seconds=FINAL_RETRY_SECONDS, clock=clock, cancelled=lambda: drained)
    workspace = open_workspace(root)
    spool.tell(FAILED, job_message(), workspace=workspace, send=reporter.send, retry=retry)
    return clock, list((root / "spool").iterdir())


def test_the_last_word_outlives_an_outage(tmp_path: Path) -> None:
    reporter = FakeReporter(outages=50)
    clock, kept = told(tmp_path, reporter)
    assert reporter.events[-1] == FAILED
    assert kept == []
    assert 300 < clock.elapsed < FINAL_RETRY_SECONDS


def test_after_an_outage_of_more_than_ten_minutes_it_is_kept(tmp_path: Path) -> None:
    reporter = FakeReporter(outages=1000)
    clock, kept = told(tmp_path, reporter)
    assert reporter.events == []
    assert len(kept) == 1
    assert 500 < clock.elapsed <= FINAL_RETRY_SECONDS


@pytest.mark.parametrize("outages", [0, 1])
def test_a_worker_that_stops_tries_once_and_keeps_what_it_could_not_tell(
    tmp_path: Path, outages: int
) -> None:
    reporter = FakeReporter(outages=outages)
    _, kept = told(tmp_path, reporter, drained=True)
    assert (len(reporter.events), len(kept)) == (1 - outages, outages)
