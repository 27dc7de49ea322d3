from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from typing import Any

import pytest
from structlog.testing import capture_logs

from renderer.backends.reporting.fake import FakeReporter
from renderer.clock import FakeClock
from renderer.contract.event import Claimed, EventReply, Heartbeat, JobEvent, Progressed
from renderer.contract.facts import ScriptFacts
from renderer.errors import ClipwrightError
from renderer.worker.job import lease as lease_module
from renderer.worker.job.lease import AttemptProgress, Lease, LeaseTerms, StopReason, claimed

ORIGINAL_PACE, ORIGINAL_QUIET = lease_module.PACE_SECONDS, lease_module.QUIET_SECONDS


@pytest.fixture(autouse=True)
def fast_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_module, "PACE_SECONDS", 0.005)
    monkeypatch.setattr(lease_module, "QUIET_SECONDS", 0.02)


class WaitingReporter(FakeReporter):
    """Lets a test wait until a number of events has arrived."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = threading.Condition()

    def send(self, event: JobEvent) -> EventReply:
        reply = super().send(event)
        with self.arrived:
            self.arrived.notify_all()
        return reply

    def wait_for(self, count: int) -> None:
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.events) >= count, timeout=5)


def leased(
    reporter: FakeReporter, clock: FakeClock | None = None, **terms: Any
) -> AbstractContextManager[Lease]:
    return claimed(reporter, terms=LeaseTerms(worker="w", **terms), clock=clock or FakeClock())


def why(lease: Lease) -> StopReason:
    return lease.stop


def test_claim_first_numbers_rise_and_the_last_is_known() -> None:
    reporter = WaitingReporter()
    with leased(reporter) as lease:
        lease.note(AttemptProgress(percent=3, stage="narrate", detail="a"), is_news=True)
        reporter.wait_for(2)
    assert isinstance(reporter.events[0], Claimed)
    assert isinstance(reporter.events[1], Progressed)
    numbers = [event.sequence for event in reporter.events]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == lease.sequence


def test_only_the_newest_progress_is_sent() -> None:
    reporter = WaitingReporter()
    with leased(reporter) as lease:
        for percent in range(50):
            lease.note(AttemptProgress(percent=percent, stage="render_video", detail="frames"), is_news=True)
        reporter.wait_for(2)
    sent = [event.percent for event in reporter.events if isinstance(event, Progressed)]
    assert sent[-1] == 49
    assert len(sent) < 50


def test_a_quiet_job_sends_heartbeats() -> None:
    reporter = WaitingReporter()
    reporter.lease_seconds = 1
    with leased(reporter):
        reporter.wait_for(2)
    assert isinstance(reporter.events[1], Heartbeat)


def test_a_report_that_cannot_be_made_does_not_end_the_heartbeats() -> None:
    """Otherwise the API would take the worker for dead, and the worker would never hear of it."""
    reporter = WaitingReporter()
    with capture_logs() as lines, leased(reporter) as lease:
        lease.note(AttemptProgress(percent=1, stage="No Stage", detail="a"), is_news=True)
        reporter.wait_for(3)
        lease.note(AttemptProgress(percent=2, stage="narrate", detail="a"), is_news=True)
        reporter.wait_for(5)
    assert isinstance(reporter.events[1], Heartbeat)
    assert [event.percent for event in reporter.events if isinstance(event, Progressed)] == [2]
    assert [line["event"] for line in lines].count("report_not_made") == 1


def test_a_refused_claim_is_a_lost_lease() -> None:
    with (
        pytest.raises(ClipwrightError) as caught,
        leased(FakeReporter(accept=False)),
    ):
        pass
    assert caught.value.code == "lease_lost"
    assert "cancelled" in caught.value.sentence, (
        "whoever reads the log of a cancelled job looks for no other worker"
    )


@pytest.mark.parametrize(
    ("accept", "cancel", "stop"), [(False, False, StopReason.LEASE_LOST), (True, True, StopReason.CANCELLED)]
)
def test_the_api_can_stop_the_work(*, accept: bool, cancel: bool, stop: StopReason) -> None:
    reporter = WaitingReporter()
    with leased(reporter) as lease:
        reporter.accept, reporter.cancel = accept, cancel
        lease.note(AttemptProgress(percent=1, stage="narrate", detail="a"), is_news=True)
        reporter.wait_for(2)
        for _ in range(1000):
            if lease.stopped():
                break
            threading.Event().wait(0.005)
        assert lease.stop is stop


def test_a_claim_waits_for_an_api_that_is_away_and_says_the_same_again() -> None:
    reporter, clock = FakeReporter(outages=5), FakeClock()
    with leased(reporter, clock):
        pass
    assert [event.sequence for event in reporter.events[:1]] == [1]
    assert 0 < clock.elapsed < lease_module.CLAIM_RETRY_SECONDS


def test_a_claim_is_given_up_in_the_end() -> None:
    with pytest.raises(ClipwrightError) as caught, leased(FakeReporter(outages=1000)):
        pass
    assert caught.value.code == "report_failed"


def test_time_is_up_at_the_limit() -> None:
    clock = FakeClock()
    with leased(FakeReporter(), clock, limit_seconds=100) as lease:
        clock.elapsed = 99
        assert why(lease) is StopReason.NOTHING
        clock.elapsed = 100
        assert why(lease) is StopReason.TOO_LONG


def test_a_worker_that_drains_stops_the_stage_but_a_lost_lease_counts_more() -> None:
    reporter, draining = WaitingReporter(), threading.Event()
    with leased(reporter, draining=draining.is_set) as lease:
        assert not lease.stopped()
        draining.set()
        assert why(lease) is StopReason.DRAINING
        reporter.accept = False
        reporter.wait_for(3)
        for _ in range(1000):
            if why(lease) is StopReason.LEASE_LOST:
                break
            threading.Event().wait(0.005)
        assert why(lease) is StopReason.LEASE_LOST


def test_a_claim_can_bring_the_cancellation() -> None:
    with leased(FakeReporter(cancel=True)) as lease:
        assert why(lease) is StopReason.CANCELLED


def test_at_most_two_events_a_second_and_a_cancellation_is_heard_within_two() -> None:
    assert ORIGINAL_PACE == 0.5
    assert ORIGINAL_QUIET + ORIGINAL_PACE <= 2


def test_what_was_found_out_is_told_with_every_progress_from_then_on() -> None:
    """Also if the progress that brought them was replaced before it was sent."""
    facts = ScriptFacts(title="A", adaptation="none", spoken_characters=3, estimated_seconds=700.0)
    newer = facts.model_copy(update={"title": "B"})
    reporter = WaitingReporter()
    with leased(reporter) as lease:
        lease.note(AttemptProgress(percent=1, stage="adapt", detail="a", facts=(facts,)), is_news=True)
        lease.note(AttemptProgress(percent=1, stage="adapt", detail="a", facts=(newer,)), is_news=False)
        reporter.wait_for(2)
        lease.note(AttemptProgress(percent=2, stage="narrate", detail="b", facts=(newer,)), is_news=True)
        reporter.wait_for(len(reporter.events) + 2)
    told = [event.facts for event in reporter.events if isinstance(event, Progressed)]
    assert len(told) >= 2
    assert set(told) == {(newer,)}
