"""The folder adapter: one file per object, with its digest recorded beside it."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from renderer.backends.storage.base import (
    CHUNK_BYTES,
    Sent,
    StoredObject,
    checked_key,
    checked_prefix,
    unheard,
)
from renderer.errors import ClipwrightError, disk_is_full

if TYPE_CHECKING:
    from collections.abc import Iterator

# Segments of a key never begin with a dot, so neither name can collide with an object.
_DIGEST: Final = ".sha256-"
INCOMING: Final = ".incoming"


class LocalStore:
    """Objects under `root`; files are published by hard link, so each is whole or absent, never replaced."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._incoming = root / INCOMING

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        """Copy the file in, sync it, then link it under its key and sync the folders that name it."""
        target = self._path(key)
        with translated(key):
            self._incoming.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = self._incoming / secrets.token_hex(16)
            try:
                digest = _copy(path, draft, sent)
                link(draft, target, root=self._root)
            finally:
                draft.unlink(missing_ok=True)
            return self._agreed(key, digest)

    def stat(self, key: str) -> StoredObject:
        """Size and digest; the digest is computed again unless the recorded one is of this very file."""
        target = self._path(key)
        with translated(key):
            facts = target.stat()
            fingerprint = [facts.st_size, facts.st_mtime_ns, facts.st_ino]
            return StoredObject(
                key=key,
                size=facts.st_size,
                sha256=_remembered(target, fingerprint) or _remember(target, fingerprint),
                stored_at=datetime.fromtimestamp(facts.st_mtime, UTC),
            )

    def read(self, key: str, *, start: int, stop: int) -> Iterator[bytes]:
        """Open the file at once; its chunks are read lazily."""
        with translated(key):
            source = self._path(key).open("rb")
        return _chunks(source, key=key, start=start, stop=stop)

    def delete(self, key: str) -> None:
        """Unlink the file and its digest, then remove the folders that this left empty."""
        target = self._path(key)
        with translated(key):
            target.unlink(missing_ok=True)
            _digest_file(target).unlink(missing_ok=True)
            self._prune(target.parent)

    def keys(self, prefix: str) -> Iterator[str]:
        """All keys in the folder, sorted."""
        folder = self._root / checked_prefix(prefix)
        with translated(prefix):
            walk = os.walk(folder, onerror=_raise_unless_gone)
            files = (Path(place, name) for place, _, names in walk for name in names if name[0] != ".")
            return iter(sorted(path.relative_to(self._root).as_posix() for path in files))

    def ready(self) -> None:
        """Make sure that the root exists and can be written."""
        with translated(""):
            self._incoming.mkdir(parents=True, exist_ok=True, mode=0o700)
            probe = self._incoming / secrets.token_hex(16)
            probe.touch()
            probe.unlink()

    def _path(self, key: str) -> Path:
        return self._root / checked_key(key)

    def _agreed(self, key: str, digest: str) -> StoredObject:
        stored = self.stat(key)
        if stored.sha256 != digest:
            raise ClipwrightError("object_exists", key=key)
        return stored

    def _prune(self, folder: Path) -> None:
        with suppress(OSError):  # stops at the first folder that is not empty
            while folder != self._root:
                folder.rmdir()
                folder = folder.parent


def _raise_unless_gone(error: OSError) -> None:
    """Ignore a folder that a delete has just pruned; one that cannot be listed is not an empty one."""
    if not isinstance(error, FileNotFoundError):
        raise error


def _copy(source: Path, draft: Path, sent: Sent) -> str:
    digest = hashlib.sha256()
    with source.open("rb") as reader, draft.open("xb") as writer:
        while chunk := reader.read(CHUNK_BYTES):
            digest.update(chunk)
            writer.write(chunk)
            sent(len(chunk))
        writer.flush()
        os.fsync(writer.fileno())
    draft.chmod(0o600)
    return digest.hexdigest()


def link(draft: Path, target: Path, *, root: Path) -> None:
    """Publish `draft` as `target`, also for after a power loss.

    An existing object stays, and the caller compares it with the draft.
    """
    while True:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            target.hardlink_to(draft)
        except FileExistsError:
            break
        except FileNotFoundError:  # a delete pruned the folder in between
            continue
        break
    sync_names(target, root=root)


def sync_names(path: Path, *, root: Path) -> None:
    """Make the path below the root durable; a folder on it may have been made by another process just now."""
    while path != root:
        path = path.parent
        sync_folder(path)


def sync_folder(folder: Path) -> None:
    """Make the names in the folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _digest_file(target: Path) -> Path:
    return target.with_name(f"{_DIGEST}{target.name}")


def _remembered(target: Path, fingerprint: list[int]) -> str:
    try:
        record = json.loads(_digest_file(target).read_text())
    except (FileNotFoundError, ValueError):
        return ""
    return str(record["sha256"]) if record.get("fingerprint") == fingerprint else ""


def _remember(target: Path, fingerprint: list[int]) -> str:
    with target.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256").hexdigest()
    draft = target.with_name(f"{_DIGEST}{secrets.token_hex(8)}")
    try:
        draft.write_text(json.dumps({"sha256": digest, "fingerprint": fingerprint}))
        draft.replace(_digest_file(target))
    except OSError:  # the disk is full, say: the digest is computed again next time
        with suppress(OSError):
            draft.unlink()
    return digest


def _chunks(source: BinaryIO, *, key: str, start: int, stop: int) -> Iterator[bytes]:
    with source:
        source.seek(start)
        left = stop - start
        while left > 0:
            with translated(key):
                chunk = source.read(min(CHUNK_BYTES, left))
            if not chunk:
                raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")
            left -= len(chunk)
            yield chunk


@contextmanager
def translated(key: str) -> Iterator[None]:
    """Translate the operating system's errors into `ClipwrightError`."""
    try:
        yield
    except FileNotFoundError as error:
        raise ClipwrightError("object_missing", key=key) from error
    except OSError as error:
        if disk_is_full(error):
            raise ClipwrightError("disk_full", path="the object storage") from error
        raise ClipwrightError("storage_failed", reason=error.strerror or "input/output error") from error
