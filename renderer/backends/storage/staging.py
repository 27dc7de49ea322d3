"""The staging port: large objects that arrive in parts, over hours and from several processes.

A part is written by one writer and gets its name once it is durable; the object's owner keeps track of the
parts that make it up and their order. Writers of the same part do not interfere as long as their slots
differ: only the parts named when the object is published become part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from datetime import datetime

    from renderer.backends.storage.base import StoredObject

MOST_SLOTS: Final = 1000
"""Highest slot number (from 1); every S3 server accepts part numbers up to this."""


class StagedObject(Struct, frozen=True, kw_only=True):
    """An object that is not published yet: its key (in the store's form), and the store's name for it."""

    key: str
    token: str


class PartWriter(Protocol):
    """Writes one part in bounded memory, however large it is. Use it from one thread at a time."""

    def write(self, content: bytes) -> None:
        """Append; raises `storage_failed` or `disk_full`."""
        ...

    def store(self) -> str:
        """Make the part durable; returns its name.

        Raises `storage_failed`, `disk_full`, or, when the object was discarded, `object_missing`.
        """
        ...

    def close(self) -> None:
        """Release the writer's resources; a part that was not stored is discarded."""
        ...


class Staging(Protocol):
    """Assembles objects from parts; every method raises `storage_failed` when it cannot be reached."""

    def begin(self, key: str) -> StagedObject:
        """A new staged object."""
        ...

    def part(self, staged: StagedObject, *, slot: int) -> PartWriter:
        """A writer of one part; `slot` is 1 to `MOST_SLOTS`, higher for later parts of the object."""
        ...

    def publish(self, staged: StagedObject, parts: Sequence[str], *, key: str) -> StoredObject:
        """Store the parts, in this order, as an object under `key`; repeating the call changes nothing.

        Raises `object_missing` when a part is gone, `object_exists` when the key holds other bytes.
        """
        ...

    def discard(self, staged: StagedObject) -> None:
        """Discard the staged object and its parts; it is no error if it is discarded or published already."""
        ...

    def sweep(self, *, before: datetime) -> int:
        """Discard what was begun earlier and never published or discarded; returns how many."""
        ...
