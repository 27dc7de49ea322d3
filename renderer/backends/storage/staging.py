"""The staging port: a large object that arrives in parts, over hours and through several processes.

A part is written by one writer and named when it is durable; which parts make up the object, and in what
order, its owner remembers. Writers of the same part do not disturb each other as long as their slots differ:
nothing becomes part of the object but what is named when it is published.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from datetime import datetime

    from renderer.backends.storage.base import StoredObject

MOST_SLOTS: Final = 1000
"""Slots are numbered from 1 to this: what every S3 server takes as the number of a part."""


class StagedObject(Struct, frozen=True, kw_only=True):
    """An object that is not there yet: its key (of the store's form), and what the store calls it."""

    key: str
    token: str


class PartWriter(Protocol):
    """One part on its way; memory is bounded however large it is. Used by one thread at a time."""

    def write(self, content: bytes) -> None:
        """Append; raises `storage_failed` or `disk_full`."""
        ...

    def store(self) -> str:
        """Make it durable; its name.

        Raises `storage_failed`, `disk_full`, or, when the object was discarded, `object_missing`.
        """
        ...

    def close(self) -> None:
        """Give back what the writer holds; a part that was not stored is gone."""
        ...


class Staging(Protocol):
    """Where objects are put together; every method raises `storage_failed` when it cannot be reached."""

    def begin(self, key: str) -> StagedObject:
        """A new staged object."""
        ...

    def part(self, staged: StagedObject, *, slot: int) -> PartWriter:
        """A writer of one part; `slot` is 1 to `MOST_SLOTS`, higher for later parts of the object."""
        ...

    def publish(self, staged: StagedObject, parts: Sequence[str], *, key: str) -> StoredObject:
        """The parts in this order as an object of the store; repeating it changes nothing.

        Raises `object_missing` when a part is gone, `object_exists` when the key holds other bytes.
        """
        ...

    def discard(self, staged: StagedObject) -> None:
        """Forget it and all its parts; repeating it, or after publishing, is no error."""
        ...

    def sweep(self, *, before: datetime) -> int:
        """Forget what was begun earlier and never published or discarded; how many."""
        ...
