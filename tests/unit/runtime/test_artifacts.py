"""The store of artifacts: bytes under their digest, also where a power loss has left a damaged file."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace

DATA = b"a segment" * 1000


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(open_workspace(tmp_path / "w"))


def put_file(store: ArtifactStore, *, synced: bool) -> str:
    source = store.workspace.scratch / "finished"
    source.write_bytes(DATA)
    digest = store.put_file(source, synced=synced)
    assert not source.exists()
    return digest


@pytest.mark.parametrize("left", [b"", DATA[:-1], DATA[::-1]], ids=["empty", "cut", "garbled"])
@pytest.mark.parametrize("synced", [True, False])
def test_a_damaged_file_is_replaced(store: ArtifactStore, left: bytes, *, synced: bool) -> None:
    digest = store.put_bytes(DATA)
    store.path(digest).write_bytes(left)
    assert store.put_bytes(DATA) == digest
    assert store.read(digest) == DATA
    store.path(digest).write_bytes(left)
    assert put_file(store, synced=synced) == digest
    assert store.read(digest) == DATA


def test_an_undamaged_file_stays_as_it_is(store: ArtifactStore) -> None:
    digest = put_file(store, synced=True)
    before = store.path(digest).stat().st_ino
    assert put_file(store, synced=True) == store.put_bytes(DATA) == digest
    assert store.path(digest).stat().st_ino == before


def test_a_stored_file_may_be_put_again(store: ArtifactStore) -> None:
    digest = store.put_bytes(DATA)
    assert store.put_file(store.path(digest)) == digest
    assert store.read(digest) == DATA
