"""The shared cache of artifacts: what one machine has made, others find, so a job can continue on any.

It is only a cache: what is missing is made again, and what comes out of it is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from renderer.runtime.artifacts import ArtifactStore


class SharedCache(Protocol):
    """Where finished stages are shared."""

    def record(self, key: str) -> bytes:
        """The stored record of a cache key; empty when there is none."""
        ...

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Bring the bytes into `store` if they are not there yet; do nothing if the cache has lost them."""
        ...

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Store the objects, then the record."""
        ...


class NoSharedCache:
    """Everything stays on this machine."""

    def record(self, key: str) -> bytes:
        """No record."""
        del key
        return b""

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Do nothing."""

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Do nothing."""
