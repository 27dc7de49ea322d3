"""The folder adapters when something else happens in the folder, or the disk is full."""

from __future__ import annotations

import errno
import hashlib
import io
import os
from pathlib import Path
from typing import Any

import pytest

from renderer.backends.storage.local import LocalStore
from renderer.backends.storage.local_staging import LocalStaging
from renderer.errors import ClipwrightError

KEYS = ["videos/a/1/video.mp4", "videos/a/2/video.mp4", "videos/a/3/video.mp4"]


@pytest.fixture
def store(tmp_path: Path) -> LocalStore:
    store = LocalStore(tmp_path / "store")
    for number, key in enumerate(KEYS):
        (tmp_path / "file").write_bytes(b"x" * (number + 1))
        store.put_file(key, tmp_path / "file")
    return store


def test_folders_that_another_process_removes_meanwhile_are_left_out(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = os.scandir

    def late(path: Any) -> Any:
        """Let the folder be removed after it was listed, and before it is looked into."""
        if Path(path).name == "2":
            monkeypatch.undo()
            store.delete(KEYS[1])
        return scan(path)

    monkeypatch.setattr(os, "scandir", late)
    assert list(store.keys("videos/a/")) == [KEYS[0], KEYS[2]]
    assert list(store.keys("videos/none/")) == []


def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Any) -> Any:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(os, "scandir", broken)
    with pytest.raises(ClipwrightError) as caught:
        store.keys("videos/a/")
    assert caught.value.code == "storage_failed"


def test_a_digest_that_cannot_be_recorded_leaves_no_half_file(
    tmp_path: Path, store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "store/videos/a/1"
    for record in folder.glob(".*"):
        record.unlink()

    def full(self: Path, _text: str, *_: Any, **__: Any) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert store.stat(KEYS[0]).sha256 == hashlib.sha256(b"x").hexdigest()
    assert [path.name for path in folder.iterdir()] == ["video.mp4"]


def test_a_publication_that_fails_leaves_no_half_file(tmp_path: Path) -> None:
    staging = LocalStaging(tmp_path)
    staged = staging.begin("uploads/one")
    writer = staging.part(staged, slot=1)
    writer.write(b"first")
    name = writer.store()
    writer.close()
    for _ in range(2):
        with pytest.raises(ClipwrightError) as caught:
            staging.publish(staged, [name, "0002-gone"], key="videos/a/1/video.mp4")
        assert caught.value.code == "object_missing"
    (folder,) = (tmp_path / ".incoming/staged").iterdir()
    assert [path.name for path in folder.iterdir()] == [name]


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, list[str]]]:
    """Every folder that was synced, with the names that were in it at that moment."""
    found: list[tuple[Path, list[str]]] = []
    sync = os.fsync

    def listen(descriptor: int) -> None:
        place = Path(f"/proc/self/fd/{descriptor}").resolve()
        if place.is_dir():
            found.append((place, [path.name for path in place.iterdir()]))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", listen)
    return found


def durable(synced: list[tuple[Path, list[str]]], path: Path, root: Path) -> bool:
    """Whether each folder from the root to the file was synced with the next name in it."""
    steps = [path, *path.parents][: len(path.relative_to(root).parts)]
    return all(
        any(step.parent == folder and step.name in names for folder, names in synced) for step in steps
    )


def test_an_object_keeps_its_name_over_a_power_loss(
    tmp_path: Path, synced: list[tuple[Path, list[str]]]
) -> None:
    (tmp_path / "file").write_bytes(b"a video")
    LocalStore(tmp_path / "store").put_file(KEYS[0], tmp_path / "file")
    assert durable(synced, tmp_path / "store" / KEYS[0], tmp_path / "store")
    synced.clear()
    LocalStore(tmp_path / "store").put_file(KEYS[0], tmp_path / "file")
    assert durable(synced, tmp_path / "store" / KEYS[0], tmp_path / "store")


def test_a_part_and_a_published_upload_keep_their_names_over_a_power_loss(
    tmp_path: Path, synced: list[tuple[Path, list[str]]]
) -> None:
    staging = LocalStaging(tmp_path)
    staged = staging.begin("uploads/one")
    writer = staging.part(staged, slot=1)
    writer.write(b"whole")
    name = writer.store()
    writer.close()
    assert durable(synced, tmp_path / ".incoming/staged/uploads+one" / name, tmp_path)
    staging.publish(staged, [name], key=KEYS[0])
    assert durable(synced, tmp_path / KEYS[0], tmp_path)


def test_a_disk_that_fails_half_way_is_a_failure_of_the_store(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "open", lambda *_: Failing())
    with pytest.raises(ClipwrightError) as caught:
        list(store.read(KEYS[0], start=0, stop=1))
    assert caught.value.code == "storage_failed"
