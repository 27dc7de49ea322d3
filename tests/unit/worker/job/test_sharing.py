"""Sharing results: stored in order, beside the job, and never at the price of the job."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
import structlog
from msgspec.structs import replace

from renderer.backends.reporting.fake import FakeReporter
from renderer.backends.storage.base import Sent, StoredObject, unheard
from renderer.backends.storage.memory import MemoryStore
from renderer.clock import FakeClock
from renderer.contract.event import Completed, EventReply, Failed, JobEvent
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import SharedCache
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.in_parallel import AT_ONCE, in_parallel
from renderer.worker.job.run_job import run_job
from renderer.worker.job.sharing_beside import THREAD, SharingBeside, sharing_beside
from renderer.worker.job.stored_cache import StoreSharedCache
from renderer.worker.job.worker_context import WorkerContext
from tests.unit.worker.conftest import job_message

CacheIn = Callable[[MemoryStore], AbstractContextManager[SharedCache]]
SECONDS = 20.0
"""Longer than anything here takes."""


class SlowStore(MemoryStore):
    """Stores nothing until `gate` is open; `begun` is set when the first upload waits for that."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.begun = threading.Event(), threading.Event()

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        self.begun.set()
        assert self.gate.wait(SECONDS)
        return super().put_file(key, path, sent=sent)


@pytest.fixture
def artifacts(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(open_workspace(tmp_path / "here"))


@pytest.fixture
def slow() -> Iterator[SlowStore]:
    made = SlowStore()
    yield made
    made.gate.set()


def at_once(store: MemoryStore) -> AbstractContextManager[SharedCache]:
    return nullcontext(StoreSharedCache(store, Retry(clock=FakeClock())))


def beside(store: MemoryStore) -> AbstractContextManager[SharedCache]:
    return sharing_beside(StoreSharedCache(store, Retry(clock=FakeClock())))


@pytest.mark.parametrize("cache_in", [at_once, beside])
class TestAnySharedCache:
    """What holds for every cache in an object store."""

    def test_what_was_shared_is_found_elsewhere(
        self, cache_in: CacheIn, artifacts: ArtifactStore, tmp_path: Path
    ) -> None:
        store = MemoryStore()
        digest = artifacts.put_bytes(b"bytes")
        with cache_in(store) as cache:
            cache.share("a", b"record", (digest,), artifacts)
            cache.share("begun/b", b"", (), artifacts)
        with cache_in(store) as cache:
            assert cache.record("a") == b"record"
            assert cache.records(["c", "a"]) == {"a": b"record"}
            assert cache.records([]) == {}
            assert cache.names("begun") == {"b"}
            assert cache.names("nothing") == frozenset()
            elsewhere = ArtifactStore(open_workspace(tmp_path / "elsewhere"))
            cache.fetch(digest, elsewhere)
        assert elsewhere.read(digest) == b"bytes"

    def test_an_action_comes_after_what_was_shared_before(
        self, cache_in: CacheIn, artifacts: ArtifactStore
    ) -> None:
        store = MemoryStore()
        names, seen = [f"key{number}" for number in range(20)], list[bytes]()
        with cache_in(store) as cache:
            for name in names:
                cache.share(name, b"record", (), artifacts)
            cache.when_stored(lambda: seen.extend(map(cache.record, names)))
        assert seen == [b"record"] * 20

    def test_a_store_that_is_away_costs_only_the_sharing(
        self, cache_in: CacheIn, artifacts: ArtifactStore
    ) -> None:
        store = MemoryStore()
        store.broken = True
        with cache_in(store) as cache:
            cache.share("a", b"record", (), artifacts)
            cache.when_stored(lambda: setattr(store, "broken", False))
            cache.share("b", b"record", (), artifacts)
        with cache_in(store) as cache:
            assert cache.records(["a", "b"]) == {"b": b"record"}

    def test_the_error_of_the_work_is_passed_on(self, cache_in: CacheIn, artifacts: ArtifactStore) -> None:
        store = MemoryStore()
        with pytest.raises(KeyError), cache_in(store) as cache:  # noqa: PT012 - it must end the block
            cache.share("a", b"record", (), artifacts)
            raise KeyError
        assert len(list(store.keys("work/"))) == 1


def test_the_first_whole_record_counts(artifacts: ArtifactStore) -> None:
    """Two workers made a stage with different bytes, and a third record is damaged."""
    store = MemoryStore()
    cache = StoreSharedCache(store)
    for record in (b"one", b"two"):
        cache.share("a", record, (), artifacts)
    first, second = store.keys("work/keys/a/")
    found = cache.record("a")
    assert found == b"".join(store.read(first, start=0, stop=3))
    store.delete(first)
    store.put_bytes(first, b"damaged")
    assert cache.record("a") == b"".join(store.read(second, start=0, stop=3)) != found


def test_sharing_does_not_wait_for_the_store(slow: SlowStore, artifacts: ArtifactStore) -> None:
    cache = SharingBeside(StoreSharedCache(slow))
    for number in range(3):
        cache.share(f"key{number}", b"record", (), artifacts)
    assert slow.begun.wait(SECONDS)
    assert list(slow.keys("work/")) == []
    slow.gate.set()
    cache.finish(seconds=SECONDS)
    assert len(list(slow.keys("work/"))) == 3


def test_what_is_not_begun_in_time_is_dropped(slow: SlowStore, artifacts: ArtifactStore) -> None:
    cache = SharingBeside(StoreSharedCache(slow))
    for number in range(3):
        cache.share(f"key{number}", b"record", (), artifacts)
    assert slow.begun.wait(SECONDS)
    thread = next(each for each in threading.enumerate() if each.name == THREAD)
    cache.finish(seconds=0.05)
    slow.gate.set()
    thread.join(SECONDS)
    assert len(list(slow.keys("work/"))) == 1


def test_of_a_cancelled_job_nothing_more_is_stored(slow: SlowStore, artifacts: ArtifactStore) -> None:
    cancelled = threading.Event()
    cache = SharingBeside(StoreSharedCache(slow, Retry(cancelled=cancelled.is_set)))
    for number in range(3):
        cache.share(f"key{number}", b"record", (), artifacts)
    assert slow.begun.wait(SECONDS)
    cancelled.set()
    slow.gate.set()
    cache.finish(seconds=SECONDS)
    assert list(slow.keys("work/")) == []


class Telling(FakeReporter):
    """Notes how much had been shared when the end of the job was reported."""

    def __init__(self, shared: MemoryStore) -> None:
        super().__init__()
        self.shared, self.at_the_end = shared, -1

    def send(self, event: JobEvent) -> EventReply:
        if isinstance(event, Completed | Failed):
            self.at_the_end = len(list(self.shared.keys("work/keys/")))
            if isinstance(self.shared, SlowStore):
                self.shared.gate.set()
        return super().send(event)


def test_a_video_is_reported_before_its_last_results_are_shared(
    worker_context: WorkerContext, slow: SlowStore
) -> None:
    context = replace(
        worker_context, shared_cache=lambda retry: sharing_beside(StoreSharedCache(slow, retry))
    )
    reporter = Telling(slow)
    run_job(job_message(), context=context, reporter=reporter)
    assert isinstance(reporter.events[-1], Completed)
    assert reporter.at_the_end == 0
    assert len(list(slow.keys("work/keys/"))) == 3


def test_what_a_failed_job_has_done_is_shared_before_that_is_reported(worker_context: WorkerContext) -> None:
    """Another worker may go on at once."""
    shared = MemoryStore()
    context = replace(
        worker_context, shared_cache=lambda retry: sharing_beside(StoreSharedCache(shared, retry))
    )
    reporter = Telling(shared)
    run_job(job_message("fault=fail"), context=context, reporter=reporter)
    assert isinstance(reporter.events[-1], Failed)
    assert reporter.at_the_end == len(list(shared.keys("work/keys/"))) > 0


def test_an_action_that_fails_does_not_end_the_thread(artifacts: ArtifactStore) -> None:
    store = MemoryStore()
    cache = SharingBeside(StoreSharedCache(store))

    def crash() -> None:
        raise RuntimeError

    cache.when_stored(crash)
    cache.share("a", b"record", (), artifacts)
    cache.finish(seconds=SECONDS)
    assert cache.record("a") == b"record"


def test_what_is_done_in_parallel_comes_in_order_and_logs_for_the_job() -> None:
    together = threading.Barrier(AT_ONCE, timeout=SECONDS)

    def act(number: int) -> tuple[int, object]:
        together.wait()
        return number, structlog.contextvars.get_contextvars().get("job")

    with structlog.contextvars.bound_contextvars(job="one"):
        assert in_parallel(act, range(2 * AT_ONCE)) == [(number, "one") for number in range(2 * AT_ONCE)]
    assert in_parallel(act, []) == []
