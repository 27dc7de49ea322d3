"""The port for input objects: stored files that a job works on, by the names that its message gives them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from renderer.runtime.artifacts import ArtifactStore

Fetched = Callable[[int, int], None]
"""Called with the bytes fetched so far and their total; an exception that it raises stops the fetching."""


def unheard(done: int, total: int) -> None:
    """Ignore how far the fetching is."""
    del done, total


class Inputs(Protocol):
    """Input objects of one job."""

    def digest(self, name: str) -> str:
        """SHA-256 of the object's bytes according to the message; fetches nothing, for use in `params`.

        Raises:
            ClipwrightError: `input_missing` when the message names no such object.
        """
        ...

    def fetch(self, name: str, store: ArtifactStore, *, fetched: Fetched = unheard) -> Path:
        """Path of the artifact with that digest in the run's store; it must not be written to.

        `fetched` is not called for an object that is there already.

        Raises:
            ClipwrightError: `input_missing`, `input_changed`, `storage_failed`.
        """
        ...
