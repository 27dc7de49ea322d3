"""What surrounds a job: history, metrics, drain, retry."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from prometheus_client import CollectorRegistry, generate_latest

from renderer.clock import FakeClock
from renderer.errors import ClipwrightError
from renderer.runtime.progress import StageDone, StageReport
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.history import History, learn, load, save
from renderer.worker.job.observer import in_words, remaining
from renderer.worker.process.drain import Drain
from renderer.worker.process.metrics import METRICS, AttemptEnded, AttemptLost, PrometheusMetrics, StagesDone
from tests.support.production.servers import free_port

ROOT = Path(__file__).parents[4]


def report(name: str, seconds: float, *, cached: bool = False) -> StageReport:
    return StageReport(
        name=name, version=1, key="k", document="d", seconds=seconds, cached=cached, peak_memory_mb=1.0
    )


def test_the_rest_is_foretold_from_what_stages_took() -> None:
    history = History().learned([report("a", 10), report("b", 30)], media_seconds=10)
    assert remaining(history, ["a", "b"], 0.0) == pytest.approx(40)
    assert remaining(history, ["a", "b"], 0.5) == pytest.approx(35)
    assert remaining(history, ["b"], 0.9) == pytest.approx(3)
    assert remaining(history, ["b", "unknown"], 0.0) == 0


def test_what_came_from_the_cache_teaches_nothing() -> None:
    history = History().learned([report("a", 10)], media_seconds=10)
    again = history.learned([report("a", 0.001, cached=True)], media_seconds=10)
    assert again.stages == history.stages


@given(st.lists(st.floats(0.1, 100), min_size=1, max_size=30))
def test_an_estimate_stays_between_what_was_seen(seconds: list[float]) -> None:
    history = History()
    for each in seconds:
        history = history.learned([report("a", each)], media_seconds=1)
    assert min(seconds) - 1e-9 <= history.stages["a"] <= max(seconds) + 1e-9


def test_history_survives_on_disk_and_damage_starts_anew(tmp_path: Path) -> None:
    workspace = open_workspace(tmp_path)
    history = History().learned([report("a", 10)], media_seconds=10)
    save(workspace, "short", history)
    assert load(workspace, "short") == history
    for damage in (b"{", b'{"stages":{"\xff":1}}'):
        (tmp_path / "history-short.json").write_bytes(damage)
        assert load(workspace, "short") == History()


def test_every_pipeline_has_a_history_of_its_own(tmp_path: Path) -> None:
    workspace = open_workspace(tmp_path)
    save(workspace, "short", History().learned([report("narrate", 10)], media_seconds=10))
    assert load(workspace, "remix.export") == History()
    learn(workspace, "remix.export", [report("narrate", 90)], media_seconds=10)
    assert remaining(load(workspace, "short"), ["narrate"], 0.0) == pytest.approx(10)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, ""),
        (3, "about 5 s left"),
        (44, "about 40 s left"),
        (61, "about 1 min left"),
        (95, "about 2 min left"),
    ],
)
def test_times_are_told_roughly(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_every_metric_is_named_once_and_counted() -> None:
    registry = CollectorRegistry()
    metrics = PrometheusMetrics(registry)
    with metrics.working(attempt=2):
        metrics.see(StageDone(report("encode", 2.0)))
        metrics.see(StageDone(report("narrate", 0.1, cached=True)))
    metrics.see(StagesDone((replace(report("encode", 2.0), frames=120),), 4.0))
    metrics.see(AttemptEnded("completed"))
    metrics.see(AttemptLost())
    page = generate_latest(registry).decode()
    assert {
        line.split()[2].removesuffix("_total") for line in page.splitlines() if line.startswith("# TYPE")
    } - {name for name in page.split() if name.endswith("_created")} == set(METRICS)
    assert 'clipwright_worker_stage_cache_hits_total{stage="narrate"} 1.0' in page
    assert "clipwright_worker_real_time_factor 2.0" in page
    assert "clipwright_worker_encoder_frames_per_second 60.0" in page
    assert "clipwright_worker_job_retries_total 1.0" in page
    assert "clipwright_worker_jobs_running 0.0" in page


def test_a_drain_has_a_grace_period_and_its_first_request_counts() -> None:
    clock = FakeClock(start=100.0)
    drain = Drain(clock)
    assert not drain.asked()
    drain.ask(grace_seconds=20)
    clock.elapsed = 110
    drain.ask(grace_seconds=100)
    assert (drain.asked(), drain.due()) == (True, False)
    clock.elapsed = 120
    assert drain.due()


def test_patience_ends_with_the_last_error() -> None:
    clock = FakeClock()

    def fail() -> None:
        raise ClipwrightError("storage_failed", reason="away")

    with pytest.raises(ClipwrightError, match="away"):
        with_retry(fail, Retry(seconds=60, clock=clock))
    assert 30 < clock.elapsed <= 60


def test_nobody_waits_for_what_will_not_change() -> None:
    clock = FakeClock()

    def fail() -> None:
        raise ClipwrightError("object_exists", key="x")

    with pytest.raises(ClipwrightError):
        with_retry(fail, Retry(clock=clock))
    assert clock.elapsed == 0


def test_waiting_can_be_stopped() -> None:
    clock, stopped = FakeClock(), threading.Event()
    tries: list[int] = []

    def fail() -> None:
        tries.append(1)
        if len(tries) == 3:
            stopped.set()
        raise ClipwrightError("storage_failed", reason="away")

    with pytest.raises(ClipwrightError) as caught:
        with_retry(fail, Retry(clock=clock, cancelled=stopped.is_set))
    assert caught.value.code == "cancelled"
    assert len(tries) == 3


COUNTING_CHILD = """
import os, signal, sys
from msgspec.structs import replace
from pathlib import Path
from renderer.worker.process import metrics
metrics.share_metrics_folder(Path(sys.argv[1]))
counted = metrics.PrometheusMetrics()
with counted.working(attempt=1):
    if sys.argv[2] == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if sys.argv[2] == "work":
        print("working", flush=True)
        sys.stdin.read()
    counted.see(metrics.AttemptEnded("completed"))
metrics.forget(os.getpid())
"""
COUNTING_PARENT = """
import subprocess, sys, urllib.request
from msgspec.structs import replace
from pathlib import Path
from renderer.worker.process import metrics
folder, port, child = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
metrics.shared_folder(folder)
counted = metrics.PrometheusMetrics()
def start(how):
    return subprocess.Popen([sys.executable, "-c", child, str(folder), how], stdin=-1, stdout=-1)
for how in ("crash", "end", "crash"):
    start(how).wait()
zombie = start("crash")
working = start("work")
working.stdout.readline()
import time
time.sleep(0.5)
metrics.show("127.0.0.1", port, folder=folder, metrics=counted)
for _ in range(2):
    page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
print(page)
working.communicate()
zombie.wait()
"""


def test_children_that_crash_leave_no_running_jobs_and_are_counted(tmp_path: Path) -> None:
    port = free_port()
    shown = subprocess.run(
        [sys.executable, "-c", COUNTING_PARENT, str(tmp_path / "metrics"), str(port), COUNTING_CHILD],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    assert "clipwright_worker_jobs_running 1.0" in shown
    assert "clipwright_worker_lease_losses_total 3.0" in shown
    assert 'clipwright_worker_jobs_ended_total{kind="crashed"} 3.0' in shown
    assert 'clipwright_worker_jobs_ended_total{kind="completed"} 1.0' in shown
