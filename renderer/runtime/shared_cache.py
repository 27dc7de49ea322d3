"""The shared cache of artifacts: what one machine has made, others find, so a job can continue on any.

It is only a cache: what is missing is made again, and what comes out of it is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from renderer.runtime.artifacts import ArtifactStore


class SharedCache(Protocol):
    """Where finished stages and segments are shared.

    A cache may store what is shared after `share` has returned, but always in the order in which it was
    shared.
    """

    def record(self, key: str) -> bytes:
        """The stored record of a cache key; empty when there is none."""
        ...

    def records(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The stored records of those of these keys that have one."""
        ...

    def names(self, folder: str) -> frozenset[str]:
        """The names under which records with a key `folder/name` are stored."""
        ...

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Bring the bytes into `store` if they are not there yet; do nothing if the cache has lost them."""
        ...

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Store the objects, then the record."""
        ...

    def when_stored(self, action: Callable[[], None]) -> None:
        """Call `action`, which never raises, once everything shared so far is stored."""
        ...


class NoSharedCache:
    """Everything stays on this machine."""

    def record(self, key: str) -> bytes:
        """No record."""
        del key
        return b""

    def records(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """No records."""
        del keys
        return {}

    def names(self, folder: str) -> frozenset[str]:
        """No names."""
        del folder
        return frozenset()

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Do nothing."""

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Do nothing."""

    def when_stored(self, action: Callable[[], None]) -> None:
        """Call it at once."""
        action()
