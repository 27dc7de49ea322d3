"""The port for input objects: stored files that a job works on, by the names that its message gives them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from renderer.runtime.artifacts import ArtifactStore

Fetched = Callable[[int, int], None]
"""Hears how many bytes are here, and of how many; what it raises ends the fetching."""


def unheard(done: int, total: int) -> None:
    """Nobody listens."""
    del done, total


class Inputs(Protocol):
    """Input objects of one job."""

    def digest(self, name: str) -> str:
        """SHA-256 of the object's bytes, as the message says; for `params`, and nothing is fetched.

        Raises:
            ClipwrightError: `input_missing` when the message names no such object.
        """
        ...

    def fetch(self, name: str, store: ArtifactStore, *, fetched: Fetched = unheard) -> Path:
        """The artifact with that digest in the run's store; never to be written to.

        `fetched` hears nothing of one that is there already.

        Raises:
            ClipwrightError: `input_missing`, `input_changed`, `storage_failed`.
        """
        ...
