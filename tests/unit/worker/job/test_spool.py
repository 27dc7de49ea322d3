"""A job's end is reported for as long as the API may be away, and kept if it stays away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

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


def _unreadable(path: Path) -> None:
    """What no one can read, not even root."""
    path.mkdir()


def _not_ours(path: Path) -> None:
    path.write_text("{}")


def _removed(path: Path) -> None:
    path.symlink_to(path.with_name("missing"))


@pytest.mark.parametrize(
    ("spoil", "is_kept", "word"),
    [
        (_unreadable, True, ["terminal_event_unreadable"]),
        (_not_ours, False, ["terminal_event_unreadable"]),
        (_removed, True, []),
    ],
)
def test_a_file_that_cannot_be_read_is_told_of_and_stops_no_other(
    tmp_path: Path, spoil: Callable[[Path], None], word: list[str], *, is_kept: bool
) -> None:
    """What may become readable again is kept, and told of every time."""
    _, kept = told(tmp_path, FakeReporter(outages=1000))
    first = kept[0].with_name("0.json")
    spoil(first)
    reporter = FakeReporter()
    for count in (1, 0):
        with capture_logs() as lines:
            delivered = spool.deliver(open_workspace(tmp_path), lambda _, event: reporter.send(event))
        assert delivered == count
        warned = [line["event"] for line in lines if line["log_level"] == "warning"]
        assert warned == (word if count or is_kept else [])
    assert reporter.events == [FAILED]
    assert [path.name for path in (tmp_path / "spool").iterdir()] == ["0.json"] * is_kept


def test_an_event_that_cannot_be_sent_yet_is_told_of_every_time(tmp_path: Path) -> None:
    told(tmp_path, FakeReporter(outages=1000))
    away = FakeReporter(outages=1000)
    for _ in range(2):
        with capture_logs() as lines:
            assert spool.deliver(open_workspace(tmp_path), lambda _, event: away.send(event)) == 0
        assert [line["event"] for line in lines] == ["terminal_event_not_told"]
