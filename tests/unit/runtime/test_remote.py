"""The shared tier: another machine resumes where one stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.storage.memory import MemoryStore
from renderer.clock import FakeClock
from renderer.contract.orders.short import ShortOrder
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.retry import Retry
from renderer.runtime.stage import Stage, StageContext
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.stored_cache import StoreSharedCache
from tests.support.production.stub_pipeline import STUB, stub_capabilities

ORDER = ShortOrder(topic="ticks=1")


@pytest.fixture
def shared() -> MemoryStore:
    return MemoryStore()


def machine(folder: Path, shared: MemoryStore, *, clock: FakeClock | None = None) -> Run:
    """A run on a machine of its own."""
    publisher = FolderPublisher(folder / "out.mp4")
    return Run(
        order=ORDER,
        capabilities=stub_capabilities(ORDER, {Publisher: lambda: publisher}),
        workspace=open_workspace(folder / "workspace"),
        shared_cache=StoreSharedCache(shared, Retry(seconds=30, clock=clock or FakeClock())),
    )


def cached(outcome: Outcome) -> list[bool]:
    return [report.cached for report in outcome.reports]


def test_another_machine_repeats_nothing(tmp_path: Path, shared: MemoryStore) -> None:
    first = run_pipeline(STUB, machine(tmp_path / "one", shared))
    second = run_pipeline(STUB, machine(tmp_path / "two", shared))
    assert cached(first) == [False, False, False, False]
    assert cached(second) == [True, True, True, False]
    assert (tmp_path / "one" / "out.mp4").read_bytes() == (tmp_path / "two" / "out.mp4").read_bytes()


def test_another_machine_goes_on_after_the_last_finished_stage(tmp_path: Path, shared: MemoryStore) -> None:
    def fail(_: StageContext[ShortOrder]) -> object:
        raise ClipwrightError("encoder_failed", reason="as told")

    broken: tuple[Stage[ShortOrder], ...] = (*STUB[:2], replace(STUB[2], run=fail), STUB[3])
    with pytest.raises(ClipwrightError):
        run_pipeline(broken, machine(tmp_path / "one", shared))
    assert cached(run_pipeline(STUB, machine(tmp_path / "two", shared))) == [True, True, False, False]


def test_what_is_damaged_over_there_is_made_again(tmp_path: Path, shared: MemoryStore) -> None:
    run_pipeline(STUB, machine(tmp_path / "one", shared))
    for key in list(shared.keys("work/objects/")):
        shared.delete(key)
        shared.put_bytes(key, b"damaged")
    assert cached(run_pipeline(STUB, machine(tmp_path / "two", shared))) == [False] * 4


@pytest.mark.parametrize("prefix", ["work/objects/", "work/keys/"])
def test_what_expired_over_there_is_made_again(tmp_path: Path, shared: MemoryStore, prefix: str) -> None:
    run_pipeline(STUB, machine(tmp_path / "one", shared))
    for key in list(shared.keys(prefix)):
        shared.delete(key)
    assert cached(run_pipeline(STUB, machine(tmp_path / "two", shared))) == [False] * 4


def test_what_is_here_needs_no_store(tmp_path: Path, shared: MemoryStore) -> None:
    run_pipeline(STUB, machine(tmp_path / "one", shared))
    shared.broken = True
    assert cached(run_pipeline(STUB, machine(tmp_path / "one", shared))) == [True, True, True, False]


def test_a_store_that_stays_away_ends_the_job_rather_than_repeat_what_was_paid(
    tmp_path: Path, shared: MemoryStore
) -> None:
    shared.broken = True
    clock = FakeClock()
    with pytest.raises(ClipwrightError) as caught:
        run_pipeline(STUB, machine(tmp_path / "one", shared, clock=clock))
    assert caught.value.code == "storage_failed"
    assert 10 < clock.elapsed <= 30


def test_a_result_that_cannot_be_shared_is_still_a_result(tmp_path: Path, shared: MemoryStore) -> None:
    run = machine(tmp_path / "one", shared)
    store = ArtifactStore(run.workspace)
    digest = store.put_bytes(b"made")
    shared.broken = True
    run.shared_cache.share("0" * 64, b"record", (digest,), store)
    shared.broken = False
    assert list(shared.keys("work/")) == []


def test_no_scratch_is_left(tmp_path: Path, shared: MemoryStore) -> None:
    run_pipeline(STUB, machine(tmp_path / "one", shared))
    run_pipeline(STUB, machine(tmp_path / "two", shared))
    for name in ("one", "two"):
        assert list((tmp_path / name / "workspace" / "scratch").iterdir()) == []
