from __future__ import annotations

import threading

import pytest

from renderer.backends.reporting.fake import FakeReporter
from renderer.contract.event import Claimed, EventReply, Failed, Heartbeat, JobEvent, Progressed
from renderer.errors import ClipwrightError
from renderer.runtime.clock import FakeClock
from renderer.worker import lease as lease_module
from renderer.worker.lease import Lease, Stop


@pytest.fixture(autouse=True)
def fast_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_module, "PACE_SECONDS", 0.005)


class WaitingReporter(FakeReporter):
    """Lets a test wait until some number of events has arrived."""

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


def failed(number: int) -> JobEvent:
    return Failed(sequence=number, code="internal", sentence="x", retryable=True)


def test_claim_first_numbers_rise_and_the_last_word_comes_last() -> None:
    reporter = WaitingReporter()
    with Lease(reporter, worker="w", clock=FakeClock()) as lease:
        lease.progress(percent=3, stage="narrate", detail="a")
        reporter.wait_for(2)
        lease.finish(failed)
    assert isinstance(reporter.events[0], Claimed)
    assert isinstance(reporter.events[1], Progressed)
    assert isinstance(reporter.events[-1], Failed)
    numbers = [event.sequence for event in reporter.events]
    assert numbers == sorted(set(numbers))


def test_only_the_newest_progress_is_sent() -> None:
    reporter = WaitingReporter()
    with Lease(reporter, worker="w", clock=FakeClock()) as lease:
        for percent in range(50):
            lease.progress(percent=percent, stage="render_video", detail="frames")
        reporter.wait_for(2)
    sent = [event.percent for event in reporter.events if isinstance(event, Progressed)]
    assert sent[-1] == 49
    assert len(sent) < 50


def test_a_quiet_job_sends_heartbeats() -> None:
    reporter = WaitingReporter()
    reporter.lease_seconds = 1
    with Lease(reporter, worker="w", clock=FakeClock()):
        reporter.wait_for(2)
    assert isinstance(reporter.events[1], Heartbeat)


def test_a_refused_claim_is_a_lost_lease() -> None:
    with (
        pytest.raises(ClipwrightError) as caught,
        Lease(FakeReporter(accept=False), worker="w", clock=FakeClock()),
    ):
        pass
    assert caught.value.code == "lease_lost"


@pytest.mark.parametrize(
    ("accept", "cancel", "stop"), [(False, False, Stop.LEASE_LOST), (True, True, Stop.CANCELLED)]
)
def test_the_api_can_stop_the_work(*, accept: bool, cancel: bool, stop: Stop) -> None:
    reporter = WaitingReporter()
    with Lease(reporter, worker="w", clock=FakeClock()) as lease:
        reporter.accept, reporter.cancel = accept, cancel
        lease.progress(percent=1, stage="narrate", detail="a")
        reporter.wait_for(2)
        for _ in range(1000):
            if lease.stopped():
                break
            threading.Event().wait(0.005)
        assert lease.stop is stop


def test_the_last_word_outlives_an_outage() -> None:
    reporter, clock = FakeReporter(), FakeClock()
    with Lease(reporter, worker="w", clock=clock) as lease:
        reporter.outages = 50
        lease.finish(failed)
    assert isinstance(reporter.events[-1], Failed)
    assert clock.now == 50 * lease_module.FINAL_PAUSE_SECONDS


def test_an_outage_longer_than_ten_minutes_is_reported() -> None:
    reporter = FakeReporter()
    with Lease(reporter, worker="w", clock=FakeClock()) as lease:
        reporter.outages = 1000
        with pytest.raises(ClipwrightError, match="told"):
            lease.finish(failed)
