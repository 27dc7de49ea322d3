"""Publishing into object storage: sidecars beside the video, the video last."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from renderer.backends.publishing.base import PublishedFile
from renderer.backends.storage.base import ObjectStore
from renderer.runtime.patience import Patience, patiently


@dataclass(frozen=True, slots=True)
class StorePublisher:
    """Stores the video under `key` and each sidecar under the same stem; waits for a store that is away.

    The key contains the attempt, which is the fencing token: no two attempts ever write one key, and the API
    counts only the object that the attempt in force reports.
    """

    store: ObjectStore
    key: str
    patience: Patience = field(default_factory=Patience)

    def publish(self, files: tuple[PublishedFile, ...]) -> tuple[str, ...]:
        """Keys in the order given."""
        keys = tuple(str(PurePosixPath(self.key).with_suffix(file.suffix)) for file in files)
        for file, key in reversed(list(zip(files, keys, strict=True))):
            self._put(key, file)
        return keys

    def _put(self, key: str, file: PublishedFile) -> None:
        patiently(lambda: self.store.put_file(key, file.path), self.patience)
