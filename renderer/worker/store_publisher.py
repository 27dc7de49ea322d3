"""Publishing into object storage: sidecars beside the video, the video last."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from renderer.backends.publishing.base import PublishedFile
from renderer.backends.storage.base import ObjectStore


@dataclass(frozen=True, slots=True)
class StorePublisher:
    """Stores the video under `key` and each sidecar under the same stem."""

    store: ObjectStore
    key: str

    def publish(self, files: tuple[PublishedFile, ...]) -> tuple[str, ...]:
        """Keys in the order given."""
        keys = [str(PurePosixPath(self.key).with_suffix(file.suffix)) for file in files]
        for file, key in reversed(list(zip(files, keys, strict=True))):
            self.store.put_file(key, file.path)
        return tuple(keys)
