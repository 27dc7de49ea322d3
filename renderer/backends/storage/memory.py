"""The in-memory object store for tests, with the same guarantees."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING

from renderer.backends.storage.base import (
    CHUNK_BYTES,
    Sent,
    StoredObject,
    checked_key,
    checked_prefix,
    unheard,
)
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class MemoryStore:
    """Objects in a dictionary; `broken` makes every call fail as an unreachable store would."""

    def __init__(self) -> None:
        self._objects: dict[str, tuple[StoredObject, bytes]] = {}
        self._lock = Lock()
        self.broken = False

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        """Keep the bytes of the file."""
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise ClipwrightError("object_missing", key=key) from error
        sent(len(content))
        return self.put_bytes(key, content)

    def put_bytes(self, key: str, content: bytes) -> StoredObject:
        """Keep these bytes."""
        self.ready()
        fresh = StoredObject(
            key=checked_key(key),
            size=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
            stored_at=datetime.now(UTC),
        )
        with self._lock:
            stored, _ = self._objects.setdefault(key, (fresh, content))
        if stored.sha256 != fresh.sha256:
            raise ClipwrightError("object_exists", key=key)
        return stored

    def stat(self, key: str) -> StoredObject:
        """The object's metadata."""
        return self._get(key)[0]

    def read(self, key: str, *, start: int, stop: int) -> Iterator[bytes]:
        """Chunks of the range."""
        return _chunks(self._get(key)[1], start=start, stop=stop)

    def delete(self, key: str) -> None:
        """Forget the object."""
        self.ready()
        with self._lock:
            self._objects.pop(checked_key(key), None)

    def keys(self, prefix: str) -> Iterator[str]:
        """Keys in ascending order."""
        self.ready()
        folder = checked_prefix(prefix)
        with self._lock:
            return iter(sorted(key for key in self._objects if key.startswith(folder)))

    def ready(self) -> None:
        """Raise when `broken`."""
        if self.broken:
            raise ClipwrightError("storage_failed", reason="out of reach")

    def _get(self, key: str) -> tuple[StoredObject, bytes]:
        self.ready()
        try:
            return self._objects[checked_key(key)]
        except KeyError as error:
            raise ClipwrightError("object_missing", key=key) from error


def _chunks(content: bytes, *, start: int, stop: int) -> Iterator[bytes]:
    if stop > len(content):
        raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")
    for at in range(start, stop, CHUNK_BYTES):
        yield content[at : min(at + CHUNK_BYTES, stop)]
