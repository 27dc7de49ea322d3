"""One suite for every cache of paid answers, and what sharing them between machines adds to the contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.memory import MemoryStore
from renderer.errors import ClipwrightError
from renderer.net.response_cache import FolderResponseCache, ResponseCache, remembered, request_key
from renderer.runtime.retry import Retry
from renderer.runtime.workspace import open_workspace
from renderer.worker.job.shared_answers import PAID, SharedAnswers

KEY, OTHER = request_key("chat", text="one"), request_key("chat", text="two")


def machine(folder: Path, store: ObjectStore, *, seconds: float = 0.0) -> SharedAnswers:
    """The cache of one of several machines that share a store."""
    workspace = open_workspace(folder)
    near = FolderResponseCache(workspace.root / "paid")
    return SharedAnswers(near=near, objects=store, workspace=workspace, retry=Retry(seconds=seconds))


@pytest.fixture(params=["folder", "shared"])
def cache(request: pytest.FixtureRequest, tmp_path: Path) -> ResponseCache:
    adapters: dict[str, Callable[[], ResponseCache]] = {
        "folder": lambda: FolderResponseCache(tmp_path / "paid"),
        "shared": lambda: machine(tmp_path / "one", MemoryStore()),
    }
    return adapters[request.param]()


def test_what_is_put_is_there_and_nothing_else(cache: ResponseCache) -> None:
    assert cache.get(KEY) == b""
    cache.put(KEY, b"bought")
    assert (cache.get(KEY), cache.get(OTHER)) == (b"bought", b"")


def test_an_answer_is_bought_once(cache: ResponseCache) -> None:
    bought: list[str] = []

    def buy() -> bytes:
        bought.append("again")
        return b"answer"

    assert {remembered(cache, KEY, buy) for _ in range(3)} == {b"answer"}
    assert bought == ["again"]


def test_another_machine_finds_what_was_bought(tmp_path: Path) -> None:
    store = MemoryStore()
    machine(tmp_path / "one", store).put(KEY, b"bought")
    other = machine(tmp_path / "two", store)
    assert other.get(KEY) == b"bought"
    assert other.near.get(KEY) == b"bought", "asked for again, it is here"
    assert [key.startswith(PAID) for key in store.keys("work/")] == [True]


def test_of_two_that_bought_at_once_each_goes_on_with_its_own(tmp_path: Path) -> None:
    store = MemoryStore()
    one, two = (machine(tmp_path / name, store) for name in ("one", "two"))
    one.put(KEY, b"first")
    two.put(KEY, b"second")
    assert (one.get(KEY), two.get(KEY)) == (b"first", b"second")
    assert machine(tmp_path / "three", store).get(KEY) == b"first"


def test_a_damaged_answer_counts_as_missing(tmp_path: Path) -> None:
    store, damaged = MemoryStore(), tmp_path / "damaged"
    damaged.write_bytes(bytes(32) + b"not what the digest says")
    store.put_file(f"{PAID}{KEY[:2]}/{KEY}", damaged)
    assert machine(tmp_path / "one", store).get(KEY) == b""


@pytest.fixture
def alone(tmp_path: Path) -> SharedAnswers:
    """The cache of a machine that cannot reach the store."""
    store = MemoryStore()
    store.broken = True
    return machine(tmp_path / "one", store)


def test_nothing_is_bought_while_nobody_can_say_whether_it_was(alone: SharedAnswers) -> None:
    with pytest.raises(ClipwrightError, match="storage"):
        remembered(alone, KEY, lambda: b"bought twice")
    assert alone.near.get(KEY) == b""


def test_what_was_bought_is_kept_though_the_store_is_away(alone: SharedAnswers) -> None:
    alone.put(KEY, b"bought")
    assert alone.get(KEY) == b"bought"
