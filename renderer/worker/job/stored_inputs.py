"""Input objects of a job: fetched once from object storage into the workspace, and verified on arrival."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from renderer.backends.storage.base import ObjectStore
from renderer.contract.job import InputObject
from renderer.errors import ClipwrightError
from renderer.files import writing_to
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.runtime.inputs import Fetched, unheard
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.workspace import scratch_folder


class StoredInputs(Struct, frozen=True, kw_only=True):
    """The `Inputs` of one message; an unreachable store is retried as `retry` says."""

    objects: Mapping[str, InputObject]
    source: ObjectStore
    retry: Retry = field(default_factory=Retry)

    def digest(self, name: str) -> str:
        """The SHA-256 that the message states for this input."""
        return self._named(name).sha256

    def fetch(self, name: str, store: ArtifactStore, *, fetched: Fetched = unheard) -> Path:
        """Path of the input's artifact, downloaded if the workspace does not have it yet."""
        wanted = self._named(name)
        if store.has(wanted.sha256):
            return store.verified(wanted.sha256)
        with scratch_folder(store.workspace) as folder:
            path = folder / "input"
            with_retry(lambda: self._download(name, wanted, path, fetched), self.retry)
            if file_digest(path) != wanted.sha256:
                raise ClipwrightError("input_changed", name=name)
            store.put_file(path)
        return store.path(wanted.sha256)

    def _named(self, name: str) -> InputObject:
        if name not in self.objects:
            raise ClipwrightError("input_missing", name=name)
        return self.objects[name]

    def _download(self, name: str, wanted: InputObject, path: Path, fetched: Fetched) -> None:
        if self.source.stat(wanted.key).size != wanted.size:
            raise ClipwrightError("input_changed", name=name)
        with writing_to(path), path.open("wb") as draft:
            draft.writelines(self._chunks(wanted, fetched))

    def _chunks(self, wanted: InputObject, fetched: Fetched) -> Iterator[bytes]:
        done = 0
        for chunk in self.source.read(wanted.key, start=0, stop=wanted.size):
            yield chunk
            done += len(chunk)
            fetched(done, wanted.size)
