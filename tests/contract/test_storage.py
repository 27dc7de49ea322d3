"""One suite for every object store adapter: what the port promises."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renderer.backends.storage.base import CHUNK_BYTES, ObjectStore, checked_key, content_type
from renderer.backends.storage.local import LocalStore
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.s3.store import S3Store
from renderer.errors import ClipwrightError
from tests.support.production.buckets import fresh_place

KEY = "videos/one/1/video.mp4"


@pytest.fixture(params=["local", "memory", "s3", pytest.param("swift", marks=pytest.mark.services)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    adapters: dict[str, Callable[[], ObjectStore]] = {
        "local": lambda: LocalStore(tmp_path / "store"),
        "memory": MemoryStore,
        "s3": lambda: S3Store(fresh_place(request.getfixturevalue("moto_endpoint"))),
        "swift": lambda: S3Store(request.getfixturevalue("swift_place")()),
    }
    return adapters[request.param]()


@pytest.fixture
def source(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(content: bytes) -> Path:
        path = tmp_path / hashlib.sha256(content).hexdigest()[:12]
        path.write_bytes(content)
        return path

    return write


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(ClipwrightError) as caught:
        action()
    return caught.value.code


def test_what_is_put_can_be_read(store: ObjectStore, source: Callable[[bytes], Path]) -> None:
    content = bytes(range(256)) * 5000
    stored = store.put_file(KEY, source(content))
    assert (stored.key, stored.size) == (KEY, len(content))
    assert stored.sha256 == hashlib.sha256(content).hexdigest()
    assert store.stat(KEY) == stored
    chunks = list(store.read(KEY, start=0, stop=len(content)))
    assert b"".join(chunks) == content
    assert max(map(len, chunks)) <= CHUNK_BYTES


def test_who_listens_hears_of_every_byte_that_is_sent(
    store: ObjectStore, source: Callable[[bytes], Path]
) -> None:
    heard: list[int] = []
    path = source(b"x" * (20 << 20))
    store.put_file(KEY, path, sent=heard.append)
    assert sum(heard) == 20 << 20
    store.put_file(KEY, path, sent=heard.append)
    assert sum(heard) in {20 << 20, 40 << 20}


def test_a_listener_can_end_an_upload_and_nothing_is_stored(
    store: ObjectStore, source: Callable[[bytes], Path]
) -> None:
    def enough(count: int) -> None:
        raise LookupError(count)

    with pytest.raises(LookupError):
        store.put_file(KEY, source(b"x" * (20 << 20)), sent=enough)
    assert code_of(lambda: store.stat(KEY)) == "object_missing"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(span=st.tuples(st.integers(0, 700_000), st.integers(0, 700_000)).map(sorted))
def test_ranges_are_half_open(store: ObjectStore, source: Callable[[bytes], Path], span: list[int]) -> None:
    content = (b"%06d" * 120_000) % tuple(range(120_000))
    store.put_file(KEY, source(content))
    start, stop = span
    assert b"".join(store.read(KEY, start=start, stop=stop)) == content[start:stop]


def test_a_key_is_written_once(store: ObjectStore, source: Callable[[bytes], Path]) -> None:
    first = store.put_file(KEY, source(b"one"))
    assert store.put_file(KEY, source(b"one")) == first
    assert code_of(lambda: store.put_file(KEY, source(b"two"))) == "object_exists"
    assert b"".join(store.read(KEY, start=0, stop=3)) == b"one"


def test_of_many_writers_one_wins_and_the_object_is_whole(
    store: ObjectStore, source: Callable[[bytes], Path]
) -> None:
    paths = [source(bytes([number]) * 300_000) for number in range(6)]
    won: list[int] = []

    def write(number: int) -> None:
        try:
            store.put_file(KEY, paths[number])
        except ClipwrightError:
            return
        won.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert b"".join(store.read(KEY, start=0, stop=300_000)) == bytes([won[0]]) * 300_000


def test_missing_objects(store: ObjectStore, tmp_path: Path) -> None:
    assert code_of(lambda: store.stat(KEY)) == "object_missing"
    assert code_of(lambda: store.read(KEY, start=0, stop=1)) == "object_missing"
    assert code_of(lambda: store.put_file(KEY, tmp_path / "nothing")) == "object_missing"
    store.delete(KEY)


def test_deleted_objects_are_gone_and_their_key_is_free(
    store: ObjectStore, source: Callable[[bytes], Path]
) -> None:
    store.put_file(KEY, source(b"one"))
    store.delete(KEY)
    assert code_of(lambda: store.stat(KEY)) == "object_missing"
    assert store.put_file(KEY, source(b"two")).size == 3


def test_keys_are_listed_by_folder(store: ObjectStore, source: Callable[[bytes], Path]) -> None:
    for key in ("videos/a/2/video.mp4", "videos/a/1/video.mp4", "videos/ab/1/video.mp4", "work/x"):
        store.put_file(key, source(b"x"))
    assert list(store.keys("videos/a/")) == ["videos/a/1/video.mp4", "videos/a/2/video.mp4"]
    assert list(store.keys("videos/none/")) == []


@pytest.mark.parametrize(
    "key",
    [
        "",
        "/etc/passwd",
        "a/../b",
        "..",
        "a//b",
        "a/",
        "a/.hidden",
        "a\\b",
        "ä",
        "a\0b",
        "a/" * 300 + "b",
        "a b",
    ],
)
def test_keys_that_could_leave_the_store_are_refused(store: ObjectStore, key: str) -> None:
    assert code_of(lambda: store.stat(key)) == "storage_failed"
    assert code_of(lambda: store.delete(key)) == "storage_failed"
    assert code_of(lambda: checked_key(key)) == "storage_failed"


def test_a_read_past_the_end_fails_and_does_not_end_early(
    store: ObjectStore, source: Callable[[bytes], Path]
) -> None:
    store.put_file(KEY, source(b"12345"))
    assert code_of(lambda: list(store.read(KEY, start=0, stop=6))) == "storage_failed"


def test_a_store_that_can_be_used_is_ready(store: ObjectStore) -> None:
    store.ready()


def test_local_objects_are_private_and_leave_no_litter(
    tmp_path: Path, source: Callable[[bytes], Path]
) -> None:
    root = tmp_path / "store"
    store = LocalStore(root)
    store.put_file(KEY, source(b"secret"))
    assert (root / KEY).stat().st_mode & 0o077 == 0
    assert list((root / ".incoming").iterdir()) == []
    store.delete(KEY)
    assert [path for path in root.rglob("*") if path.name != ".incoming"] == []


def test_a_damaged_digest_file_is_made_again(tmp_path: Path, source: Callable[[bytes], Path]) -> None:
    store = LocalStore(tmp_path / "store")
    stored = store.put_file(KEY, source(b"content"))
    (tmp_path / "store" / KEY).with_name(".sha256-video.mp4").write_text("{")
    assert store.stat(KEY) == stored


def test_a_digest_of_another_file_is_not_believed(tmp_path: Path, source: Callable[[bytes], Path]) -> None:
    store = LocalStore(tmp_path / "store")
    store.put_file(KEY, source(b"content"))
    target = tmp_path / "store" / KEY
    target.unlink()
    target.write_bytes(b"CONTENT")
    assert store.stat(KEY).sha256 == hashlib.sha256(b"CONTENT").hexdigest()


def test_a_folder_that_cannot_be_made_is_a_storage_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert code_of(LocalStore(tmp_path / "file" / "store").ready) == "storage_failed"


def test_a_broken_memory_store_fails_as_an_unreachable_one() -> None:
    store = MemoryStore()
    store.broken = True
    assert code_of(store.ready) == "storage_failed"
    assert code_of(lambda: store.stat(KEY)) == "storage_failed"


def test_content_types_follow_the_suffix() -> None:
    assert content_type(KEY) == "video/mp4"
    assert content_type("remix/one/voiceover.m4a") == "audio/mp4"
    assert content_type("work/blob") == "application/octet-stream"
