"""The in-memory staging for tests, with the same guarantees."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from renderer.backends.storage.base import StoredObject, checked_key
from renderer.backends.storage.staging import PartWriter, StagedObject
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from renderer.backends.storage.memory import MemoryStore


class MemoryStaging:
    """Parts in a dictionary, for a `MemoryStore`; its `broken` makes these calls fail, too."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.begun: dict[str, datetime] = {}
        self.parts: dict[str, dict[str, bytes]] = {}
        """Stored parts of each staged object, by name."""

    def begin(self, key: str) -> StagedObject:
        """Make a new entry."""
        self._store.ready()
        staged = StagedObject(key=checked_key(key), token=secrets.token_hex(8))
        self.begun[staged.token] = datetime.now(UTC)
        self.parts[staged.token] = {}
        return staged

    def part(self, staged: StagedObject, *, slot: int) -> PartWriter:
        """A writer into a buffer."""
        self._store.ready()
        return _BufferWriter(self, staged, f"{slot:04d}")

    def publish(self, staged: StagedObject, parts: Sequence[str], *, key: str) -> StoredObject:
        """Join the parts; an object that was published before is only looked up."""
        self._store.ready()
        if staged.token in self.parts:
            known = self.parts[staged.token]
            if not set(parts) <= set(known):
                raise ClipwrightError("object_missing", key=staged.key)
            self._store.put_bytes(key, b"".join(known[part] for part in parts))
            self.discard(staged)
        return self._store.stat(key)

    def discard(self, staged: StagedObject) -> None:
        """Forget the entry."""
        self._store.ready()
        self.parts.pop(staged.token, None)
        self.begun.pop(staged.token, None)

    def sweep(self, *, before: datetime) -> int:
        """Forget old entries; returns how many."""
        self._store.ready()
        stale = [token for token, begun in self.begun.items() if begun < before]
        for token in stale:
            del self.parts[token], self.begun[token]
        return len(stale)

    def keep(self, staged: StagedObject, name: str, content: bytes) -> str:
        """Store a part."""
        self._store.ready()
        if staged.token not in self.parts:
            raise ClipwrightError("object_missing", key=staged.key)
        self.parts[staged.token][name] = content
        return name


class _BufferWriter:
    def __init__(self, staging: MemoryStaging, staged: StagedObject, name: str) -> None:
        self._staging, self._staged, self._name = staging, staged, name
        self._content = bytearray()

    def write(self, content: bytes) -> None:
        """Append."""
        self._content += content

    def store(self) -> str:
        """Keep the part."""
        return self._staging.keep(self._staged, self._name, bytes(self._content))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
