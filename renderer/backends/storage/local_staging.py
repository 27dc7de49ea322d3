"""The folder adapter of staging: a folder for each staged object, with a file for each part."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BufferedWriter, FileIO
from typing import TYPE_CHECKING, Final

from renderer.backends.storage.base import StoredObject, checked_key
from renderer.backends.storage.local import INCOMING, LocalStore, link, sync_folder, sync_names, translated
from renderer.backends.storage.staging import PartWriter, StagedObject
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from pathlib import Path

_STAGED: Final = "staged"
_BLOCK: Final = 1 << 20


class LocalStaging:
    """Staged objects in the store's incoming folder, so that publishing is a link within one file system."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._incoming = root / INCOMING
        self._staged = self._incoming / _STAGED
        self._store = LocalStore(root)

    def begin(self, key: str) -> StagedObject:
        """Create the folder of the staged object."""
        staged = StagedObject(key=key, token="")
        folder = self._folder(staged)
        with translated(key):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            sync_names(folder, root=self._root)
        return staged

    def part(self, staged: StagedObject, *, slot: int) -> PartWriter:
        """A file with a unique name."""
        path = self._folder(staged) / f"{slot:04d}-{secrets.token_hex(8)}"
        with translated(staged.key):
            return _FileWriter(path)

    def publish(self, staged: StagedObject, parts: Sequence[str], *, key: str) -> StoredObject:
        """Join, digest and sync the parts in one pass, then link the result."""
        target = self._root / checked_key(key)
        folder = self._folder(staged)
        with translated(key):
            if folder.is_dir():
                draft = folder / f"joined-{secrets.token_hex(8)}"
                try:
                    digest = _join([folder / checked_key(part) for part in parts], draft)
                    link(draft, target, root=self._root)
                finally:  # it may be gigabytes, and the next try has a draft of its own
                    draft.unlink(missing_ok=True)
                if self._store.stat(key).sha256 != digest:
                    raise ClipwrightError("object_exists", key=key)
                self.discard(staged)
        return self._store.stat(key)

    def discard(self, staged: StagedObject) -> None:
        """Remove the folder."""
        with translated(staged.key):
            shutil.rmtree(self._folder(staged), ignore_errors=True)

    def sweep(self, *, before: datetime) -> int:
        """Remove the folders in which nothing was written since; returns how many.

        The store's own drafts of that age go, too: a process that was killed while it stored an object leaves
        one, as large as the object.
        """
        with translated(""):
            for draft in _older(self._incoming, before):
                if draft.is_file():
                    draft.unlink(missing_ok=True)
            stale = _older(self._staged, before)
            for folder in stale:
                shutil.rmtree(folder, ignore_errors=True)
        return len(stale)

    def _folder(self, staged: StagedObject) -> Path:
        return self._staged / checked_key(staged.key).replace("/", "+")


class _FileWriter:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _created(path)
        self._is_stored = False

    def write(self, content: bytes) -> None:
        """Append."""
        with translated(self._path.name):
            rest = memoryview(content)
            while rest:
                rest = rest[self._file.write(rest) :]

    def store(self) -> str:
        """Sync the file, then the folder that contains it."""
        with translated(self._path.name):
            os.fsync(self._file.fileno())
            sync_folder(self._path.parent)
        self._is_stored = True
        return self._path.name

    def close(self) -> None:
        """Remove the file unless it was stored."""
        self._file.close()
        if not self._is_stored:
            self._path.unlink(missing_ok=True)


def _created(path: Path) -> FileIO:
    """A new unbuffered file that only its owner can read."""
    return FileIO(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _join(parts: list[Path], draft: Path) -> str:
    digest = hashlib.sha256()
    with BufferedWriter(_created(draft)) as writer:
        for part in parts:
            with part.open("rb") as reader:
                while block := reader.read(_BLOCK):
                    digest.update(block)
                    writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()


def _older(folder: Path, before: datetime) -> list[Path]:
    """What in the folder was last written to before this moment."""
    found = folder.iterdir() if folder.is_dir() else ()
    return [path for path in found if _changed(path) < before]


def _changed(path: Path) -> datetime:
    """When it was last written to; `datetime.max` if another process has removed it."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return datetime.max.replace(tzinfo=UTC)
