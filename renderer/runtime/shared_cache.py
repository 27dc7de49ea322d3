"""The shared cache of artifacts: what one machine made, another finds, so a job goes on anywhere.

It is a cache: what is missing is made again, and what comes out of it is checked.
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
        """Bring the bytes into `store` when they are not there yet; without them when they are lost."""
        ...

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Keep the objects, then the record."""
        ...


class NoSharedCache:
    """Everything stays on this machine."""

    def record(self, key: str) -> bytes:
        """None."""
        del key
        return b""

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Nothing to fetch."""

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Nobody to share with."""
