"""Input objects on their way into the workspace: progress is reported, and the listener can end it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from renderer.backends.storage.base import CHUNK_BYTES
from renderer.backends.storage.memory import MemoryStore
from renderer.contract.job import InputObject
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace, run_store, scratch_folder
from renderer.worker.job.stored_inputs import StoredInputs

CONTENT = bytes(range(256)) * (3 * CHUNK_BYTES // 256) + b"and a rest"


@pytest.fixture
def inputs() -> StoredInputs:
    store = MemoryStore()
    store.put_bytes("remix/one/source", CONTENT)
    digest = hashlib.sha256(CONTENT).hexdigest()
    named = InputObject(key="remix/one/source", size=len(CONTENT), sha256=digest)
    return StoredInputs(objects={"source": named}, source=store)


def test_progress_is_told_in_bytes_up_to_all_of_them(inputs: StoredInputs, tmp_path: Path) -> None:
    workspace, heard = open_workspace(tmp_path), list[tuple[int, int]]()
    with scratch_folder(workspace) as scratch:
        store: ArtifactStore = run_store(workspace, scratch)
        fetched = inputs.fetch("source", store, fetched=lambda done, total: heard.append((done, total)))
        assert fetched.read_bytes() == CONTENT
        assert heard == [(min(at * CHUNK_BYTES, len(CONTENT)), len(CONTENT)) for at in range(1, 5)]
        inputs.fetch("source", store, fetched=lambda done, total: heard.append((done, total)))
    assert len(heard) == 4, "what is here already is not fetched"


def test_who_hears_of_it_can_end_it_and_nothing_is_left(inputs: StoredInputs, tmp_path: Path) -> None:
    workspace = open_workspace(tmp_path)

    def stop(done: int, total: int) -> None:
        del done, total
        raise ClipwrightError("cancelled")

    with scratch_folder(workspace) as scratch:
        store = run_store(workspace, scratch)
        with pytest.raises(ClipwrightError, match="cancelled"):
            inputs.fetch("source", store, fetched=stop)
        assert not store.has(inputs.digest("source"))
        assert list(scratch.parent.iterdir()) == [scratch]
