"""A worker that could not do a job takes none: what it checks, what it reports, and that it resumes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from renderer.cli.worker import worker
from renderer.errors import ClipwrightError
from renderer.worker.fitness import Machine, as_workers_own, free_memory, trouble
from renderer.worker.intake import BEATS_PER_LOOK, Intake
from renderer.worker.settings import WorkerSettings
from tests.support.production.small_disk import mounted

GIB = 1 << 30


def settings(folder: Path, **changes: object) -> WorkerSettings:
    return WorkerSettings.model_validate({"workspace": folder} | changes)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB."""
    with mounted(tmp_path / "small", "size=4m") as folder:
        yield folder


def test_a_usual_machine_is_fit(tmp_path: Path) -> None:
    assert trouble(settings(tmp_path / "workspace", free_disk_mb=1, free_memory_mb=1)) == ""
    assert list((tmp_path / "workspace").iterdir()) == []


def test_little_room_on_the_disk_is_named_without_its_place(small_disk: Path) -> None:
    sentence = "The disk is full at 'workspace'; free some space and run the same command again."
    assert trouble(settings(small_disk / "workspace")) == sentence
    assert trouble(settings(small_disk / "workspace", free_disk_mb=1, free_memory_mb=1)) == ""


def test_a_disk_that_takes_no_writes_is_noticed_and_comes_back(small_disk: Path) -> None:
    here = settings(small_disk / "workspace", free_disk_mb=0, free_memory_mb=0)
    assert trouble(here) == ""
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert trouble(here) == "The worker cannot write to its workspace: Read-only file system."
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert trouble(here) == ""
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space left"):
        filler.write_bytes(bytes(8_000_000))
    assert trouble(here).startswith("The disk is full")
    filler.unlink()
    assert trouble(here) == ""


def test_a_workspace_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot write" in trouble(settings(tmp_path / "file"))


def test_little_memory_is_named_with_its_figures(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:   102400 kB\n")
    machine = Machine(meminfo=tmp_path / "meminfo", groups=tmp_path, own_group=tmp_path / "none")
    said = trouble(settings(tmp_path / "w", free_disk_mb=0, free_memory_mb=101), machine)
    assert said == "The machine has too little memory for this: 100 MB are free, 101 MB are wanted."
    assert trouble(settings(tmp_path / "w", free_disk_mb=0, free_memory_mb=100), machine) == ""


def test_the_tightest_group_above_counts_and_cache_gives_way(tmp_path: Path) -> None:
    inner = tmp_path / "groups" / "outer" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "own").write_text("1:name=systemd:/x\n0::/outer/inner\n")
    (tmp_path / "meminfo").write_text(f"MemAvailable: {8 * GIB // 1024} kB\n")
    machine = Machine(meminfo=tmp_path / "meminfo", own_group=tmp_path / "own", groups=tmp_path / "groups")
    assert free_memory(machine) == 8 * GIB
    (inner / "memory.max").write_text("max\n")
    assert free_memory(machine) == 8 * GIB
    (inner.parent / "memory.max").write_text(f"{4 * GIB}\n")
    (inner.parent / "memory.current").write_text(f"{3 * GIB}\n")
    assert free_memory(machine) == GIB
    (inner.parent / "memory.stat").write_text(f"anon 5\ninactive_file {GIB}\n")
    assert free_memory(machine) == 2 * GIB
    (inner / "memory.max").write_text(f"{GIB}\n")
    (inner / "memory.current").write_text(f"{2 * GIB}\n")
    assert free_memory(machine) == 0


def test_this_machine_tells_its_memory() -> None:
    assert 1 << 20 < free_memory(Machine()) < 1 << 50


@given(st.sampled_from(["disk_full", "cancelled"]))
def test_other_failures_stay_what_they_are(code: str) -> None:
    error = ClipwrightError(code, path="x")
    assert as_workers_own(error) is error


def test_what_cannot_be_written_may_come_back_for_a_worker() -> None:
    ours = as_workers_own(ClipwrightError("output_unwritable", path="/x/y", reason="Read-only file system"))
    assert (ours.code, ours.spec.retryable) == ("workspace_unwritable", True)


class Consumer:
    """The part of Celery's consumer that the intake uses, and the queues it would consume now."""

    def __init__(self, *queues: str) -> None:
        self.app = self.amqp = self.queues = self
        self.consume_from = dict.fromkeys(queues)

    def cancel_task_queue(self, queue: str) -> None:
        del self.consume_from[queue]

    def add_task_queue(self, queue: str) -> None:
        self.consume_from[queue] = None


def test_queues_are_left_once_and_joined_again(tmp_path: Path) -> None:
    said = iter(["", "Full.", "Full.", "Still full.", "", ""])
    consumer = Consumer("short.cpu", "segments")
    intake = Intake(consumer=consumer, settings=settings(tmp_path), judge=lambda _: next(said))
    seen = []
    for _ in range(6):
        for _ in range(BEATS_PER_LOOK):
            intake.look()
        seen.append(list(consumer.consume_from))
    both = ["short.cpu", "segments"]
    assert seen == [both, [], [], [], both, both]


def test_the_command_says_whether_the_worker_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIPWRIGHT_WORKSPACE", str(tmp_path))
    monkeypatch.setenv("CLIPWRIGHT_FREE_MEMORY_MB", "1")
    monkeypatch.setenv("CLIPWRIGHT_FREE_DISK_MB", "1")
    told = CliRunner().invoke(worker, ["--ready"])
    assert (told.exit_code, told.output) == (1, "Error: No worker has spoken with its broker lately.\n")
    (tmp_path / "alive").touch()
    told = CliRunner().invoke(worker, ["--ready"])
    assert (told.exit_code, told.output) == (0, "ready\n")
    monkeypatch.setenv("CLIPWRIGHT_FREE_MEMORY_MB", str(10**9))
    told = CliRunner().invoke(worker, ["--ready"])
    assert told.exit_code == 1
    assert "too little memory" in told.output
