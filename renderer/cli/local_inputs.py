"""Input objects of a local run: the user's own files, by the names that stages use for them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.media.opening import open_regular, path_of
from renderer.media.sources.copying import copy_file
from renderer.media.sources.refusal import Refusal
from renderer.runtime.artifacts import ArtifactStore, file_digest
from renderer.runtime.inputs import Fetched, unheard
from renderer.runtime.workspace import scratch_folder


class LocalInputs(Struct, frozen=True, kw_only=True):
    """The `Inputs` of a command: `files` by name, with the digests that they had when it started."""

    files: Mapping[str, Path]
    digests: Mapping[str, str]

    def digest(self, name: str) -> str:
        """SHA-256 of the file when the command started."""
        self._check(name)
        return self.digests[name]

    def fetch(self, name: str, store: ArtifactStore, *, fetched: Fetched = unheard) -> Path:
        """A copy in the workspace, so that the bytes examined first and those read later are the same."""
        del fetched  # the file is local
        wanted = self.digest(name)
        if store.has(wanted):
            return store.verified(wanted)
        with scratch_folder(store.workspace) as folder:
            copy = folder / "input"
            copy_file(self.files[name], copy)
            if store.put_file(copy) != wanted:
                raise ClipwrightError("input_changed", name=name)
        return store.path(wanted)

    def _check(self, name: str) -> None:
        if name not in self.files:
            raise ClipwrightError("input_missing", name=name)


def local_inputs(**files: Path) -> LocalInputs:
    """The inputs for these files; each is read once for its digest.

    Raises:
        ClipwrightError: `media_unreadable` when one is not a readable regular file.
    """
    return LocalInputs(files=files, digests={name: _digest(path) for name, path in files.items()})


def _digest(path: Path) -> str:
    try:
        descriptor = open_regular(path)
    except Refusal as refusal:
        raise ClipwrightError("media_unreadable", path=path.name, reason=refusal) from refusal
    try:
        return file_digest(path_of(descriptor))
    finally:
        os.close(descriptor)
