from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from renderer.backends.reporting.fake import FakeReporter
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.event import Claimed, Completed, EventReply, Failed, JobEvent, Progressed, Released
from renderer.contract.results import VideoResult
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.worker.job import history, profiling, spool
from renderer.worker.job import run_job as module
from renderer.worker.job.run_job import run_job
from renderer.worker.job.worker_context import WorkerContext
from tests.support.production.stub_pipeline import content
from tests.unit.worker.conftest import job_message


class ActingReporter(FakeReporter):
    """Calls `act` with each event that arrives."""

    def __init__(self, act: Callable[[ActingReporter, JobEvent], None]) -> None:
        super().__init__()
        self.act = act

    def send(self, event: JobEvent) -> EventReply:
        self.act(self, event)
        return super().send(event)


def last(reporter: FakeReporter) -> JobEvent:
    return reporter.events[-1]


def test_a_job_ends_with_its_video_stored_and_said(worker_context: WorkerContext, store: MemoryStore) -> None:
    reporter, message = FakeReporter(), job_message()
    run_job(message, context=worker_context, reporter=reporter)
    event = last(reporter)
    assert isinstance(event, Completed)
    result, stored = event.result, store.stat(message.output.key)
    assert isinstance(result, VideoResult)
    assert (result.file.key, result.file.size, result.file.sha256) == (
        stored.key, stored.size, stored.sha256,
    )  # fmt: skip
    assert (result.file.media_type, result.duration_seconds) == ("video/mp4", 1.5)
    note = store.stat(f"{message.output.prefix}video.srt")
    assert result.sidecars["captions.srt"].sha256 == note.sha256
    assert b"".join(store.read(stored.key, start=0, stop=stored.size)) == content("a topic")
    assert not list(worker_context.workspace.scratch.iterdir())
    assert not list((worker_context.workspace.root / "spool").iterdir())


def test_progress_never_falls_and_names_the_stage(worker_context: WorkerContext) -> None:
    reporter = FakeReporter()
    run_job(job_message("ticks=60"), context=worker_context, reporter=reporter)
    told = [event for event in reporter.events if isinstance(event, Progressed)]
    assert [event.percent for event in told] == sorted(event.percent for event in told)
    assert {event.stage for event in told} <= {"plan", "sound", "film", "publish"}
    assert len(told) >= 3


def test_two_deliveries_claim_under_different_names(worker_context: WorkerContext) -> None:
    first, second = FakeReporter(), FakeReporter()
    for reporter in (first, second):
        run_job(job_message(), context=worker_context, reporter=reporter)
    claims = [event.worker for r in (first, second) for event in r.events if isinstance(event, Claimed)]
    assert len(set(claims)) == 2


@pytest.mark.parametrize(("fault", "code"), [("fail", "encoder_failed"), ("crash", "internal")])
def test_a_failure_is_said_by_the_table_and_without_detail(
    worker_context: WorkerContext, fault: str, code: str
) -> None:
    reporter = FakeReporter()
    run_job(job_message(f"fault={fault}"), context=worker_context, reporter=reporter)
    event = last(reporter)
    assert isinstance(event, Failed)
    assert (event.code, event.retryable) == (code, True)
    assert "secret" not in event.sentence
    assert not list(worker_context.workspace.scratch.iterdir())


def test_a_cancellation_ends_the_running_stage(worker_context: WorkerContext) -> None:
    reporter = ActingReporter(lambda self, _: setattr(self, "cancel", len(self.events) >= 2))
    run_job(job_message("ticks=5 fault=hang"), context=worker_context, reporter=reporter)
    event = last(reporter)
    assert isinstance(event, Failed)
    assert (event.code, event.retryable) == ("cancelled", False)
    assert not list(worker_context.workspace.scratch.iterdir())


def test_a_lost_lease_ends_the_work_in_silence(worker_context: WorkerContext) -> None:
    reporter = ActingReporter(lambda self, _: setattr(self, "accept", len(self.events) < 2))
    with pytest.raises(ClipwrightError) as caught:
        run_job(job_message("ticks=5 fault=hang"), context=worker_context, reporter=reporter)
    assert caught.value.code == "lease_lost"
    assert not isinstance(last(reporter), Completed | Failed | Released)


def test_a_draining_worker_hands_the_job_back_and_repeats_nothing(worker_context: WorkerContext) -> None:
    drained = threading.Event()
    reporter = ActingReporter(lambda self, _: drained.set() if len(self.events) >= 2 else None)
    run_job(
        job_message("fault=hang"), context=replace(worker_context, drained=drained.is_set), reporter=reporter
    )
    assert isinstance(last(reporter), Released)
    assert len(list(worker_context.workspace.keys.iterdir())) == 1


def test_a_helper_process_that_dies_in_a_drain_is_no_failure(worker_context: WorkerContext) -> None:
    reporter = FakeReporter()
    draining = threading.Event()

    def fail_while_draining(*_: object) -> CapabilitySet:
        draining.set()
        raise ClipwrightError("speech_failed", engine="x", line=1, reason="its process is gone")

    drained = replace(worker_context, capabilities=fail_while_draining, drained=draining.is_set)
    run_job(job_message(), context=drained, reporter=reporter)
    assert isinstance(last(reporter), Released)


def test_an_outer_clock_ends_a_job_by_the_table(worker_context: WorkerContext) -> None:
    reporter = FakeReporter()
    run_job(
        job_message("fault=crash"),
        context=replace(worker_context, time_limit_errors=(RuntimeError,)),
        reporter=reporter,
    )
    event = last(reporter)
    assert isinstance(event, Failed)
    assert event.code == "took_too_long"


def test_a_store_that_is_away_for_a_while_is_waited_for(
    worker_context: WorkerContext, store: MemoryStore
) -> None:
    reporter = FakeReporter()
    store.broken = True
    threading.Timer(1.0, lambda: setattr(store, "broken", False)).start()
    run_job(job_message(), context=worker_context, reporter=reporter)
    assert isinstance(last(reporter), Completed)


def test_what_cannot_be_told_is_kept_and_told_at_the_next_start(
    worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FINAL_RETRY_SECONDS", 0.0)

    def cut(self: ActingReporter, event: JobEvent) -> None:
        self.outages = 1 if isinstance(event, Completed) else 0

    run_job(job_message(), context=worker_context, reporter=ActingReporter(cut))
    files = list((worker_context.workspace.root / "spool").iterdir())
    assert len(files) == 1
    assert files[0].stat().st_mode & 0o077 == 0
    away, back = FakeReporter(outages=1), FakeReporter()
    assert spool.deliver(worker_context.workspace, lambda _, event: away.send(event)) == 0
    assert spool.deliver(worker_context.workspace, lambda _, event: back.send(event)) == 1
    assert isinstance(last(back), Completed)
    assert spool.deliver(worker_context.workspace, lambda _, event: back.send(event)) == 0


def test_a_last_word_that_cannot_be_read_is_dropped(worker_context: WorkerContext) -> None:
    folder = worker_context.workspace.root / "spool"
    folder.mkdir()
    (folder / "x.json").write_text("{")
    assert spool.deliver(worker_context.workspace, lambda _, event: FakeReporter().send(event)) == 0
    assert not list(folder.iterdir())


def test_the_second_job_knows_how_long_it_will_take(worker_context: WorkerContext) -> None:
    run_job(job_message("ticks=20"), context=worker_context, reporter=FakeReporter())
    learned = history.load(worker_context.workspace, "short")
    assert set(learned.stages) == {"plan", "sound", "film", "publish"}
    reporter = FakeReporter()
    run_job(job_message("ticks=20 other"), context=worker_context, reporter=reporter)
    told = [event.detail for event in reporter.events if isinstance(event, Progressed)]
    assert any("left" in detail for detail in told)


def test_a_profile_is_made_of_the_next_job_alone(worker_context: WorkerContext) -> None:
    profiling.ask(worker_context.workspace.root)
    for attempt in (1, 2):
        run_job(job_message("ticks=5", attempt), context=worker_context, reporter=FakeReporter())
    (folder,) = (worker_context.workspace.root / "profile").iterdir()
    assert folder.name.endswith("-1")
    assert "publish" in (folder / "trace.json").read_text()
    assert (folder / "flame.svg").read_text().startswith("<svg")
