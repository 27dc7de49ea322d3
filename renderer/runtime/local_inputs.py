"""Input objects of a job that runs on this machine's own files: no message, no object store."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from renderer.errors import ClipwrightError
from renderer.files import writing_to
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.runtime.workspace import scratch_folder


@dataclass(frozen=True, slots=True)
class LocalInputs:
    """The `Inputs` that lie in these files; each is copied, so that what is read stays as it was."""

    files: Mapping[str, Path]
    _digests: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def digest(self, name: str) -> str:
        """SHA-256 of the file, taken once.

        Raises:
            ClipwrightError: `input_missing`; `media_unreadable` when the file cannot be read.
        """
        if name not in self.files:
            raise ClipwrightError("input_missing", name=name)
        if name not in self._digests:
            try:
                self._digests[name] = file_digest(self.files[name])
            except OSError as error:
                raise ClipwrightError(
                    "media_unreadable", path=self.files[name], reason=error.strerror
                ) from error
        return self._digests[name]

    def fetch(self, name: str, store: ArtifactStore) -> Path:
        """The copy in the run's store.

        Raises:
            ClipwrightError: `input_missing`, `media_unreadable`; `input_changed` when the file was written to
                meanwhile; `disk_full`.
        """
        digest = self.digest(name)
        if store.has(digest):
            return store.verified(digest)
        with scratch_folder(store.workspace) as folder:
            path = folder / "input"
            with writing_to(path):
                shutil.copyfile(self.files[name], path)
            if file_digest(path) != digest:
                raise ClipwrightError("input_changed", name=name)
            store.put_file(path)
        return store.path(digest)
